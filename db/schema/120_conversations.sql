-- Texts, calls and emails with contacts in both directions, whom staff may text, files in messages, templates, and what the
-- carrier reports. The server writes these tables; staff read them.

create table public.communication_logs (
  id uuid constraint communication_logs_pkey primary key default gen_random_uuid(),
  type text not null constraint communication_logs_type_check check (type in ('call', 'sms', 'email')),
  direction text not null default 'outbound'
    constraint communication_logs_direction_check check (direction in ('outbound', 'inbound')),
  contact_id uuid constraint communication_logs_contact_id_fkey references public.crm_contacts (id) on delete set null,
  phone_number text not null,
  message text,
  -- Our own coarse state; delivery_status is the carrier's.
  status text not null constraint communication_logs_status_check check (status in (
    'queued', 'scheduled', 'sending', 'sent', 'initiated', 'failed', 'unknown', 'received', 'missed', 'canceled')),
  delivery_status text,
  provider_id text constraint communication_logs_provider_id_key unique,
  error_code text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sent_by uuid constraint communication_logs_sent_by_fkey references public.profiles (id) on delete set null,
  purpose text not null default 'staff'
    constraint communication_logs_purpose_check
      check (purpose in ('staff', 'text_back', 'help', 'opt_out', 'auto_reply', 'meeting', 'review')),
  segments smallint constraint communication_logs_segments_check check (segments >= 1),
  error_message text constraint communication_logs_error_message_check check (length(error_message) <= 1000),
  send_at timestamptz,
  override_reason text
    constraint communication_logs_override_reason_check check (length(trim(override_reason)) between 1 and 500),
  attempted_at timestamptz,
  duration_seconds integer constraint communication_logs_duration_seconds_check check (duration_seconds >= 0),
  media_count smallint not null default 0 constraint communication_logs_media_count_check check (media_count >= 0),
  idempotency_key uuid constraint communication_logs_idempotency_key_key unique,
  seen boolean not null default true,
  awaits_reply boolean not null default false
    constraint communication_logs_awaits_reply_direction_check check (not awaits_reply or direction = 'inbound'),
  allowed_by text constraint communication_logs_allowed_by_check check (allowed_by in ('consent', 'reply')),
  call_outcome text
    constraint communication_logs_call_outcome_check check (call_outcome in ('spoke', 'voicemail', 'no_answer')),
  call_note text
    constraint communication_logs_call_note_check check (length(trim(call_note)) > 0 and length(call_note) <= 2000),
  send_later boolean not null default false,
  constraint communication_logs_type_call_outcome_call_note_check
    check (type = 'call' or (call_outcome is null and call_note is null)),
  constraint communication_logs_send_later_type_direction_check
    check (not send_later or (type = 'sms' and direction = 'outbound'))
);
create index communication_logs_created_at_idx on public.communication_logs (created_at desc, id);
create index communication_logs_contact_id_idx on public.communication_logs (contact_id, created_at desc);
create index communication_logs_sent_by_idx on public.communication_logs (sent_by);
create index communication_logs_phone_number_idx on public.communication_logs (phone_number, created_at desc);
create index communication_logs_open_idx on public.communication_logs (phone_number)
  where status in ('queued', 'scheduled', 'sending', 'unknown');
create index communication_logs_unseen_idx on public.communication_logs (contact_id) where not seen;
create index communication_logs_awaits_reply_idx on public.communication_logs (contact_id, created_at) where awaits_reply;
create index communication_logs_send_later_idx on public.communication_logs (contact_id) where send_later and status = 'scheduled';
create index communication_logs_words_idx on public.communication_logs using gin (to_tsvector('simple', message))
  where contact_id is not null and message is not null;

comment on table public.communication_logs is 'Texts, calls and emails with contacts, in both directions, with their delivery.';
comment on column public.communication_logs.id is 'Primary key.';
comment on column public.communication_logs.type is 'sms, call or email.';
comment on column public.communication_logs.direction is 'inbound or outbound.';
comment on column public.communication_logs.contact_id is 'Contact the message belongs to.';
comment on column public.communication_logs.phone_number is
  'Number of the other side, in E.164 where known; of an email, the address of the other side in lower case.';
