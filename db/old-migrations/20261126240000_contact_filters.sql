-- Where a contact came from, and more filters for saved views.

alter table public.crm_contacts
  add column source text constraint crm_contacts_source_check check (source in ('website', 'phone', 'import', 'staff'));
comment on column public.crm_contacts.source is
  'How the contact came to us: website (contact form), phone (a text or call), import or staff. Null if unknown.';

-- What staff and imports add; the contact form and the telephone say so themselves. Restored contacts keep what they had.
create function private.set_contact_source() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.source := case when nullif(current_setting('private.import_id', true), '') is not null then 'import'
                     when auth.uid() is not null then 'staff' end;
  return new;
end
$$;
create trigger crm_contacts_set_source before insert on public.crm_contacts
  for each row when (new.source is null and current_user in ('authenticated', 'service_role'))
  execute function private.set_contact_source();

-- As before, and says that the contact came by phone.
create or replace function private.contact_of_number(number text)
  returns table (id uuid, name text, is_new boolean)
  language plpgsql volatile set search_path = ''
  as $$
declare
  declared constant jsonb := coalesce(nullif(current_setting('private.phone_numbers', true), ''), '{}')::jsonb;
  readable constant text := case when declared ->> number is null then number
    else regexp_replace(number, '^\+1(\d{3})(\d{3})(\d{4})$', '(\1) \2-\3') end;
begin
  for look in 1..2 loop
    return query
      select contact.id, trim(contact.first_name || ' ' || contact.last_name), false
      from public.crm_contacts as contact
      where contact.phone_e164 = number or (contact.phone_e164 is null and contact.phone = number)
      order by (select max(log.created_at) from public.communication_logs as log where log.contact_id = contact.id)
        desc nulls last, contact.created_at, contact.id
      limit 1;
    if found then
      return;
    end if;
    -- Two first texts at the same moment must not create two contacts.
    if look = 1 then
      perform pg_advisory_xact_lock(hashtextextended('number:' || number, 0));
    end if;
  end loop;
  perform set_config('private.phone_numbers', (declared || jsonb_build_object(readable, declared ->> number))::text, true);
  return query
    insert into public.crm_contacts (first_name, phone, source) values (readable, readable, 'phone')
    returning crm_contacts.id, readable, true;
end
$$;

-- Contacts from before, by their first trace. Their history and time of change stay as they are.
alter table public.crm_contacts disable trigger user;
update public.crm_contacts as contact
set source = case
  when added.import_id is not null then 'import'
  when added.actor is not null then 'staff'
  when exists (select from public.contact_submissions as submission
               where submission.contact_id = contact.id and received_at < contact.created_at + interval '1 minute') then 'website'
  when exists (select from public.communication_logs as log
               where log.contact_id = contact.id and direction = 'inbound' and type <> 'email'
                 and log.created_at < contact.created_at + interval '1 minute') then 'phone' end
from public.crm_contacts as each
left join lateral (
  select actor, import_id from public.audit_log
  where row_id = each.id and table_name = 'crm_contacts' and action = 'insert'
  order by occurred_at limit 1) as added on true
where each.id = contact.id;
alter table public.crm_contacts enable trigger user;

create index crm_contacts_source_idx on public.crm_contacts (source, created_at desc);

create or replace view public.contact_search with (security_invoker = false) as
  select id, first_name, last_name, email, phone, phone_type, company, status, notes, service_request, text_consent,
         created_at, updated_at, name_key, email_key, company_key, service_request_key, search_key, phone_key,
         owner_id, next_step, next_step_on, source
  from public.crm_contacts
  where (select private.is_manager());
comment on column public.contact_search.source is 'How the contact came to us: website, phone, import or staff.';

create or replace function private.are_contact_filters(filters jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select jsonb_typeof(filters) = 'object' and coalesce((
      select bool_and(jsonb_typeof(value) = 'string' and length(value #>> '{}') between 1 and 200 and case key
        when 'q' then true
        when 'service' then true
        when 'status' then value #>> '{}' in ('lead', 'prospect', 'customer', 'inactive')
        when 'owner' then value #>> '{}' ~ '^(me|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$'
        when 'source' then value #>> '{}' in ('website', 'phone', 'import', 'staff')
        when 'added' then value #>> '{}' ~ '^(\d{1,3}d|\d{4}-\d\d-\d\d\.\.(\d{4}-\d\d-\d\d)?|\.\.\d{4}-\d\d-\d\d)$'
        when 'due' then value #>> '{}' in ('today', 'week', 'none')
        when 'quiet' then value #>> '{}' ~ '^\d{1,3}d$'
        when 'texts' then value #>> '{}' = 'ok'
        when 'phone' then value #>> '{}' = 'yes'
        when 'sort' then value #>> '{}' in ('created_at', 'name', 'email', 'company', 'status', 'service_request', 'next_step_on',
                                            'last_heard')
        when 'dir' then value #>> '{}' in ('asc', 'desc')
        else false end)
      from jsonb_each(case jsonb_typeof(filters) when 'object' then filters else '{}' end)), true)
  $$;
comment on column public.contact_views.filters is
  'Filters and order, all as text: q, service, status, owner (me, none or an id), source, added (30d or 2026-11-01..2026-11-30), due (today, week, none), quiet (30d), texts (ok), phone (yes), sort, dir.';
