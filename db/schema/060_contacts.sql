-- Contacts, their owners, and notes about them.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

create table public.crm_contacts (
  id uuid constraint crm_contacts_pkey primary key default gen_random_uuid(),
  first_name text not null constraint crm_contacts_first_name_check check (length(first_name) between 1 and 200),
  last_name text not null default '' constraint crm_contacts_last_name_check check (length(last_name) <= 200),
  -- Null only for people of whom we have just a phone number.
  email text constraint crm_contacts_email_check check (length(email) between 3 and 320 and position('@' in email) > 1),
  phone text constraint crm_contacts_phone_check check (length(phone) <= 50),
  -- Written by crm_contacts_derive_phone_e164 alone.
  phone_e164 text,
  phone_type text not null default 'mobile'
    constraint crm_contacts_phone_type_check check (phone_type in ('mobile', 'landline', 'work', 'other')),
  company text constraint crm_contacts_company_check check (length(company) <= 200),
  status text not null default 'lead'
    constraint crm_contacts_status_check check (status in ('lead', 'prospect', 'customer', 'inactive')),
  notes text constraint crm_contacts_notes_check check (length(notes) <= 100000),
  service_request text constraint crm_contacts_service_request_check check (length(service_request) <= 200),
  -- The current state of consent_events, written by their trigger.
  text_consent boolean not null default false,
  -- Sort keys: independent of case and of the database's collation. The audit log leaves out all columns named …_key.
  name_key text not null generated always as (lower(first_name || ' ' || last_name)) stored,
  email_key text generated always as (lower(email)) stored,
  company_key text generated always as (lower(company)) stored,
  service_request_key text generated always as (lower(service_request)) stored,
  -- Dates that clients may write: 'infinity' or the year 200000 would break what shows them.
  created_at timestamptz not null default now()
    constraint crm_contacts_created_at_check check (created_at between '1900-01-01' and '2200-01-01'),
  updated_at timestamptz not null default now()
    constraint crm_contacts_updated_at_check check (updated_at between '1900-01-01' and '2200-01-01'),
  -- One field per line, so that no match spans two fields.
  search_key text not null generated always as (
    lower(first_name || ' ' || last_name || e'\n' || coalesce(email, '') || e'\n' || coalesce(company, '')
      || e'\n' || coalesce(service_request, ''))) stored,
  phone_key text generated always as (regexp_replace(phone, '\D', '', 'g')) stored,
  owner_id uuid constraint crm_contacts_owner_id_fkey references public.profiles (id) on delete set null,
  -- One step with one date: a list of tasks would be a second place to look.
  next_step text
    constraint crm_contacts_next_step_check check (length(trim(next_step)) > 0 and length(next_step) <= 200 and next_step !~ '[\r\n]'),
  next_step_on date
    constraint crm_contacts_next_step_on_check check (next_step_on between '1900-01-01' and '2200-01-01'),
  source text constraint crm_contacts_source_check check (source in ('website', 'phone', 'import', 'staff')),
  -- Kept with the contact, so that the list can sort and filter 100,000 of them: 140_waiting.sql writes the first of these,
  -- 190_results.sql the origin, and a trigger below the times of the status.
  last_heard_key timestamptz constraint crm_contacts_last_heard_key_check check (isfinite(last_heard_key)),
  first_page_key text,
  sent_by_key text,
  campaign_key text,
  prospect_key timestamptz constraint crm_contacts_prospect_key_check check (isfinite(prospect_key)),
  customer_key timestamptz constraint crm_contacts_customer_key_check check (isfinite(customer_key)),
  constraint crm_contacts_next_step_next_step_on_check check ((next_step is null) = (next_step_on is null))
);
create index crm_contacts_created_at_idx on public.crm_contacts (created_at desc, id);
create index crm_contacts_name_key_idx on public.crm_contacts (name_key, id);
create index crm_contacts_email_key_idx on public.crm_contacts (email_key, id);
create index crm_contacts_company_key_idx on public.crm_contacts (company_key, id);
create index crm_contacts_service_request_key_idx on public.crm_contacts (service_request_key, id);
create index crm_contacts_phone_e164_idx on public.crm_contacts (phone_e164) where phone_e164 is not null;
create index crm_contacts_status_idx on public.crm_contacts (status, created_at desc);
create index crm_contacts_service_request_idx on public.crm_contacts (service_request);
create index crm_contacts_search_key_idx on public.crm_contacts using gin (search_key extensions.gin_trgm_ops);
create index crm_contacts_name_key_trgm_idx on public.crm_contacts using gin (name_key extensions.gin_trgm_ops);
-- Contacts without the field come last in both directions.
create index crm_contacts_email_key_descending_idx on public.crm_contacts (email_key desc nulls last, id desc);
create index crm_contacts_company_key_descending_idx on public.crm_contacts (company_key desc nulls last, id desc);
create index crm_contacts_service_request_key_descending_idx
  on public.crm_contacts (service_request_key desc nulls last, id desc);