comment on column public.communication_logs.message is 'Text of the message, or the transcript of a voicemail.';
comment on column public.communication_logs.status is
  'Our own state: queued, scheduled, sending, sent, initiated, failed, unknown, received, missed or canceled.';
comment on column public.communication_logs.delivery_status is 'Last state the carrier reported.';
comment on column public.communication_logs.provider_id is 'The carrier''s id of the message or call.';
comment on column public.communication_logs.error_code is 'The carrier''s error code.';
comment on column public.communication_logs.created_at is 'When the row was created.';
comment on column public.communication_logs.updated_at is 'When the row was last changed.';
comment on column public.communication_logs.sent_by is
  'Profile that sent the text or placed the call. Null: the product itself, or the account is gone.';
comment on column public.communication_logs.purpose is
  'Why it was sent: staff, review, a rule of the product (text_back, help, opt_out, meeting), or auto_reply by a mail program.';
comment on column public.communication_logs.segments is 'SMS segments the carrier bills.';
comment on column public.communication_logs.error_message is 'Why it failed, in the carrier''s words or ours.';
comment on column public.communication_logs.send_at is 'When a text that waits for the end of quiet hours leaves.';
comment on column public.communication_logs.override_reason is 'An admin''s reason to send during quiet hours.';
comment on column public.communication_logs.attempted_at is
  'When it was handed to the carrier. From then on it may have been sent.';
comment on column public.communication_logs.duration_seconds is 'Length of a call in seconds.';
comment on column public.communication_logs.media_count is 'Pictures received with the text.';
comment on column public.communication_logs.idempotency_key is 'Id chosen by the sender, so that a retry is not sent twice.';
comment on column public.communication_logs.seen is 'Whether staff have looked at the incoming text.';
comment on column public.communication_logs.awaits_reply is
  'Whether this text, call or email asks for a reply. Stays true: waiting_people says whether one was given.';
comment on column public.communication_logs.allowed_by is 'What allowed staff to send this text: consent, or reply to somebody who wrote or called first.';
comment on column public.communication_logs.call_outcome is
  'How a call ended: spoke (a reply), voicemail (left by whoever called), no_answer. Null: nobody said.';
comment on column public.communication_logs.call_note is 'What staff note about a call.';
comment on column public.communication_logs.send_later is
  'Whether staff chose the time of sending. Such a text is canceled when the person writes or calls first.';

create trigger communication_logs_touch_updated_at before update on public.communication_logs
  for each row execute function private.touch_updated_at();

alter table public.communication_logs enable row level security;
grant select, insert, update, delete on public.communication_logs to service_role;
grant select on public.communication_logs to authenticated;
grant update (seen, call_outcome, call_note) on public.communication_logs to authenticated;
create policy communication_logs_read_as_manager on public.communication_logs for select to authenticated
  using ((select private.is_manager()));
create policy communication_logs_mark_as_manager on public.communication_logs for update to authenticated
  using ((select private.is_manager())) with check ((select private.is_manager()));
select private.enable_realtime('public.communication_logs');

-- Staff share these: a text that one of them has seen is seen.
create view public.unseen_texts with (security_invoker = true) as
  select contact_id, count(*)::integer as texts, max(created_at) as newest_at
  from public.communication_logs
  where not seen and contact_id is not null
  group by contact_id;

comment on view public.unseen_texts is 'Contacts with texts nobody has looked at.';
comment on column public.unseen_texts.contact_id is 'Contact that sent them.';
comment on column public.unseen_texts.texts is 'How many.';
comment on column public.unseen_texts.newest_at is 'When the newest arrived.';

grant select on public.unseen_texts to authenticated, service_role;

