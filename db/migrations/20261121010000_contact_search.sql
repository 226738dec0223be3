-- Finding contacts by any part of what is known of them, at any number of contacts.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- One field a line: what is searched never spans two of them. Named like the other keys, which no audit entry repeats.
alter table public.crm_contacts add column search_key text not null generated always as (
  lower(first_name || ' ' || last_name || e'\n' || coalesce(email, '') || e'\n' || coalesce(company, '')
    || e'\n' || coalesce(service_request, ''))) stored;
create index crm_contacts_search_key_idx on public.crm_contacts using gin (search_key extensions.gin_trgm_ops);
create index crm_contacts_name_key_trgm_idx on public.crm_contacts using gin (name_key extensions.gin_trgm_ops);

-- Contacts without an address, a company or a wish come last in both directions.
create index crm_contacts_email_key_descending_idx on public.crm_contacts (email_key desc nulls last, id desc);
create index crm_contacts_company_key_descending_idx on public.crm_contacts (company_key desc nulls last, id desc);
create index crm_contacts_service_request_key_descending_idx
  on public.crm_contacts (service_request_key desc nulls last, id desc);

-- The contacts, for searching. Under row-level security PostgreSQL uses no index for LIKE, whose operator is not marked
-- leakproof; here the one condition is the policy's own, asked once before any row is looked at.
create view public.contact_search with (security_invoker = false) as
  select id, first_name, last_name, email, phone, phone_type, company, status, notes, service_request, text_consent,
         created_at, updated_at, name_key, email_key, company_key, service_request_key, search_key
  from public.crm_contacts
  where (select private.is_manager());

-- The service requests there are: steps from each to the next along an index, however many contacts share it.
create view public.contact_services with (security_invoker = true) as
  with recursive service (name) as (
    (select service_request from public.crm_contacts where service_request > '' order by service_request limit 1)
    union all
    select (select service_request from public.crm_contacts
            where service_request > service.name order by service_request limit 1)
    from service where service.name is not null
  )
  select name as service_request from service where name is not null;

revoke all on public.contact_search, public.contact_services from anon, authenticated, service_role;
grant select on public.contact_search, public.contact_services to authenticated;
