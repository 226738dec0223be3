-- Each text, call and email planned the statements that keep the list of waiting people anew, which took three times as long as
-- running them.
alter function private.refresh_changed_people() set plan_cache_mode = 'force_generic_plan';

-- In PL/pgSQL, which keeps plans.
create or replace function private.refresh_last_heard(contacts uuid[]) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  update public.crm_contacts as contact
  set last_heard_key = heard.at
  from (
    select id, greatest(
      (select max(received_at) from public.contact_submissions as submission where submission.contact_id = person.id),
      (select max(coalesce(attempted_at, created_at)) from public.communication_logs as log
       where log.contact_id = person.id and purpose = 'staff'
         and (direction = 'inbound' or status in ('sent', 'initiated', 'unknown')))) as at
    from public.crm_contacts as person
    where id = any (contacts)) as heard
  where heard.id = contact.id and contact.last_heard_key is distinct from heard.at;
end
$$;

-- Asks for the sizes of files, which is slow, only after what could fill a few pages was written.
create or replace function private.refresh_statistics() returns text
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  stale text;
  written constant pg_catalog.pg_lsn := pg_catalog.pg_current_wal_insert_lsn();
  fresh_at constant pg_catalog.pg_lsn := nullif(pg_catalog.current_setting('private.statistics_fresh_at', true), '');
begin
  if written - fresh_at < 24000 then return null; end if;
  with sizes as (
    select class.oid, case when class.reltuples < 0 then 0 else class.relpages end as known,
           pg_catalog.pg_relation_size(class.oid) / pg_catalog.current_setting('block_size')::bigint as pages
    from pg_catalog.pg_class as class join pg_catalog.pg_namespace as namespace on namespace.oid = class.relnamespace
    where class.relkind = 'r' and namespace.nspname in ('public', 'private', 'auth')
      and pg_catalog.pg_has_role(class.relowner, 'usage')
  )
  select oid::pg_catalog.regclass::text into stale from sizes
  where abs(pages - known) > 4 + known / 10 order by abs(pages - known) desc limit 1;
  if stale is null then perform pg_catalog.set_config('private.statistics_fresh_at', written::text, false);
  else execute 'analyze ' || stale;
  end if;
  return stale;
end
$$;