create index crm_contacts_phone_key_trgm_idx on public.crm_contacts using gin (phone_key extensions.gin_trgm_ops);
-- Contacts whose number the server still has to normalize or could not.
create index crm_contacts_without_number_idx on public.crm_contacts (phone) where phone is not null and phone_e164 is null;
create index crm_contacts_owner_id_idx on public.crm_contacts (owner_id, created_at desc, id);
create index crm_contacts_next_step_on_idx on public.crm_contacts (next_step_on, id) where next_step_on is not null;
create index crm_contacts_source_idx on public.crm_contacts (source, created_at desc);
-- Contacts nobody heard from come last in both directions.
create index crm_contacts_last_heard_key_idx on public.crm_contacts (last_heard_key desc nulls last, id desc);
create index crm_contacts_last_heard_key_ascending_idx on public.crm_contacts (last_heard_key, id);
create index crm_contacts_notes_words_idx on public.crm_contacts using gin (to_tsvector('simple', notes)) where notes is not null;

comment on table public.crm_contacts is 'Customers and prospects.';
comment on column public.crm_contacts.id is 'Primary key.';
comment on column public.crm_contacts.first_name is 'First name.';
comment on column public.crm_contacts.last_name is 'Last name.';
comment on column public.crm_contacts.email is 'Email address. May be missing.';
comment on column public.crm_contacts.phone is 'Telephone number as it was typed.';
comment on column public.crm_contacts.phone_e164 is 'The same number in E.164, where it is one.';
comment on column public.crm_contacts.phone_type is 'mobile, landline, work or other.';
comment on column public.crm_contacts.company is 'Company.';
comment on column public.crm_contacts.status is 'Stage of the relationship, from lead to customer.';
comment on column public.crm_contacts.notes is 'Notes from before contact_notes.';
comment on column public.crm_contacts.service_request is 'Service the contact asked for.';
comment on column public.crm_contacts.text_consent is 'Whether the contact agreed to texts. consent_events has the evidence.';
comment on column public.crm_contacts.name_key is 'Name in lower case, for sorting. Generated.';
comment on column public.crm_contacts.email_key is 'Email address in lower case, for sorting. Generated.';
comment on column public.crm_contacts.company_key is 'Company in lower case, for sorting. Generated.';
comment on column public.crm_contacts.service_request_key is 'Service in lower case, for sorting. Generated.';
comment on column public.crm_contacts.created_at is 'When the row was created.';
comment on column public.crm_contacts.updated_at is 'When the row was last changed.';
comment on column public.crm_contacts.search_key is 'Name, address, company and service in lower case, for searching. Generated.';
comment on column public.crm_contacts.phone_key is 'Digits of the telephone number, for searching. Generated.';
comment on column public.crm_contacts.owner_id is 'The manager or admin who looks after the contact.';
comment on column public.crm_contacts.next_step is 'What to do next, in one line. Has a date.';
comment on column public.crm_contacts.next_step_on is 'The day the next step is due.';
comment on column public.crm_contacts.source is
  'How the contact came to us: website (contact form), phone (a text or call), import or staff. Null if unknown.';
comment on column public.crm_contacts.last_heard_key is
  'When the last message, email or call from or to the contact was. A sort key: the audit log and the undo of merges leave it out.';
