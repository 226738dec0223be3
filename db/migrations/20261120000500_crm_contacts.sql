-- The people the agency knows.

create table public.crm_contacts (
  id uuid constraint crm_contacts_pkey primary key default gen_random_uuid(),
  first_name text not null constraint crm_contacts_first_name_check check (length(first_name) between 1 and 200),
  last_name text not null default '' constraint crm_contacts_last_name_check check (length(last_name) <= 200),
  -- Empty only for people known by their telephone number alone.
  email text constraint crm_contacts_email_check check (length(email) between 3 and 320 and position('@' in email) > 1),
  phone text constraint crm_contacts_phone_check check (length(phone) <= 50),
  phone_e164 text generated always as (private.e164(phone)) stored,
  phone_type text not null default 'mobile'
    constraint crm_contacts_phone_type_check check (phone_type in ('mobile', 'landline', 'work', 'other')),
  company text constraint crm_contacts_company_check check (length(company) <= 200),
  status text not null default 'lead'
    constraint crm_contacts_status_check check (status in ('lead', 'prospect', 'customer', 'inactive')),
  notes text constraint crm_contacts_notes_check check (length(notes) <= 100000),
  service_request text constraint crm_contacts_service_request_check check (length(service_request) <= 200),
  -- The current state of consent_events, kept by their trigger.
  text_consent boolean not null default false,
  -- What lists sort text by: upper and lower case are one, whatever the database's collation.
  name_key text not null generated always as (lower(first_name || ' ' || last_name)) stored,
  email_key text generated always as (lower(email)) stored,
  company_key text generated always as (lower(company)) stored,
  service_request_key text generated always as (lower(service_request)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index crm_contacts_created_at_idx on public.crm_contacts (created_at desc, id);
create index crm_contacts_name_key_idx on public.crm_contacts (name_key, id);
create index crm_contacts_email_key_idx on public.crm_contacts (email_key, id);
create index crm_contacts_company_key_idx on public.crm_contacts (company_key, id);
create index crm_contacts_service_request_key_idx on public.crm_contacts (service_request_key, id);
create index crm_contacts_phone_e164_idx on public.crm_contacts (phone_e164) where phone_e164 is not null;
create index crm_contacts_status_idx on public.crm_contacts (status, created_at desc);
create index crm_contacts_service_request_idx on public.crm_contacts (service_request);

create trigger crm_contacts_touch_updated_at before update on public.crm_contacts
  for each row execute function private.touch_updated_at();
create trigger crm_contacts_record_change after insert or update or delete on public.crm_contacts
  for each row execute function private.record_change();

alter table public.crm_contacts enable row level security;
revoke all on public.crm_contacts from anon, authenticated, service_role;
grant select, insert, update, delete on public.crm_contacts to service_role;
grant select, insert, update, delete on public.crm_contacts to authenticated;

create policy crm_contacts_read_as_manager on public.crm_contacts for select to authenticated
  using ((select private.is_manager()));
create policy crm_contacts_insert_as_manager on public.crm_contacts for insert to authenticated
  with check ((select private.is_manager()));
create policy crm_contacts_update_as_manager on public.crm_contacts for update to authenticated
  using ((select private.is_manager())) with check ((select private.is_manager()));
create policy crm_contacts_delete_as_manager on public.crm_contacts for delete to authenticated
  using ((select private.is_manager()));
