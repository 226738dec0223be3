-- Mail that the server sends, and emails with contacts in both directions. An email is a row of communication_logs with its
-- details in email_messages. Bytes of attachments are in the file store.

-- A mail may contain a link that opens an account, so staff cannot read this table. The row is deleted once its mail is sent,
-- refused or expired; its job stays.
create table private.outgoing_mails (
  id uuid constraint outgoing_mails_pkey primary key default gen_random_uuid(),
  kind text not null constraint outgoing_mails_kind_check
    check (kind in ('account', 'lead', 'digest', 'confirmation', 'staff', 'meeting')),
  message jsonb not null constraint outgoing_mails_message_check check (jsonb_typeof(message) = 'object'),
  -- A later mail would only confuse: its link has expired.
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  log_id uuid constraint outgoing_mails_log_id_fkey references public.communication_logs (id) on delete cascade
);
create index outgoing_mails_log_id_idx on private.outgoing_mails (log_id);

comment on table private.outgoing_mails is 'Mails that wait for the mail server.';
comment on column private.outgoing_mails.id is 'Primary key.';
comment on column private.outgoing_mails.kind is 'account, lead, digest, confirmation, staff or meeting.';
comment on column private.outgoing_mails.message is '{ to, subject, text, html, replyTo }.';
comment on column private.outgoing_mails.expires_at is 'After that the mail is no longer sent.';
comment on column private.outgoing_mails.created_at is 'When the row was created.';
comment on column private.outgoing_mails.log_id is 'The email in the history that staff wrote; null for other kinds.';

grant select, delete on private.outgoing_mails to service_role;

-- Limits the mails per address, so that a stranger cannot fill a mailbox by typing its address into our forms. Requests for
-- account mails are limited where they are made.
create function private.may_mail(kind text, recipient text, sender text, at timestamptz) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  return case kind
    when 'confirmation' then
      private.take_rate_limit('mail:confirmation:sender:' || sender, 10, 3600, at) = 0
      and private.take_rate_limit('mail:confirmation:hour:' || lower(recipient), 2, 3600, at) = 0
      and private.take_rate_limit('mail:confirmation:day:' || lower(recipient), 5, 86400, at) = 0
    when 'meeting' then
      private.take_rate_limit('mail:meeting:hour:' || lower(recipient), 6, 3600, at) = 0
      and private.take_rate_limit('mail:meeting:day:' || lower(recipient), 12, 86400, at) = 0
    when 'lead' then private.take_rate_limit('mail:lead:' || lower(recipient), 60, 3600, at) = 0
    else true
  end;
end
$$;

-- Writes a mail and its job in the caller's transaction. Returns null, and writes nothing, if the address is over its limit.
-- `sender` is the visitor's IP address; the server's own mails have none. Account mails are urgent: someone waits for them.
create function private.write_mail(kind text, message jsonb, sender text, at timestamptz, expires timestamptz) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  recipient constant text := message ->> 'to';
  written uuid;
begin
  if not private.may_mail(kind, recipient, coalesce(sender, ''), at) then
    return null;
  end if;
  insert into private.outgoing_mails as mail (kind, message, expires_at, created_at)
  values (write_mail.kind, write_mail.message, expires, at) returning mail.id into written;
  insert into public.jobs (queue, payload, lane, run_at, urgent)
  values ('mails', pg_catalog.jsonb_build_object('mail', written), lower(recipient), at, write_mail.kind = 'account');
  return written;
end
$$;
grant execute on function private.write_mail(text, jsonb, text, timestamptz, timestamptz) to service_role, supabase_auth_admin;

create table private.lead_mail_refusals (
  address text constraint lead_mail_refusals_pkey primary key
    constraint lead_mail_refusals_address_check check (address = lower(address) and length(address) <= 320),
  refused_at timestamptz not null
);

comment on table private.lead_mail_refusals is 'Addresses without an account that want no mail about leads.';
comment on column private.lead_mail_refusals.address is 'Email address in lower case.';
comment on column private.lead_mail_refusals.refused_at is 'When it was refused.';

alter table private.lead_mail_refusals enable row level security;
grant select, insert, delete on private.lead_mail_refusals to service_role;

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

-- Records the outcome of an email by staff; does nothing for other mails.
create function private.settle_email(mail uuid, new_status text, reason text) returns void
  language sql volatile security definer set search_path = ''
  as $$
    update public.communication_logs set status = new_status, error_message = left(reason, 1000)
    where id = (select log_id from private.outgoing_mails where id = mail) and status in ('queued', 'sending')
  $$;
grant execute on function private.settle_email(uuid, text, text) to service_role;

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

alter table private.mailbox_positions enable row level security;
alter table private.mailbox_problems enable row level security;
grant select, insert, update on private.mailbox_positions to service_role;
grant select, insert on private.mailbox_problems to service_role;

-- Records that an email came back, or is delayed. One that came back was no reply: private.refresh_waiting does not count it.
-- Returns whether it came back and nobody knew.
create function private.fail_email(log uuid, reason text, gave_up boolean) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  update public.communication_logs
  set delivery_status = case when gave_up then 'bounced' else 'delayed' end,
      status = case when gave_up then 'failed' else status end,
      error_message = case when gave_up then left(reason, 1000) else error_message end
  where id = log and type = 'email' and direction = 'outbound' and delivery_status is distinct from 'bounced';
  return found and gave_up;
end
$$;
grant execute on function private.fail_email(uuid, text, boolean) to service_role;

-- Names among these that no message uses, sent or not.
create function private.find_unused_attachments(names text[]) returns setof text
  language sql stable security definer set search_path = ''
  as $$
    select name from unnest(names) as name
    where not exists (select from public.email_attachments where stored_as = name)
      and not exists (select from public.text_media where stored_as = name)
      and not exists (select from private.unsent_files where stored_as = name)
  $$;
grant execute on function private.find_unused_attachments(text[]) to service_role;
