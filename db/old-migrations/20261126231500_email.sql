-- Emails in both directions. An email is a row of communication_logs with its details in email_messages. The server writes
-- these tables; staff read them. Bytes of attachments are in the file store.

alter table public.communication_logs drop constraint if exists communication_logs_type_check;
alter table public.communication_logs add constraint communication_logs_type_check check (type in ('call', 'sms', 'email')) not valid;
comment on column public.communication_logs.type is 'sms, call or email.';
comment on column public.communication_logs.phone_number is
  'Number of the other side, in E.164 where known; of an email, the address of the other side in lower case.';
comment on table public.communication_logs is 'Texts, calls and emails with contacts, in both directions, with their delivery.';

alter table private.outgoing_mails drop constraint if exists outgoing_mails_kind_check;
alter table private.outgoing_mails add constraint outgoing_mails_kind_check
  check (kind in ('account', 'lead', 'digest', 'confirmation', 'staff')) not valid;
alter table private.outgoing_mails add column log_id uuid;
alter table private.outgoing_mails add constraint outgoing_mails_log_id_fkey
  foreign key (log_id) references public.communication_logs (id) on delete cascade not valid;
create index outgoing_mails_log_id_idx on private.outgoing_mails (log_id);
comment on column private.outgoing_mails.kind is 'account, lead, digest, confirmation or staff.';
comment on column private.outgoing_mails.log_id is 'The email in the history that staff wrote; null for other kinds.';

create table public.email_messages (
  log_id uuid constraint email_messages_pkey primary key
    constraint email_messages_log_id_fkey references public.communication_logs (id) on delete cascade,
  message_id text not null constraint email_messages_message_id_check check (length(message_id) between 3 and 1000),
  -- Senders reuse Message-IDs; only our own are proof of anything.
  fingerprint text not null default 'ours' constraint email_messages_fingerprint_check check (length(fingerprint) <= 120),
  in_reply_to text constraint email_messages_in_reply_to_check check (length(in_reply_to) <= 1000),
  reference_ids text[] not null default '{}',
  subject text not null default '' constraint email_messages_subject_check check (length(subject) <= 1000),
  body_text text not null default '' constraint email_messages_body_text_check check (length(body_text) <= 100000),
  quoted_text text not null default '' constraint email_messages_quoted_text_check check (length(quoted_text) <= 200000),
  from_address text not null constraint email_messages_from_address_check check (length(from_address) <= 320),
  from_name text not null default '' constraint email_messages_from_name_check check (length(from_name) <= 200),
  to_addresses text[] not null default '{}',
  cc_addresses text[] not null default '{}',
  author text not null constraint email_messages_author_check check (author in ('us', 'verified', 'unverified', 'forged')),
  is_automatic boolean not null default false,
  incomplete text constraint email_messages_incomplete_check check (incomplete in ('too_large', 'unreadable', 'too_long')),
  folder text constraint email_messages_folder_check check (folder in ('inbox', 'sent')),
  uid_validity bigint,
  uid bigint,
  raw_size integer not null default 0 constraint email_messages_raw_size_check check (raw_size >= 0),
  constraint email_messages_message_id_fingerprint_key unique (message_id, fingerprint)
);

comment on table public.email_messages is 'Details of the emails in communication_logs.';
comment on column public.email_messages.log_id is 'The email in communication_logs.';
comment on column public.email_messages.message_id is 'Message-ID with its angle brackets; made up for mail without one.';
comment on column public.email_messages.fingerprint is 'ours for mail this product sent, else a hash that tells mails with the same Message-ID apart.';
comment on column public.email_messages.in_reply_to is 'Message-ID of the mail it answers.';
comment on column public.email_messages.reference_ids is 'Message-IDs of the thread, oldest first.';
comment on column public.email_messages.subject is 'Subject.';
comment on column public.email_messages.body_text is 'What was written, as plain text, without quoted history and signature.';
comment on column public.email_messages.quoted_text is 'Quoted history and signature, shown folded.';
comment on column public.email_messages.from_address is 'Address in From, in lower case.';
comment on column public.email_messages.from_name is 'Name in From. Anybody can write anything there.';
comment on column public.email_messages.to_addresses is 'Addresses in To, in lower case.';
comment on column public.email_messages.cc_addresses is 'Addresses in Cc, in lower case.';
comment on column public.email_messages.author is
  'Whether From can be trusted: us (sent by staff), verified by the receiving mail server, unverified, or forged by its word.';
