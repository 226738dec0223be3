-- Texts and calls in both directions, who waits for a reply, whom staff may text, templates, and what the carrier reports. The
-- server writes these tables; staff read them.

create table public.communication_logs (
  id uuid constraint communication_logs_pkey primary key default gen_random_uuid(),
  type text not null constraint communication_logs_type_check check (type in ('call', 'sms')),
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
    constraint communication_logs_purpose_check check (purpose in ('staff', 'text_back', 'help', 'opt_out')),
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
  answered_at timestamptz,
  -- No foreign key: with a second one to profiles, PostgREST could no longer embed the sender by the table's name.
  answered_by uuid,
  allowed_by text constraint communication_logs_allowed_by_check check (allowed_by in ('consent', 'reply'))
);
create index communication_logs_created_at_idx on public.communication_logs (created_at desc, id);
create index communication_logs_contact_id_idx on public.communication_logs (contact_id, created_at desc);
create index communication_logs_sent_by_idx on public.communication_logs (sent_by);
create index communication_logs_phone_number_idx on public.communication_logs (phone_number, created_at desc);
create index communication_logs_open_idx on public.communication_logs (phone_number)
  where status in ('queued', 'scheduled', 'sending', 'unknown');
create index communication_logs_unseen_idx on public.communication_logs (contact_id) where not seen;
create index communication_logs_awaits_reply_idx on public.communication_logs (contact_id, created_at) where awaits_reply;

comment on column public.communication_logs.awaits_reply is 'Whether somebody waits for a reply to this inbound text or missed call.';
comment on column public.communication_logs.answered_at is 'When a reply, or a mark by staff, ended the wait.';
comment on column public.communication_logs.answered_by is 'The staff member who ended the wait; no foreign key, so that profiles is embedded through the sender alone.';
comment on column public.communication_logs.allowed_by is 'What allowed staff to send this text: consent, or reply to somebody who wrote or called first.';
comment on table public.communication_logs is 'Texts and calls with contacts, in both directions, with their delivery.';
comment on column public.communication_logs.id is 'Primary key.';
comment on column public.communication_logs.type is 'sms or call.';
comment on column public.communication_logs.direction is 'inbound or outbound.';
comment on column public.communication_logs.contact_id is 'Contact the message belongs to.';
comment on column public.communication_logs.phone_number is 'Number of the other side, in E.164 where known.';
comment on column public.communication_logs.message is 'Text of the message, or a note about a call.';
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
  'Why it was sent: staff, or a rule of the product (text_back, help, opt_out, opt_in).';
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

create trigger communication_logs_touch_updated_at before update on public.communication_logs
  for each row execute function private.touch_updated_at();

alter table public.communication_logs enable row level security;
grant select, insert, update, delete on public.communication_logs to service_role;
grant select on public.communication_logs to authenticated;
grant update (seen, awaits_reply) on public.communication_logs to authenticated;
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

-- A person who contacted us first may be answered for 24 hours without recorded consent. Returns the end of that time, or null:
-- a withdrawal after their message ends it.
create function private.reply_until(number text) returns timestamptz
  language sql stable set search_path = ''
  as $$
    select last_at + interval '24 hours'
    from private.last_inbound_at(number) as last_at
    where not exists (
      select from public.consent_events as event
      where event.phone_e164 = number and event.action = 'revoke' and event.occurred_at >= last_at)
  $$;
grant execute on function private.reply_until(text) to authenticated, service_role;

-- Returns what allows staff to text a contact's number at a moment: 'consent' or 'reply', or why nothing does: 'opted_out' or
-- 'none'. The only place that decides it; quiet hours are separate (decision 014).
create function private.texting_basis(number text, consented boolean, at timestamptz) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when private.is_suppressed(number) then 'opted_out'
      when consented then 'consent'
      when private.reply_until(number) >= at then 'reply'
      else 'none' end
  $$;
grant execute on function private.texting_basis(text, boolean, timestamptz) to authenticated, service_role;