create function private.last_inbound_at(number text) returns timestamptz
  language sql stable set search_path = ''
  as $$
    select max(created_at) from public.communication_logs where phone_number = number and direction = 'inbound'
  $$;
grant execute on function private.last_inbound_at(text) to authenticated, service_role;

-- Returns whether a number is in the United States or Canada. Bermuda and the Caribbean share +1 but not its price.
create function private.is_domestic_number(number text) returns boolean
  language sql immutable set search_path = ''
  as $$
    select number ~ '^\+1\d{10}$' and substr(number, 3, 3) <> all (string_to_array(
      '242 246 264 268 284 345 441 473 649 658 664 721 758 767 784 809 829 849 868 869 876', ' '))
  $$;
grant execute on function private.is_domestic_number(text) to authenticated, service_role;

-- Decides whether a text to `number` is allowed at a moment, and why: asked when a text is queued, when it is sent and by the
-- screen. `contact` is its contact, null if that is deleted. `written_as` and `written_at` are set for a text that waits: one
-- written as a reply stays one until a withdrawal, so it may wait for the morning. Hours are separate (texting-hours.ts). Reasons:
--   consent          the contact agreed, since `since`
--   reply            they texted or called at `since`, so staff may answer until `until`
--   missed_call      an automatic answer to their call
--   no_phone, invalid_number, foreign_number   the number cannot be texted
--   opted_out        they texted STOP at `since`, or the carrier reported it; only START lifts that
--   no_consent       nothing allows it; they withdrew consent at `since`, if they ever did
create function private.may_text(
  contact public.crm_contacts, number text, at timestamptz,
  purpose text default 'staff', written_as text default null, written_at timestamptz default null,
  out allowed boolean, out reason text, out since timestamptz, out until timestamptz)
  language plpgsql stable set search_path = ''
  as $$
declare
  inbound_at timestamptz;
  withdrawn_at timestamptz;
begin
  if number is null then
    reason := case when coalesce(trim(contact.phone), '') = '' then 'no_phone' else 'invalid_number' end;
  elsif not private.is_domestic_number(number) then
    reason := 'foreign_number';
  else
    withdrawn_at := (select max(event.occurred_at) from public.consent_events as event
                     where event.phone_e164 = number and event.action = 'revoke');
    if private.is_suppressed(number) then
      reason := 'opted_out';
      since := withdrawn_at;
    elsif purpose = 'text_back' then
      reason := 'missed_call';
    elsif contact.phone_e164 = number and contact.text_consent then
      reason := 'consent';
      since := (select max(event.occurred_at) from public.consent_events as event
                where event.contact_id = contact.id and event.action = 'grant');
    else
      inbound_at := private.last_inbound_at(number);
      if contact.phone_e164 = number and (
        (written_as = 'reply' and coalesce(withdrawn_at < written_at, true))
        or (inbound_at + interval '24 hours' >= at and coalesce(withdrawn_at < inbound_at, true)))
      then
        reason := 'reply';
        since := inbound_at;
        until := inbound_at + interval '24 hours';
      else
        reason := 'no_consent';
        since := withdrawn_at;
      end if;
    end if;
  end if;
  allowed := reason in ('consent', 'reply', 'missed_call');
end
$$;
grant execute on function private.may_text(public.crm_contacts, text, timestamptz, text, text, timestamptz)
  to authenticated, service_role;

-- Shown before staff write a text.
create view public.texting_contacts with (security_invoker = true) as
  select contact.id, contact.first_name, contact.last_name, contact.company, contact.phone, contact.phone_e164,
         decision.allowed, decision.reason, decision.since, decision.until,
         private.last_inbound_at(contact.phone_e164) as last_inbound_at
  from public.crm_contacts as contact
  cross join lateral private.may_text(contact, contact.phone_e164, now()) as decision;