comment on column public.crm_contacts.first_page_key is 'First page of the visit that led to the first inquiry or booking. Null: not said.';
comment on column public.crm_contacts.sent_by_key is 'Site that led to that page, or none. Null: not said.';
comment on column public.crm_contacts.campaign_key is 'Campaign of the link that led to that page, or none. Null: not said.';
comment on column public.crm_contacts.prospect_key is 'When the contact became a prospect or customer. Null for a lead.';
comment on column public.crm_contacts.customer_key is 'When the contact became a customer. Null for a lead or prospect.';

-- A message or an inquiry is no change of the person by staff: a form that is open stays current.
create trigger crm_contacts_touch_updated_at before update on public.crm_contacts
  for each row when ((new.last_heard_key, new.first_page_key, new.sent_by_key, new.campaign_key)
    is not distinct from (old.last_heard_key, old.first_page_key, old.sent_by_key, old.campaign_key))
  execute function private.touch_updated_at();
create trigger crm_contacts_record_change after insert or update or delete on public.crm_contacts
  for each row execute function private.record_change();

alter table public.crm_contacts enable row level security;
grant select, insert, update, delete on public.crm_contacts to authenticated, service_role;
create policy crm_contacts_read_as_manager on public.crm_contacts for select to authenticated
  using ((select private.is_manager()));
create policy crm_contacts_insert_as_manager on public.crm_contacts for insert to authenticated
  with check ((select private.is_manager()));
create policy crm_contacts_update_as_manager on public.crm_contacts for update to authenticated
  using ((select private.is_manager())) with check ((select private.is_manager()));
create policy crm_contacts_delete_as_manager on public.crm_contacts for delete to authenticated
  using ((select private.is_manager()));
select private.enable_realtime('public.crm_contacts');

-- The program normalizes phone numbers (decision 011); SQL only compares the results.
create table private.phone_rule (
  only_row boolean constraint phone_rule_pkey primary key default true constraint phone_rule_only_row_check check (only_row),
  rule text not null
);
-- No rule of the server: its first start sets its own.
insert into private.phone_rule (rule) values ('private.e164');

comment on table private.phone_rule is 'The rule that stored phone numbers follow, in one row.';
comment on column private.phone_rule.only_row is 'Always true: the key allows no second row.';
comment on column private.phone_rule.rule is 'The library and its version; the server renormalizes when its own differs.';

-- Sets phone_e164 from the numbers that the program declared in this transaction: { "phone as typed": "E.164" or null }. An
-- undeclared number has none until the server renormalizes, so the column is never wrong. The trigger's name sorts before
-- crm_contacts_keep_suppressed, which reads the result.
create function private.derive_phone_e164() returns trigger
  language plpgsql set search_path = ''
  as $$
declare
  declared constant jsonb := nullif(current_setting('private.phone_numbers', true), '')::jsonb;
  given constant boolean := case when tg_op = 'INSERT' then new.phone_e164 is not null
                                 else new.phone_e164 is distinct from old.phone_e164 end;
begin
  if given and current_user in ('authenticated', 'service_role') then
    raise exception 'column "phone_e164" is derived from "phone" and cannot be written' using errcode = '428C9';
  end if;
  if not given and (tg_op = 'INSERT' or new.phone is distinct from old.phone or declared ? new.phone) then
    new.phone_e164 := declared ->> new.phone;
  end if;
  return new;
end
$$;
create trigger crm_contacts_derive_phone_e164 before insert or update of phone, phone_e164 on public.crm_contacts
  for each row execute function private.derive_phone_e164();

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

-- Returns whether a profile is a manager or admin, and keeps its role until the transaction ends.
create function private.hold_staff_role(profile uuid) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform from public.profiles where id = profile and role in ('manager', 'admin') for share;
  return found;
end
$$;
grant execute on function private.hold_staff_role(uuid) to authenticated, service_role;

-- Refuses an owner who is no manager or admin. A restore or the undoing of a merge drops such an owner instead: the account may
-- have lost its role since.
create function private.check_owner() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if new.owner_id is not null and not private.hold_staff_role(new.owner_id) then
    if current_user in ('authenticated', 'service_role') then
      raise exception 'The owner of a contact must be a manager or an admin.' using errcode = '23514';
    end if;
    new.owner_id := null;
  end if;
  return new;
end
$$;
create trigger crm_contacts_check_owner before insert or update of owner_id on public.crm_contacts
  for each row execute function private.check_owner();