-- Returns whether this text may go to the carrier now; checked in the statement that marks it as sending. Automatic answers to
-- STOP, START, HELP or a missed call need no agreement. Other texts need a contact that still has this number and agrees, or
-- were written as replies with no withdrawal since: those may wait for the end of quiet hours.
create function private.may_text(log public.communication_logs) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select case
      when log.purpose in ('opt_out', 'help', 'opt_in') then true
      when private.is_suppressed(log.phone_number) then false
      when log.purpose = 'text_back' then true
      when log.allowed_by = 'reply' then not exists (
        select from public.consent_events as event
        where event.phone_e164 = log.phone_number and event.action = 'revoke' and event.occurred_at >= log.created_at)
      else exists (
        select from public.crm_contacts as contact
        where contact.id = log.contact_id and contact.text_consent and contact.phone_e164 = log.phone_number)
      end
  $$;
grant execute on function private.may_text(public.communication_logs) to service_role;

-- Shown before staff write a text.
create view public.texting_contacts with (security_invoker = true) as
  select id, first_name, last_name, company, phone, phone_e164, text_consent,
         private.texting_basis(phone_e164, text_consent, now()) as basis,
         private.reply_until(phone_e164) as reply_until,
         private.last_inbound_at(phone_e164) as last_inbound_at
  from public.crm_contacts;

comment on view public.texting_contacts is 'Contacts with what allows a text to them now.';
comment on column public.texting_contacts.id is 'The contact.';
comment on column public.texting_contacts.first_name is 'First name.';
comment on column public.texting_contacts.last_name is 'Last name.';
comment on column public.texting_contacts.company is 'Company.';
comment on column public.texting_contacts.phone is 'Phone number as it was typed.';
comment on column public.texting_contacts.phone_e164 is 'The same in E.164; null if it cannot be one.';
comment on column public.texting_contacts.text_consent is 'Whether the contact agreed to texts.';
comment on column public.texting_contacts.basis is 'What allows a text now: consent, reply, opted_out or none.';
comment on column public.texting_contacts.reply_until is 'Until when the contact may be answered without consent; null if they did not write or call first.';
comment on column public.texting_contacts.last_inbound_at is 'When the number last texted or called.';

grant select on public.texting_contacts to authenticated, service_role;

-- Staff only set awaits_reply; the database sets who and when.
create function private.stamp_answer() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.awaits_reply then
    new.answered_at := null;
    new.answered_by := null;
  elsif auth.role() = 'authenticated' then
    new.answered_at := now();
    new.answered_by := auth.uid();
  end if;
  return new;
end
$$;
create trigger communication_logs_stamp_answer before update of awaits_reply on public.communication_logs
  for each row when (old.awaits_reply <> new.awaits_reply) execute function private.stamp_answer();

-- Marks everything that a person sent or called about before `reached_at` as answered. Callers with a hidden number share one
-- text for it, so that does not identify them.
create function private.end_waiting(contact uuid, number text, reached_at timestamptz, reached_by uuid, method text) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.submission_answers (submission_id, answered_by, answered_at, method)
    select id, reached_by, reached_at, end_waiting.method
    from public.waiting_submissions where contact_id = contact and received_at <= reached_at
    on conflict on constraint submission_answers_submission_id_key do nothing;

    -- Locks in one order, so that two replies to one person cannot deadlock.
    update public.communication_logs set awaits_reply = false, answered_at = reached_at, answered_by = reached_by
    where id in (
      select id from public.communication_logs
      where awaits_reply and created_at <= reached_at
        and (contact_id = contact or (phone_number = number and number like '+%'))
      order by id for update);
  $$;
grant execute on function private.end_waiting(uuid, text, timestamptz, uuid, text) to service_role;

-- A text by staff that the carrier took is a reply, and so is a call that connected, in either direction. Automatic texts are
-- not.
create function private.end_waiting_by_message() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.type = 'sms' then
    perform private.end_waiting(new.contact_id, new.phone_number, coalesce(new.attempted_at, new.created_at), new.sent_by, 'text');
  else
    perform private.end_waiting(new.contact_id, new.phone_number,
      new.created_at + coalesce(new.duration_seconds, 0) * interval '1 second', new.sent_by, 'call');
  end if;
  return null;
end
$$;
create trigger communication_logs_end_waiting_by_text after update of status on public.communication_logs
  for each row when (new.type = 'sms' and new.direction = 'outbound' and new.purpose = 'staff'
                     and new.status = 'sent' and old.status <> 'sent')
  execute function private.end_waiting_by_message();
create trigger communication_logs_end_waiting_by_call after update of delivery_status on public.communication_logs
  for each row when (new.type = 'call' and new.delivery_status = 'completed'
                     and old.delivery_status is distinct from 'completed')
  execute function private.end_waiting_by_message();