comment on column public.email_messages.is_automatic is 'An autoresponder or a mailing list wrote it, so it is no reply.';
comment on column public.email_messages.incomplete is 'Why part of it is missing here: too_large, unreadable or too_long; null if nothing is.';
comment on column public.email_messages.folder is 'Folder of the mailbox it was found in; null for mail this product sent.';
comment on column public.email_messages.uid_validity is 'UIDVALIDITY of that folder.';
comment on column public.email_messages.uid is 'UID in that folder.';
comment on column public.email_messages.raw_size is 'Bytes of the whole mail.';

create table public.email_attachments (
  id uuid constraint email_attachments_pkey primary key default gen_random_uuid(),
  log_id uuid not null constraint email_attachments_log_id_fkey references public.email_messages (log_id) on delete cascade,
  position smallint not null,
  file_name text not null constraint email_attachments_file_name_check check (length(file_name) between 1 and 200),
  media_type text not null constraint email_attachments_media_type_check check (length(media_type) <= 100),
  size integer not null constraint email_attachments_size_check check (size >= 0),
  stored_as text constraint email_attachments_stored_as_check check (stored_as ~ '^attachments/[0-9a-f]{64}$'),
  constraint email_attachments_log_id_position_key unique (log_id, position)
);
create index email_attachments_stored_as_idx on public.email_attachments (stored_as);

comment on table public.email_attachments is 'Attachments of received mail. Their bytes are in the file store.';
comment on column public.email_attachments.id is 'Primary key.';
comment on column public.email_attachments.log_id is 'The email.';
comment on column public.email_attachments.position is 'Place in the email, from 0.';
comment on column public.email_attachments.file_name is 'Name the sender gave it, without a path.';
comment on column public.email_attachments.media_type is 'Type the sender claims.';
comment on column public.email_attachments.size is 'Bytes.';
comment on column public.email_attachments.stored_as is 'Name in the file store; null if it was left in the mailbox, because of a limit.';

create table public.email_opt_outs (
  address text constraint email_opt_outs_pkey primary key
    constraint email_opt_outs_address_check check (address = lower(address) and length(address) <= 320),
  opted_out_at timestamptz not null,
  log_id uuid constraint email_opt_outs_log_id_fkey references public.communication_logs (id) on delete set null
);
create index email_opt_outs_log_id_idx on public.email_opt_outs (log_id);

comment on table public.email_opt_outs is 'Addresses whose owner asked for no more mail. Only START from the address lifts it.';
comment on column public.email_opt_outs.address is 'Address in lower case.';
comment on column public.email_opt_outs.opted_out_at is 'When the mail that asked for it arrived.';
comment on column public.email_opt_outs.log_id is 'The email that asked for it.';

alter table public.email_messages enable row level security;
alter table public.email_attachments enable row level security;
alter table public.email_opt_outs enable row level security;
grant select on public.email_messages, public.email_attachments, public.email_opt_outs to authenticated;
grant select, insert on public.email_messages, public.email_attachments to service_role;
grant select, insert, delete on public.email_opt_outs to service_role;
create policy email_messages_read_as_manager on public.email_messages for select to authenticated
  using ((select private.is_manager()));
create policy email_attachments_read_as_manager on public.email_attachments for select to authenticated
  using ((select private.is_manager()));
create policy email_opt_outs_read_as_manager on public.email_opt_outs for select to authenticated
  using ((select private.is_manager()));

-- One row per watched folder: mail up to last_uid has been dealt with. Written in the transaction that files a mail.
create table private.mailbox_positions (
  folder text constraint mailbox_positions_pkey primary key
    constraint mailbox_positions_folder_check check (folder in ('inbox', 'sent')),
  uid_validity bigint not null,
  last_uid bigint not null,
  changed_at timestamptz not null
);

comment on table private.mailbox_positions is 'How far the mailbox has been read, per folder.';
comment on column private.mailbox_positions.folder is 'inbox or sent.';
comment on column private.mailbox_positions.uid_validity is 'UIDVALIDITY the position belongs to.';
comment on column private.mailbox_positions.last_uid is 'UID of the last mail that was dealt with.';
comment on column private.mailbox_positions.changed_at is 'When that was.';

create table private.mailbox_problems (
  folder text not null,
  uid_validity bigint not null,
  uid bigint not null,
  reason text not null constraint mailbox_problems_reason_check check (length(reason) <= 200),
  raw_size integer not null,
  noticed_at timestamptz not null,
  constraint mailbox_problems_pkey primary key (folder, uid_validity, uid)
);

comment on table private.mailbox_problems is 'Mails that could not be read at all, so that one of them does not block the next.';
comment on column private.mailbox_problems.folder is 'inbox or sent.';
comment on column private.mailbox_problems.uid_validity is 'UIDVALIDITY of the folder.';
comment on column private.mailbox_problems.uid is 'UID of the mail.';
comment on column private.mailbox_problems.reason is 'What went wrong.';
comment on column private.mailbox_problems.raw_size is 'Bytes of the mail.';
comment on column private.mailbox_problems.noticed_at is 'When it was noticed.';

