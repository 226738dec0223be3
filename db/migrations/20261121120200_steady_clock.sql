-- What is forgotten is gone, and a clock that jumps forward makes everything look old. So nothing is forgotten in the first day
-- after the clock moved by more than a day unnoticed, or backwards: time for somebody to notice.

create table private.clock_watch (
  id boolean constraint clock_watch_pkey primary key default true constraint clock_watch_id_check check (id),
  seen_at timestamptz not null,
  steady_since timestamptz not null
);
alter table private.clock_watch enable row level security;

-- Whether the clock, which says `at`, has been going evenly for a day. Asked every hour or more often.
create function private.clock_is_steady(at timestamptz) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  steady timestamptz;
begin
  insert into private.clock_watch as watch (seen_at, steady_since) values (at, at)
  on conflict on constraint clock_watch_pkey do update
    set seen_at = excluded.seen_at,
        -- Copies of the server may differ by moments.
        steady_since = case when excluded.seen_at between watch.seen_at - interval '1 hour' and watch.seen_at + interval '1 day'
                            then watch.steady_since else excluded.seen_at end
  returning steady_since into steady;
  return at - steady >= interval '1 day';
end
$$;
revoke execute on function private.clock_is_steady(timestamptz) from public;
grant execute on function private.clock_is_steady(timestamptz) to service_role;