comment on view public.texting_contacts is 'Contacts, and whether they may be texted now.';
comment on column public.texting_contacts.id is 'The contact.';
comment on column public.texting_contacts.first_name is 'First name.';
comment on column public.texting_contacts.last_name is 'Last name.';
comment on column public.texting_contacts.company is 'Company.';
comment on column public.texting_contacts.phone is 'Phone number as it was typed.';
comment on column public.texting_contacts.phone_e164 is 'The same in E.164; null if it cannot be one.';
comment on column public.texting_contacts.allowed is 'Whether the contact may be texted now, apart from the hours.';
comment on column public.texting_contacts.reason is
  'Why: consent or reply; or why not: opted_out, no_consent, no_phone, invalid_number or foreign_number.';
comment on column public.texting_contacts.since is 'Since when: the consent, their own message, the opt-out or the withdrawal.';
comment on column public.texting_contacts.until is 'Until when a reply is allowed; null for other reasons.';
comment on column public.texting_contacts.last_inbound_at is 'When the number last texted or called.';

grant select on public.texting_contacts to authenticated, service_role;

-- A text for a later time that staff chose was written before the person's next words, so these cancel it.
create function private.cancel_later_texts() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- As the queue does: the contact before its texts.
  perform from public.crm_contacts where id = new.contact_id for no key update;
  update public.communication_logs
  set status = 'canceled', error_message = 'They wrote or called first.'
  where contact_id = new.contact_id and send_later and status = 'scheduled';
  return null;
end
$$;
create trigger communication_logs_cancel_later_texts after insert on public.communication_logs
  for each row when (new.direction = 'inbound' and new.contact_id is not null and (new.type = 'sms' or new.awaits_reply))
  execute function private.cancel_later_texts();
-- A call is inserted when it rings, and missed later.
create trigger communication_logs_cancel_later_texts_after_call after update of awaits_reply on public.communication_logs
  for each row when (new.awaits_reply and not old.awaits_reply and new.contact_id is not null)
  execute function private.cancel_later_texts();
create trigger contact_submissions_cancel_later_texts after insert on public.contact_submissions
  for each row when (new.contact_id is not null)
  execute function private.cancel_later_texts();

-- Files that staff attach before they send. Their bytes are in the file store, like those of text_media and email_attachments.
create table private.unsent_files (
  id uuid constraint unsent_files_pkey primary key default gen_random_uuid(),
  contact_id uuid not null constraint unsent_files_contact_id_fkey references public.crm_contacts (id) on delete cascade,
  uploaded_by uuid constraint unsent_files_uploaded_by_fkey references public.profiles (id) on delete cascade,
  channel text not null constraint unsent_files_channel_check check (channel in ('email', 'text')),
  file_name text not null constraint unsent_files_file_name_check check (length(file_name) between 1 and 200),
  media_type text not null constraint unsent_files_media_type_check check (length(media_type) <= 100),
  size integer not null constraint unsent_files_size_check check (size >= 0),
  stored_as text not null constraint unsent_files_stored_as_check check (stored_as ~ '^attachments/[0-9a-f]{64}$'),
  uploaded_at timestamptz not null
);
create index unsent_files_contact_id_idx on private.unsent_files (contact_id);
create index unsent_files_uploaded_by_idx on private.unsent_files (uploaded_by);
create index unsent_files_stored_as_idx on private.unsent_files (stored_as);
create index unsent_files_uploaded_at_idx on private.unsent_files (uploaded_at);

comment on table private.unsent_files is 'Files attached to a message that is not sent yet. Sending moves the row to the message.';
comment on column private.unsent_files.id is 'Primary key.';
comment on column private.unsent_files.contact_id is 'The person the message is for.';
comment on column private.unsent_files.uploaded_by is 'Staff member who attached it; null for the service role. Nobody else can send it.';
comment on column private.unsent_files.channel is 'email or text.';
comment on column private.unsent_files.file_name is 'Name without a path.';
comment on column private.unsent_files.media_type is 'Type the browser claims; of a picture in a text, the type it was drawn in.';
comment on column private.unsent_files.size is 'Bytes.';
comment on column private.unsent_files.stored_as is 'Name in the file store.';
comment on column private.unsent_files.uploaded_at is 'When it was attached.';