-- One row per person: a contact, or the text in place of a hidden number. A number without a contact belongs to a deleted
-- contact, who needs no reply. Inquiries and texts have different deadlines (site settings), so each has its own oldest time.
-- New kinds of inquiries are added to `waiting`.
create view public.waiting_people with (security_invoker = true) as
  with waiting as (
    select 'inquiry' as kind, id, contact_id, null as phone_number, received_at as since, message as words
    from public.contact_submissions
    where id in (select id from public.waiting_submissions)
    union all
    select case type when 'call' then 'call' else 'text' end, id, contact_id, phone_number, created_at, message
    from public.communication_logs
    where awaits_reply and (contact_id is not null or phone_number not like '+%')
  )
  select coalesce(contact_id::text, phone_number) as person,
         contact_id,
         coalesce((select concat_ws(' ', first_name, nullif(last_name, ''))
                   from public.crm_contacts as contact where contact.id = contact_id), min(phone_number)) as name,
         min(since) filter (where kind = 'inquiry') as inquiry_since,
         min(since) filter (where kind <> 'inquiry') as phone_since,
         array_agg(id order by since, id) filter (where kind = 'inquiry') as submission_ids,
         count(*)::integer as items,
         max(since) as latest_at,
         (array_agg(kind order by since desc, id))[1] as latest_kind,
         left((array_agg(words order by since desc, id))[1], 300) as latest_words
  from waiting
  group by coalesce(contact_id::text, phone_number), contact_id;

comment on view public.waiting_people is 'Everybody who waits for a reply, one row per person or number.';
comment on column public.waiting_people.person is 'The contact''s id, or the number of somebody who is no contact.';
comment on column public.waiting_people.contact_id is 'The contact, if there is one.';
comment on column public.waiting_people.name is 'The contact''s name, or the number.';
comment on column public.waiting_people.inquiry_since is 'When the oldest inquiry without a reply came in; null if none waits.';
comment on column public.waiting_people.phone_since is 'When the oldest text or missed call without a reply came in; null if none waits.';
comment on column public.waiting_people.submission_ids is 'The inquiries that wait, oldest first.';
comment on column public.waiting_people.items is 'How many inquiries, texts and missed calls wait.';
comment on column public.waiting_people.latest_at is 'When the newest of them came in.';
comment on column public.waiting_people.latest_kind is 'What the newest of them is: inquiry, text or call.';
comment on column public.waiting_people.latest_words is 'The first 300 characters of the newest of them; null for a call.';

grant select on public.waiting_people to authenticated, service_role;

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
    insert into public.crm_contacts (first_name, phone) values (readable, readable) returning crm_contacts.id, readable, true;
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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  occasion text not null default 'any'
    constraint message_templates_occasion_check check (occasion in ('any', 'missed_call')),
  constraint message_templates_name_key unique (name)
);
-- Dates that clients may write (070_contacts.sql says why).
alter table public.message_templates
  add constraint message_templates_created_at_check check (created_at between '1900-01-01' and '2200-01-01') not valid,
  add constraint message_templates_updated_at_check check (updated_at between '1900-01-01' and '2200-01-01') not valid;

comment on column public.message_templates.occasion is 'When the template is offered: any time, or only after a missed call.';
comment on table public.message_templates is 'Texts that staff send again and again.';
comment on column public.message_templates.id is 'Primary key.';
comment on column public.message_templates.name is 'Name in the list.';
comment on column public.message_templates.body is 'Text with placeholders such as {first_name}.';
comment on column public.message_templates.created_at is 'When the row was created.';
comment on column public.message_templates.updated_at is 'When the row was last changed.';

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
  at timestamptz not null
);
create index simulated_texts_number_idx on private.simulated_texts (number, id);

comment on table private.simulated_texts is 'Texts of the simulated carrier.';
comment on column private.simulated_texts.id is 'Primary key.';
comment on column private.simulated_texts.provider_id is 'The simulated carrier''s id of the text.';
comment on column private.simulated_texts.number is 'Number of the simulated phone.';
comment on column private.simulated_texts.from_phone is 'Whether the simulated phone sent it.';
comment on column private.simulated_texts.body is 'Text of the message.';
comment on column private.simulated_texts.at is 'When it was sent.';

alter table private.simulated_texts enable row level security;
grant select, insert, update, delete on private.simulated_texts to service_role;