-- Takes the contacts from an account that is no manager or admin anymore.
create function private.release_contacts() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.crm_contacts set owner_id = null where owner_id = new.id;
  return null;
end
$$;
create trigger profiles_release_contacts after update of role on public.profiles
  for each row when (new.role not in ('manager', 'admin') and old.role in ('manager', 'admin'))
  execute function private.release_contacts();

-- A status set back by mistake does not count. Inactive contacts keep what they were. Restored contacts keep their times.
create function private.set_status_times() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.prospect_key := case new.status when 'lead' then null when 'inactive' then new.prospect_key
                        else coalesce(new.prospect_key, now()) end;
  new.customer_key := case new.status when 'customer' then coalesce(new.customer_key, now())
                        when 'inactive' then new.customer_key end;
  return new;
end
$$;
create trigger crm_contacts_set_status_times before insert or update of status on public.crm_contacts
  for each row execute function private.set_status_times();

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

create function private.refuse_results() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  raise exception 'columns for Results follow the inquiries and the status and cannot be written' using errcode = '428C9';
end
$$;
create trigger crm_contacts_refuse_results_insert before insert on public.crm_contacts
  for each row when (num_nonnulls(new.first_page_key, new.sent_by_key, new.campaign_key, new.prospect_key, new.customer_key) > 0
                     and current_user in ('authenticated', 'service_role'))
  execute function private.refuse_results();
create trigger crm_contacts_refuse_results_update
  before update of first_page_key, sent_by_key, campaign_key, prospect_key, customer_key on public.crm_contacts
  for each row when ((new.first_page_key, new.sent_by_key, new.campaign_key, new.prospect_key, new.customer_key)
                       is distinct from (old.first_page_key, old.sent_by_key, old.campaign_key, old.prospect_key, old.customer_key)
                     and current_user in ('authenticated', 'service_role'))
  execute function private.refuse_results();

-- Under row-level security PostgreSQL uses no index for LIKE, because its operator is not leakproof. This view has the
-- condition of the policy instead, which is evaluated once.
create view public.contact_search with (security_invoker = false) as
  select id, first_name, last_name, email, phone, phone_type, company, status, notes, service_request, text_consent,
         created_at, updated_at, name_key, email_key, company_key, service_request_key, search_key, phone_key,
         owner_id, next_step, next_step_on, source, last_heard_key,
         first_page_key, sent_by_key, campaign_key, prospect_key, customer_key
  from public.crm_contacts
  where (select private.is_manager());

comment on view public.contact_search is 'Contacts for searching, visible to managers. A view, because row-level security on the table would keep LIKE from using its index.';
comment on column public.contact_search.id is 'Id of the contact.';
comment on column public.contact_search.first_name is 'First name.';
comment on column public.contact_search.last_name is 'Last name.';
comment on column public.contact_search.email is 'Email address. May be missing.';
comment on column public.contact_search.phone is 'Telephone number as it was typed.';
comment on column public.contact_search.phone_type is 'mobile, landline, work or other.';
comment on column public.contact_search.company is 'Company.';
comment on column public.contact_search.status is 'Stage of the relationship, from lead to customer.';
comment on column public.contact_search.notes is 'Notes from before contact_notes.';
comment on column public.contact_search.service_request is 'Service the contact asked for.';
comment on column public.contact_search.text_consent is 'Whether the contact agreed to texts. consent_events has the evidence.';
comment on column public.contact_search.created_at is 'When the row was created.';
comment on column public.contact_search.updated_at is 'When the row was last changed.';
comment on column public.contact_search.name_key is 'Name in lower case, for sorting. Generated.';
comment on column public.contact_search.email_key is 'Email address in lower case, for sorting. Generated.';
comment on column public.contact_search.company_key is 'Company in lower case, for sorting. Generated.';
comment on column public.contact_search.service_request_key is 'Service in lower case, for sorting. Generated.';
comment on column public.contact_search.search_key is 'Name, address, company and service in lower case, for searching. Generated.';
comment on column public.contact_search.phone_key is 'Digits of the telephone number, for searching. Generated.';
comment on column public.contact_search.owner_id is 'The manager or admin who looks after the contact.';
comment on column public.contact_search.next_step is 'What to do next, in one line.';
comment on column public.contact_search.next_step_on is 'The day the next step is due.';
comment on column public.contact_search.source is 'How the contact came to us: website, phone, import or staff.';
comment on column public.contact_search.last_heard_key is
  'When the last message, email or call from or to the contact was.';
