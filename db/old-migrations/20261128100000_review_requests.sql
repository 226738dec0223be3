-- Each customer is asked for a review at most once, all with the same words.

create table public.review_requests (
  id uuid constraint review_requests_pkey primary key default gen_random_uuid(),
  contact_id uuid not null constraint review_requests_contact_id_fkey references public.crm_contacts (id) on delete cascade,
  outcome text not null default 'declined' constraint review_requests_outcome_check check (outcome in ('sent', 'declined')),
  decided_at timestamptz not null default now(),
  decided_by uuid default auth.uid() constraint review_requests_decided_by_fkey references public.profiles (id) on delete set null,
  -- Written by review_requests_mark_repeated alone.
  repeated boolean not null default false
);
create unique index review_requests_contact_id_key on public.review_requests (contact_id) where not repeated;
create index review_requests_contact_id_idx on public.review_requests (contact_id);
create index review_requests_decided_by_idx on public.review_requests (decided_by);

comment on table public.review_requests is 'Contacts who were asked for a review, or for whom staff decided not to ask.';
comment on column public.review_requests.id is 'Primary key.';
comment on column public.review_requests.contact_id is 'The contact.';
comment on column public.review_requests.outcome is 'sent, or declined by staff. Delete a declined one to undo it.';
comment on column public.review_requests.decided_at is 'When.';
comment on column public.review_requests.decided_by is 'Profile that decided. Null once that account is gone.';
comment on column public.review_requests.repeated is 'Whether a merge brought it to a contact that already had one.';

-- A merge moves the rows of both contacts to one, and undoing the merge moves them back.
create function private.mark_repeated_review_request() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.repeated := exists (
    select from public.review_requests where contact_id = new.contact_id and id <> new.id and not repeated);
  return new;
end
$$;
create trigger review_requests_mark_repeated before update of contact_id on public.review_requests
  for each row execute function private.mark_repeated_review_request();

alter table public.review_requests enable row level security;
grant select, insert, delete on public.review_requests to service_role;
grant select, delete on public.review_requests to authenticated;
grant insert (id, contact_id) on public.review_requests to authenticated;
create policy review_requests_read_as_manager on public.review_requests for select to authenticated
  using ((select private.is_manager()));
-- Only the server, which sends the message, writes another outcome.
create policy review_requests_decline_as_manager on public.review_requests for insert to authenticated
  with check ((select private.is_manager()) and decided_by = (select auth.uid()) and outcome = 'declined');
create policy review_requests_undo_as_manager on public.review_requests for delete to authenticated
  using ((select private.is_manager()) and outcome = 'declined');

-- A request is no reply within the conversation they began, so a text needs recorded consent.
create view public.review_offers with (security_invoker = true) as
  select contact.id,
         case when decision.allowed and decision.reason = 'consent' then 'text'
              when contact.email_key is not null
                and not exists (select from public.email_opt_outs where address = contact.email_key) then 'email' end as channel
  from public.crm_contacts as contact
  cross join lateral private.may_text(contact, contact.phone_e164, now()) as decision
  where contact.status = 'customer'
    and not exists (select from public.review_requests as request where request.contact_id = contact.id);

comment on view public.review_offers is 'Customers who were never asked for a review, and how they can be.';
comment on column public.review_offers.id is 'The contact.';
comment on column public.review_offers.channel is 'text or email; null if neither is allowed.';

grant select on public.review_offers to authenticated, service_role;

-- A request answers nobody: it ends no wait and is no contact by staff.
alter table public.communication_logs
  drop constraint communication_logs_purpose_check,
  add constraint communication_logs_purpose_check
    check (purpose in ('staff', 'text_back', 'help', 'opt_out', 'auto_reply', 'meeting', 'review')) not valid;
comment on column public.communication_logs.purpose is
  'Why it was sent: staff, review, a rule of the product (text_back, help, opt_out, meeting), or auto_reply by a mail program.';