alter table private.unsent_files enable row level security;
grant select, insert, delete on private.unsent_files to service_role;

create table public.text_media (
  id uuid constraint text_media_pkey primary key default gen_random_uuid(),
  log_id uuid not null constraint text_media_log_id_fkey references public.communication_logs (id) on delete cascade,
  position smallint not null constraint text_media_position_check check (position between 0 and 9),
  file_name text not null constraint text_media_file_name_check check (length(file_name) between 1 and 200),
  media_type text not null constraint text_media_media_type_check check (length(media_type) <= 100),
  size integer constraint text_media_size_check check (size >= 0),
  stored_as text constraint text_media_stored_as_check check (stored_as ~ '^attachments/[0-9a-f]{64}$'),
  source text constraint text_media_source_check check (length(source) <= 2000),
  problem text constraint text_media_problem_check check (length(problem) between 1 and 200),
  -- A word: the screen offers another attempt only where it can help.
  failure text
    constraint text_media_failure_check check (failure in ('gone', 'too large', 'foreign address', 'unreachable')),
  constraint text_media_log_id_position_key unique (log_id, position)
);
create index text_media_stored_as_idx on public.text_media (stored_as);

comment on table public.text_media is 'Pictures and other files of texts, in both directions.';
comment on column public.text_media.id is 'Primary key.';
comment on column public.text_media.log_id is 'The text.';
comment on column public.text_media.position is 'Place in the text, from 0.';
comment on column public.text_media.file_name is 'Name it is saved under.';
comment on column public.text_media.media_type is 'Type: image/… for what can be shown; before it is fetched, the one the carrier claims.';
comment on column public.text_media.size is 'Bytes; null until it is fetched.';
comment on column public.text_media.stored_as is 'Name in the file store; null until it is fetched.';
comment on column public.text_media.source is 'Address at the carrier it is fetched from; null for what we sent.';
comment on column public.text_media.problem is 'Why it could not be fetched; null while it is fetched, and afterwards.';
comment on column public.text_media.failure is 'Kind of problem. Only unreachable can pass; null while there is no problem.';

alter table public.text_media enable row level security;
grant select on public.text_media to authenticated;
grant select, insert, update on public.text_media to service_role;
create policy text_media_read_as_manager on public.text_media for select to authenticated
  using ((select private.is_manager()));

-- A picture that arrives later appears in the open conversation: clients hear of changed texts.
create function private.announce_media() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.communication_logs set updated_at = now() where id = new.log_id;
  return null;
end
$$;
create trigger text_media_announce after update on public.text_media
  for each row execute function private.announce_media();

create table public.delivery_events (
  id bigint generated always as identity constraint delivery_events_pkey primary key,
  log_id uuid constraint delivery_events_log_id_fkey references public.communication_logs (id) on delete cascade,
  provider_id text not null constraint delivery_events_provider_id_check check (length(provider_id) <= 100),
  status text not null constraint delivery_events_status_check check (length(status) <= 50),
  error_code text constraint delivery_events_error_code_check check (length(error_code) <= 20),
  received_at timestamptz not null default now(),
  -- Carriers send reports more than once.
  constraint delivery_events_provider_id_status_key unique (provider_id, status)
);
create index delivery_events_log_id_idx on public.delivery_events (log_id, id);

comment on table public.delivery_events is 'Delivery reports from the carrier. Append only.';
comment on column public.delivery_events.id is 'Primary key.';
comment on column public.delivery_events.log_id is 'Text the report is about.';
comment on column public.delivery_events.provider_id is 'The carrier''s id of that text.';
comment on column public.delivery_events.status is 'Reported state.';
comment on column public.delivery_events.error_code is 'The carrier''s error code.';
comment on column public.delivery_events.received_at is 'When the report arrived.';

create trigger delivery_events_append_only before update on public.delivery_events
  for each row execute function private.refuse_change('log_id');