create table private.mailbox_watch (
  id boolean constraint mailbox_watch_pkey primary key default true constraint mailbox_watch_id_check check (id),
  holder uuid not null,
  taken_until timestamptz not null,
  last_read_at timestamptz,
  problem text constraint mailbox_watch_problem_check check (length(problem) <= 500)
);

comment on table private.mailbox_watch is 'Which server instance watches the mailbox. One row.';
comment on column private.mailbox_watch.id is 'Always true: there is only one row.';
comment on column private.mailbox_watch.holder is 'The instance.';
comment on column private.mailbox_watch.taken_until is 'Until then no other instance watches.';
comment on column private.mailbox_watch.last_read_at is 'When the mailbox was last reached.';
comment on column private.mailbox_watch.problem is 'Why it cannot be reached now; null if it can.';

alter table private.mailbox_positions enable row level security;
alter table private.mailbox_problems enable row level security;
alter table private.mailbox_watch enable row level security;
grant select, insert, update on private.mailbox_positions, private.mailbox_watch to service_role;
grant select, insert on private.mailbox_problems to service_role;

-- An email by staff that the mail server took, or that was found in the folder of sent mail, is a reply.
create function private.end_waiting_by_email() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.end_waiting(new.contact_id, null, new.created_at, new.sent_by, 'email');
  return null;
end
$$;
create trigger communication_logs_end_waiting_by_email after update of status on public.communication_logs
  for each row when (new.type = 'email' and new.direction = 'outbound' and new.purpose = 'staff'
                     and new.status = 'sent' and old.status <> 'sent')
  execute function private.end_waiting_by_email();
create trigger communication_logs_end_waiting_by_sent_email after insert on public.communication_logs
  for each row when (new.type = 'email' and new.direction = 'outbound' and new.purpose = 'staff' and new.status = 'sent')
  execute function private.end_waiting_by_email();

-- Records the outcome of an email by staff; does nothing for other mails.
create function private.settle_email(mail uuid, new_status text, reason text) returns void
  language sql volatile security definer set search_path = ''
  as $$
    update public.communication_logs set status = new_status, error_message = left(reason, 1000)
    where id = (select log_id from private.outgoing_mails where id = mail) and status in ('queued', 'sending')
  $$;
grant execute on function private.settle_email(uuid, text, text) to service_role;

-- Writes an email by staff and its job in the caller's transaction. The Message-ID is the id of the outgoing mail, which
-- cannot be guessed, so a mail that names it answers ours.
create function private.write_staff_email(log uuid, message jsonb, at timestamptz, expires timestamptz) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  written constant uuid := private.write_mail('staff', message, null, at, expires);
begin
  update private.outgoing_mails set log_id = log where id = written;
  return written;
end
$$;
grant execute on function private.write_staff_email(uuid, jsonb, timestamptz, timestamptz) to service_role;

-- An email that came back was no reply: who waited for it waits again.
create function private.fail_email(log uuid, reason text, gave_up boolean) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  failed public.communication_logs;
begin
  update public.communication_logs
  set delivery_status = case when gave_up then 'bounced' else 'delayed' end,
      status = case when gave_up then 'failed' else status end,
      error_message = case when gave_up then left(reason, 1000) else error_message end
  where id = log and type = 'email' and direction = 'outbound' and delivery_status is distinct from 'bounced'
  returning * into failed;
  if failed.id is null or not gave_up then
    return false;
  end if;
  update public.communication_logs set awaits_reply = true
  where contact_id = failed.contact_id and direction = 'inbound' and not awaits_reply
    and answered_at = failed.created_at and answered_by is not distinct from failed.sent_by;
  delete from public.submission_answers as answer using public.contact_submissions as submission
  where submission.id = answer.submission_id and submission.contact_id = failed.contact_id
    and answer.method = 'email' and answer.answered_at = failed.created_at;
  return true;
end
$$;
grant execute on function private.fail_email(uuid, text, boolean) to service_role;

-- Every row about a person by table, without secrets for signing in.
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
    union all select 'public.submission_answers', id::text, to_jsonb(row) from public.submission_answers as row
      where submission_id in (select id from submissions)
    union all select 'public.communication_logs', id::text, to_jsonb(row) from logs as row
    union all select 'public.delivery_events', id::text, to_jsonb(row) from public.delivery_events as row
      where log_id in (select id from logs)
    union all select 'public.email_messages', log_id::text, to_jsonb(row) from public.email_messages as row
      where log_id in (select id from logs)
    union all select 'public.email_attachments', id::text, to_jsonb(row) from public.email_attachments as row
      where log_id in (select id from logs)
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