-- As before, with review requests.
create or replace function private.traces_of(who private.person) returns table (relation text, key text, record jsonb)
  language sql stable set search_path = ''
  as $$
    with named as materialized (
      select private.pattern_of(who) as pattern),
    submissions as (
      select * from public.contact_submissions where contact_id = any (who.contacts) or lower(email) = any (who.emails)),
    logs as (
      select * from public.communication_logs where contact_id = any (who.contacts) or phone_number = any (who.numbers)
        or (type = 'email' and phone_number = any (who.emails))),
    merges as (
      select * from public.contact_merges where kept_id = any (who.contacts) or merged_id = any (who.contacts)),
    mails as (
      select * from private.outgoing_mails where private.to_compare(message::text) ~ (select pattern from named)),
    accounts as (
      -- Not accounts of staff.
      select * from auth.users as account where email = any (who.emails)
        and not exists (select from public.profiles where id = account.id and role <> 'client'))
    select 'public.crm_contacts', id::text, to_jsonb(row) from public.crm_contacts as row where id = any (who.contacts)
    union all select 'public.deleted_contacts', id::text, to_jsonb(row) from public.deleted_contacts as row where id = any (who.contacts)
    union all select 'public.contact_merges', id::text, to_jsonb(row) from merges as row
    union all select 'private.contact_merge_records', merge_id::text, to_jsonb(row) from private.contact_merge_records as row
      where merge_id in (select id from merges)
    union all select 'public.contact_notes', id::text, to_jsonb(row) from public.contact_notes as row
      where contact_id = any (who.contacts)
    union all select 'public.contact_submissions', id::text, to_jsonb(row) from submissions as row
    union all select 'public.meetings', id::text, to_jsonb(row) from public.meetings as row
      where contact_id = any (who.contacts) or lower(row.email) = any (who.emails)
    union all select 'public.review_requests', id::text, to_jsonb(row) from public.review_requests as row
      where contact_id = any (who.contacts)
    union all select 'public.reply_marks', id::text, to_jsonb(row) from public.reply_marks as row
      where contact_id = any (who.contacts)
    union all select 'public.waiting_people', id::text, to_jsonb(row) from public.waiting_people as row
      where contact_id = any (who.contacts)
    union all select 'public.communication_logs', id::text, to_jsonb(row) from logs as row
    union all select 'public.delivery_events', id::text, to_jsonb(row) from public.delivery_events as row
      where log_id in (select id from logs)
    union all select 'public.email_messages', log_id::text, to_jsonb(row) from public.email_messages as row
      where log_id in (select id from logs)
    union all select 'public.email_attachments', id::text, to_jsonb(row) from public.email_attachments as row
      where log_id in (select id from logs)
    union all select 'public.text_media', id::text, to_jsonb(row) from public.text_media as row
      where log_id in (select id from logs)
    union all select 'private.unsent_files', id::text, to_jsonb(row) from private.unsent_files as row
      where contact_id = any (who.contacts)
    union all select 'public.email_opt_outs', address, to_jsonb(row) from public.email_opt_outs as row
      where address = any (who.emails)
    union all select 'public.notifications', id::text, to_jsonb(row) from public.notifications as row
      where contact_id = any (who.contacts) or submission_id in (select id from submissions)
        or private.to_compare(title || ' ' || message) ~ (select pattern from named)
    union all select 'private.deleted_notifications', id::text, to_jsonb(row) from private.deleted_notifications as row
      where (copy ->> 'contact_id')::uuid = any (who.contacts)
        or (copy ->> 'submission_id')::uuid in (select id from submissions) or private.to_compare(copy::text) ~ (select pattern from named)
    union all select 'public.contact_import_rows', import_id || ' ' || row_number, to_jsonb(row) from public.contact_import_rows as row
      where contact_id = any (who.contacts) or private.to_compare(cells::text || coalesce(fields::text, '')) ~ (select pattern from named)
    union all select 'public.consent_events', id::text, to_jsonb(row) from public.consent_events as row
      where contact_id = any (who.contacts) or phone_e164 = any (who.numbers) or lower(email) = any (who.emails)
        or submission_id in (select id from submissions)
    union all select 'private.outgoing_mails', id::text, to_jsonb(row) from mails as row
    union all select 'public.jobs', id::text, to_jsonb(row) from public.jobs as row
      where lane = any (who.emails || who.numbers) or payload ->> 'mail' in (select id::text from mails)
        or payload ->> 'log' in (select id::text from logs) or private.to_compare(payload::text) ~ (select pattern from named)
    union all select 'private.simulated_texts', id::text, to_jsonb(row) from private.simulated_texts as row
      where number = any (who.numbers)
    union all select 'auth.users', id::text,
        to_jsonb(row) - array['encrypted_password', 'raw_app_meta_data', 'confirmation_token', 'recovery_token',
          'email_change_token_new', 'email_change_token_current', 'phone_change_token', 'reauthentication_token']
        from accounts as row
    union all select 'public.profiles', id::text, to_jsonb(row) from public.profiles as row where id in (select id from accounts)
    union all select 'auth.sessions', id::text, to_jsonb(row) - array['refresh_token_counter', 'refresh_token_hmac_key'] from auth.sessions as row
      where user_id in (select id from accounts)
    union all select 'public.audit_log', id::text, to_jsonb(row) from public.audit_log as row
      where (row_id = any (who.contacts) or row_id in (select id from accounts))
        -- Not entries that were erased before.
        and exists (select from jsonb_each(changes) where value <> '{}')
  $$;