alter table public.delivery_events enable row level security;
grant select, insert, delete on public.delivery_events to service_role;
grant select on public.delivery_events to authenticated;
create policy delivery_events_read_as_manager on public.delivery_events for select to authenticated
  using ((select private.is_manager()));

-- How far a delivery has come. Reports arrive in any order; one with a lower or equal rank changes nothing. A call has two
-- legs: `ended` is the end of ours, which says less than the result of the contact's.
create function private.delivery_rank(delivery_status text) returns integer
  language sql immutable set search_path = ''
  as $$
    select case delivery_status
      when 'accepted' then 1 when 'scheduled' then 1 when 'initiated' then 1
      when 'queued' then 2
      when 'sending' then 3 when 'ringing' then 3
      when 'sent' then 4 when 'in-progress' then 4
      when 'partially_delivered' then 5 when 'ended' then 5
      when 'delivered' then 6 when 'undelivered' then 6 when 'failed' then 6 when 'canceled' then 6
      when 'completed' then 6 when 'busy' then 6 when 'no-answer' then 6
      when 'read' then 7
      else 0 end
  $$;
grant execute on function private.delivery_rank(text) to service_role;

create table public.webhook_receipts (
  key text constraint webhook_receipts_pkey primary key constraint webhook_receipts_key_check check (length(key) <= 300),
  answer text,
  received_at timestamptz not null default now()
);
create index webhook_receipts_received_at_idx on public.webhook_receipts (received_at);

comment on table public.webhook_receipts is 'Webhooks that were received, so that a repeated one is answered alike and does nothing.';
comment on column public.webhook_receipts.key is 'Key of the webhook.';
comment on column public.webhook_receipts.answer is 'Answer that was given.';
comment on column public.webhook_receipts.received_at is 'When it arrived.';

alter table public.webhook_receipts enable row level security;
grant select, insert, update, delete on public.webhook_receipts to service_role;

-- Finds or creates the contact of a number that texts or calls. If several contacts share it, returns the one with the latest
-- conversation. A new contact is named after the formatted number; an invalid number is stored as the carrier wrote it.
create function private.contact_of_number(number text)
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
grant execute on function private.contact_of_number(text) to service_role;

-- Stores received texts, given as [{ provider_id, sender, body, media_count, awaits_reply, at }], as unseen: one statement for
-- a burst of texts. A repeated text changes nothing; its first answer is returned instead of its contact.
create function private.receive_texts(texts jsonb)
  returns table (provider_id text, is_repeat boolean, answer text, contact_id uuid, contact_name text, contact_is_new boolean)
  language plpgsql volatile set search_path = ''
  as $$
declare
  incoming record;
begin
  -- In one order, so that servers that store texts of the same people cannot deadlock.
  for incoming in
    select sent.* from jsonb_to_recordset(texts)
      as sent (provider_id text, sender text, body text, media_count smallint, awaits_reply boolean, at timestamptz)
    order by sent.sender, sent.provider_id
  loop
    provider_id := incoming.provider_id;
    -- A concurrent repeat waits here until the first one commits.
    insert into public.webhook_receipts (key, received_at) values ('sms:' || incoming.provider_id, incoming.at)
    on conflict do nothing;
    is_repeat := not found;
    if is_repeat then
      contact_id := null;
      select receipt.answer into answer from public.webhook_receipts as receipt where receipt.key = 'sms:' || incoming.provider_id;
    else
      answer := null;
      select contact.id, contact.name, contact.is_new into contact_id, contact_name, contact_is_new
      from private.contact_of_number(incoming.sender) as contact;
      insert into public.communication_logs (type, direction, contact_id, phone_number, message, status, provider_id,
                                             media_count, seen, awaits_reply, created_at)
      values ('sms', 'inbound', receive_texts.contact_id, incoming.sender, incoming.body, 'received', incoming.provider_id,
              incoming.media_count, false, coalesce(incoming.awaits_reply, true), incoming.at);
    end if;
    return next;
  end loop;
