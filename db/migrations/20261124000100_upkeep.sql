-- When the embedded database was last tidied up. A server does so by itself.

create table private.upkeep (
  id boolean constraint upkeep_pkey primary key default true constraint upkeep_id_check check (id),
  night date not null
);
alter table private.upkeep enable row level security;

-- Whether nobody has tidied up in this night yet; whoever is told so does.
create function private.take_upkeep(this_night date) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  insert into private.upkeep as upkeep (night) values (this_night)
  -- Not "before": a clock that was ahead for a while must not put it off for as long.
  on conflict on constraint upkeep_pkey do update set night = excluded.night where upkeep.night <> excluded.night;
  return found;
end
$$;
revoke execute on function private.take_upkeep(date) from public;
grant execute on function private.take_upkeep(date) to service_role;
