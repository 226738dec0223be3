-- When we last wrote to, spoke with or heard from a contact. Kept with the contact, so that the list can sort 100,000 of them by it.

alter table public.crm_contacts
  add column last_heard_key timestamptz constraint crm_contacts_last_heard_key_check check (isfinite(last_heard_key));
comment on column public.crm_contacts.last_heard_key is
  'When the last message, email or call from or to the contact was. A sort key: the audit log and the undo of merges leave it out.';

-- No change of a person by staff: a form that is open stays current.
drop trigger crm_contacts_touch_updated_at on public.crm_contacts;
create trigger crm_contacts_touch_updated_at before update on public.crm_contacts
  for each row when (new.last_heard_key is not distinct from old.last_heard_key)
  execute function private.touch_updated_at();

create function private.refuse_last_heard() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  raise exception 'column "last_heard_key" follows the messages and calls and cannot be written' using errcode = '428C9';
end
$$;
create trigger crm_contacts_refuse_last_heard_insert before insert on public.crm_contacts
  for each row when (new.last_heard_key is not null and current_user in ('authenticated', 'service_role'))
  execute function private.refuse_last_heard();
create trigger crm_contacts_refuse_last_heard_update before update of last_heard_key on public.crm_contacts
  for each row when (new.last_heard_key is distinct from old.last_heard_key
                     and current_user in ('authenticated', 'service_role'))
  execute function private.refuse_last_heard();

-- Neither what rules of the product sent counts nor what never left.
create function private.refresh_last_heard(contacts uuid[]) returns void
  language sql volatile security definer set search_path = ''
  as $$
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
    where heard.id = contact.id and contact.last_heard_key is distinct from heard.at
  $$;

-- As before, and keeps when contacts were last heard. Per statement, so that moving thousands of rows of one contact computes it once.
create or replace function private.refresh_changed_people() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  contacts uuid[];
  numbers text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct contact_id), array_agg(distinct to_jsonb(changed) ->> 'phone_number') filter (where contact_id is null)
    into contacts, numbers from new_rows as changed;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct contact_id), array_agg(distinct to_jsonb(changed) ->> 'phone_number') filter (where contact_id is null)
    into contacts, numbers from old_rows as changed;
  else
    select array_agg(distinct contact_id), array_agg(distinct to_jsonb(changed) ->> 'phone_number') filter (where contact_id is null)
    into contacts, numbers from (select * from new_rows union all select * from old_rows) as changed;
  end if;
  contacts := array_remove(contacts, null);
  numbers := array_remove(numbers, null);
  if cardinality(contacts) > 0 or cardinality(numbers) > 0 then
    perform private.refresh_waiting(coalesce(contacts, '{}'), coalesce(numbers, '{}'));
    perform private.refresh_last_heard(coalesce(contacts, '{}'));
  end if;
  return null;
end
$$;

-- Computes all contacts again: after rows were written without triggers.
create function private.refresh_all_last_heard() returns void
  language sql volatile security definer set search_path = ''
  as $$
    select private.refresh_last_heard(array(
      select contact_id from public.communication_logs where contact_id is not null
      union select contact_id from public.contact_submissions where contact_id is not null))
  $$;
grant execute on function private.refresh_all_last_heard() to service_role;
alter table public.crm_contacts disable trigger user;
select private.refresh_all_last_heard();
alter table public.crm_contacts enable trigger user;

create index crm_contacts_last_heard_key_idx on public.crm_contacts (last_heard_key desc nulls last, id desc);

create or replace view public.contact_search with (security_invoker = false) as
  select id, first_name, last_name, email, phone, phone_type, company, status, notes, service_request, text_consent,
         created_at, updated_at, name_key, email_key, company_key, service_request_key, search_key, phone_key,
         owner_id, next_step, next_step_on, source, last_heard_key
  from public.crm_contacts
  where (select private.is_manager());
comment on column public.contact_search.last_heard_key is
  'When the last message, email or call from or to the contact was.';

insert into public.contact_views (name, shared, filters, created_at)
select 'Quiet for 30 days', true, '{"quiet": "30d"}', created_at + interval '4500 microseconds'
from public.contact_views where name = 'Open leads' and owner_id is null;