end
$$;
grant execute on function private.receive_texts(jsonb) to service_role;

-- Choosing a template fills in {first_name}, {last_name}, {company} and {business}.
create table public.message_templates (
  id uuid constraint message_templates_pkey primary key default gen_random_uuid(),
  name text not null constraint message_templates_name_check check (length(trim(name)) between 1 and 100),
  body text not null constraint message_templates_body_check check (length(trim(body)) between 1 and 1600),
  -- Dates that clients may write (060_contacts.sql says why).
  created_at timestamptz not null default now()
    constraint message_templates_created_at_check check (created_at between '1900-01-01' and '2200-01-01'),
  updated_at timestamptz not null default now()
    constraint message_templates_updated_at_check check (updated_at between '1900-01-01' and '2200-01-01'),
  occasion text not null default 'any'
    constraint message_templates_occasion_check check (occasion in ('any', 'missed_call')),
  constraint message_templates_name_key unique (name)
);

comment on table public.message_templates is 'Texts that staff send again and again.';
comment on column public.message_templates.id is 'Primary key.';
comment on column public.message_templates.name is 'Name in the list.';
comment on column public.message_templates.body is 'Text with placeholders such as {first_name}.';
comment on column public.message_templates.created_at is 'When the row was created.';
comment on column public.message_templates.updated_at is 'When the row was last changed.';
comment on column public.message_templates.occasion is 'When the template is offered: any time, or only after a missed call.';

create trigger message_templates_touch_updated_at before update on public.message_templates
  for each row execute function private.touch_updated_at();
create trigger message_templates_record_change after insert or update or delete on public.message_templates
  for each row execute function private.record_change();

alter table public.message_templates enable row level security;
grant select, insert, update, delete on public.message_templates to authenticated, service_role;
create policy message_templates_read_as_manager on public.message_templates for select to authenticated
  using ((select private.is_manager()));
create policy message_templates_insert_as_admin on public.message_templates for insert to authenticated
  with check ((select private.is_admin()));
create policy message_templates_update_as_admin on public.message_templates for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy message_templates_delete_as_admin on public.message_templates for delete to authenticated
  using ((select private.is_admin()));
select private.enable_realtime('public.message_templates');

insert into public.message_templates (name, body, occasion) values
  ('Thanks for writing', 'Hi {first_name}, this is {business}. Thanks for your message. When is a good time to talk?', 'any'),
  ('Missed you', 'Hi {first_name}, {business} here. Sorry we missed your call. Shall we try again today?', 'missed_call'),
  ('Proposal sent', 'Hi {first_name}, your proposal from {business} is in your inbox. Any questions, just reply here.', 'any');

-- The memory of the simulated carrier; not data of the product.
create table private.simulated_texts (
  id bigint generated always as identity constraint simulated_texts_pkey primary key,
  provider_id text not null constraint simulated_texts_provider_id_key unique,
  number text not null,
  from_phone boolean not null,
  body text not null,
  at timestamptz not null,
  media jsonb not null default '[]' constraint simulated_texts_media_check check (jsonb_typeof(media) = 'array')
);
create index simulated_texts_number_idx on private.simulated_texts (number, id);

comment on table private.simulated_texts is 'Texts of the simulated carrier.';
comment on column private.simulated_texts.id is 'Primary key.';
comment on column private.simulated_texts.provider_id is 'The simulated carrier''s id of the text.';
comment on column private.simulated_texts.number is 'Number of the simulated phone.';
comment on column private.simulated_texts.from_phone is 'Whether the simulated phone sent it.';
comment on column private.simulated_texts.body is 'Text of the message.';
comment on column private.simulated_texts.at is 'When it was sent.';
comment on column private.simulated_texts.media is 'Its pictures: [{ type, base64 }].';

alter table private.simulated_texts enable row level security;
grant select, insert, update, delete on private.simulated_texts to service_role;