comment on column public.contact_search.first_page_key is 'First page of the visit that led to the first inquiry or booking.';
comment on column public.contact_search.sent_by_key is 'Site that led to that page, or none.';
comment on column public.contact_search.campaign_key is 'Campaign of the link that led to that page, or none.';
comment on column public.contact_search.prospect_key is 'When the contact became a prospect or customer.';
comment on column public.contact_search.customer_key is 'When the contact became a customer.';

grant select on public.contact_search to authenticated;

-- Steps along the index from each service to the next, so the number of contacts does not matter.
create view public.contact_services with (security_invoker = true) as
  with recursive service (name) as (
    (select service_request from public.crm_contacts where service_request > '' order by service_request limit 1)
    union all
    select (select service_request from public.crm_contacts
            where service_request > service.name order by service_request limit 1)
    from service where service.name is not null
  )
  select name as service_request from service where name is not null;

comment on view public.contact_services is 'Distinct service requests of all contacts.';
comment on column public.contact_services.service_request is 'A service that contacts have asked for.';

grant select on public.contact_services to authenticated;

-- Authors may edit and delete their notes. A deleted one stays for a day, so that its author can undo it; others do not see it.
create table public.contact_notes (
  id uuid constraint contact_notes_pkey primary key default gen_random_uuid(),
  contact_id uuid not null constraint contact_notes_contact_id_fkey references public.crm_contacts (id) on delete cascade,
  author_id uuid default auth.uid() constraint contact_notes_author_id_fkey references public.profiles (id) on delete set null,
  body text not null constraint contact_notes_body_check check (length(trim(body)) between 1 and 10000),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz constraint contact_notes_deleted_at_check check (isfinite(deleted_at))
);
create index contact_notes_contact_id_idx on public.contact_notes (contact_id, created_at desc);
create index contact_notes_author_id_idx on public.contact_notes (author_id);
create index contact_notes_created_at_idx on public.contact_notes (created_at desc);
create index contact_notes_deleted_at_idx on public.contact_notes (deleted_at) where deleted_at is not null;
create index contact_notes_words_idx on public.contact_notes using gin (to_tsvector('simple', body));

comment on table public.contact_notes is 'Notes staff write about a contact.';
comment on column public.contact_notes.id is 'Primary key.';
comment on column public.contact_notes.contact_id is 'Contact the note is about.';
comment on column public.contact_notes.author_id is 'Profile that wrote it. Null once that account is gone.';
comment on column public.contact_notes.body is 'Text of the note.';
comment on column public.contact_notes.created_at is 'When the row was created.';
comment on column public.contact_notes.edited_at is 'When its author last changed the text; null for the original.';
comment on column public.contact_notes.deleted_at is 'When its author deleted it; purged a day later.';

alter table public.contact_notes enable row level security;
grant select, insert, delete on public.contact_notes to service_role;
grant select on public.contact_notes to authenticated;
-- The browser chooses the id, so that a retry after a lost response does not write a second note.
grant insert (id, contact_id, body), update (body, deleted_at) on public.contact_notes to authenticated;
create policy contact_notes_read_as_manager on public.contact_notes for select to authenticated
  using ((select private.is_manager()) and (deleted_at is null or author_id = (select auth.uid())));
create policy contact_notes_insert_as_manager on public.contact_notes for insert to authenticated
  with check ((select private.is_manager()) and author_id = (select auth.uid()));
create policy contact_notes_change_own on public.contact_notes for update to authenticated
  using ((select private.is_manager()) and author_id = (select auth.uid()))
  with check ((select private.is_manager()) and author_id = (select auth.uid()));
select private.enable_realtime('public.contact_notes');

-- The server sets the times.
create function private.date_note() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if new.body <> old.body then
    new.edited_at := now();
  end if;
  new.deleted_at := case when new.deleted_at is not null then coalesce(old.deleted_at, now()) end;
  return new;
end
$$;
create trigger contact_notes_date before update on public.contact_notes
  for each row when (current_user = 'authenticated') execute function private.date_note();
