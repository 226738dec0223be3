-- Contacts are found by any part of their telephone number, however it was written: by its digits alone.

-- Stored, because a search that follows another index looks at it row by row. Named like the other keys, which no audit
-- entry repeats.
alter table public.crm_contacts
  add column phone_key text generated always as (regexp_replace(phone, '\D', '', 'g')) stored;
create index crm_contacts_phone_key_trgm_idx on public.crm_contacts using gin (phone_key extensions.gin_trgm_ops);

create or replace view public.contact_search with (security_invoker = false) as
  select id, first_name, last_name, email, phone, phone_type, company, status, notes, service_request, text_consent,
         created_at, updated_at, name_key, email_key, company_key, service_request_key, search_key, phone_key
  from public.crm_contacts
  where (select private.is_manager());
