-- What the planner knows of the tables. A server keeps that up to date by itself; the embedded database has nobody who
-- does, and would go on planning for the empty tables it began with.

-- Counts anew what is in the table that has grown or shrunk most since that was done, if any has by a tenth. Returns its
-- name, or null. By size: the embedded database does not count changed rows.
create function private.refresh_statistics() returns text
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  stale text;
begin
  with sizes as (
    select class.oid, case when class.reltuples < 0 then 0 else class.relpages end as known,
           pg_catalog.pg_relation_size(class.oid) / pg_catalog.current_setting('block_size')::bigint as pages
    from pg_catalog.pg_class as class join pg_catalog.pg_namespace as namespace on namespace.oid = class.relnamespace
    where class.relkind = 'r' and namespace.nspname in ('public', 'private', 'auth')
      and pg_catalog.pg_has_role(class.relowner, 'usage')
  )
  select oid::pg_catalog.regclass::text into stale from sizes
  where abs(pages - known) > 4 + known / 10 order by abs(pages - known) desc limit 1;
  if stale is not null then execute 'analyze ' || stale; end if;
  return stale;
end
$$;
revoke execute on function private.refresh_statistics() from public;
grant execute on function private.refresh_statistics() to service_role;
