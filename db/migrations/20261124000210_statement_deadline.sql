-- Ends a statement that has run for too long, where it is asked of each row. The embedded engine cannot be interrupted from outside:
-- without this a slow statement ends the engine, and with it everybody else's. It costs next to nothing, so that PostgreSQL asks it
-- before it compares texts.
create function private.in_time(most_ms integer) returns boolean
  language plpgsql volatile cost 0.0001 set search_path = ''
  as $$
begin
  if clock_timestamp() - statement_timestamp() > make_interval(secs => most_ms / 1000.0) then
    raise exception using errcode = '57014', message = 'The statement was ended because it ran too long.';
  end if;
  return true;
end
$$;
revoke execute on function private.in_time(integer) from public;
grant execute on function private.in_time(integer) to anon, authenticated, service_role;
