-- The server reads the reply times of the results, to print their median on public pages.

-- As before, and for the server.
create or replace function private.result_leads(monday date, weeks integer, owner text) returns setof public.crm_contacts
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  zone constant text := (select time_zone from private.reply_rules);
begin
  if not private.is_manager() and auth.role() is distinct from 'service_role' then
    raise exception 'Only managers and admins see the results.' using errcode = '42501';
  end if;
  if weeks not between 1 and 53 or extract(isodow from monday) <> 1 then
    raise exception 'The period must begin on a Monday and have 1 to 53 weeks.' using errcode = '22023';
  end if;
  return query select * from public.crm_contacts as contact
    where created_at >= monday::timestamp at time zone zone
      and created_at < (monday + 7 * weeks)::timestamp at time zone zone
      and source is distinct from 'import'
      and (owner is null or owner_id is not distinct from nullif(owner, 'none')::uuid);
end
$$;
grant execute on function private.result_answers(date, integer, text) to service_role;
