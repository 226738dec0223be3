-- Everybody who waits for a reply: people who sent the form, texted, or called and reached nobody.

alter table public.communication_logs
  -- A text or a missed call nobody has replied to yet. STOP, START and HELP ask for no reply.
  add column awaits_reply boolean not null default false
    constraint communication_logs_awaits_reply_direction_check check (not awaits_reply or direction = 'inbound'),
  add column answered_at timestamptz,
  -- The account. No foreign key: with a second one to profiles nobody could embed the sender by the table's name any more.
  add column answered_by uuid;
create index communication_logs_awaits_reply_idx on public.communication_logs (contact_id, created_at) where awaits_reply;

grant update (awaits_reply) on public.communication_logs to authenticated;

-- Staff only say whether somebody was answered; who and when are the database's to say.
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

-- A person was reached at that moment: whatever they had sent or called about before it is answered. Hidden callers all
-- have the same words for a number, so those say nothing about who it was.
create function private.end_waiting(contact uuid, number text, reached_at timestamptz, reached_by uuid, method text) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.submission_answers (submission_id, answered_by, answered_at, method)
    select id, reached_by, reached_at, end_waiting.method
    from public.waiting_submissions where contact_id = contact and received_at <= reached_at
    on conflict on constraint submission_answers_submission_id_key do nothing;

    -- Locked in the same order everywhere: two replies to one person wait for each other, never in a circle.
    update public.communication_logs set awaits_reply = false, answered_at = reached_at, answered_by = reached_by
    where id in (
      select id from public.communication_logs
      where awaits_reply and created_at <= reached_at
        and (contact_id = contact or (phone_number = number and number like '+%'))
      order by id for update);
  $$;
revoke execute on function private.end_waiting(uuid, text, timestamptz, uuid, text) from public;
grant execute on function private.end_waiting(uuid, text, timestamptz, uuid, text) to service_role;

-- A person was reached when the carrier took a text that staff wrote, or when they and staff were connected, whoever called.
-- What the product sends by itself is no reply.
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

-- One row per person: a contact, or whatever stands for a number where there is no contact. A telephone number without a
-- contact belongs to one that staff have deleted; nobody is owed a reply there. An inquiry and a text have different promises,
-- which the site's settings hold, so each has its own oldest time. Whatever else asks for a reply joins `waiting`.
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

revoke all on public.waiting_people from anon, authenticated, service_role;
grant select on public.waiting_people to authenticated, service_role;

-- Writes texts that came in, given as [{ provider_id, sender, body, media_count, awaits_reply, at }], into the history, unseen.
-- One that was written before changes nothing; its first answer is returned instead of its contact.
create or replace function private.receive_texts(texts jsonb)
  returns table (provider_id text, is_repeat boolean, answer text, contact_id uuid, contact_name text, contact_is_new boolean)
  language plpgsql volatile set search_path = ''
  as $$
declare
  incoming record;
begin
  -- In the same order everywhere: servers that write texts of the same people wait for each other, never in a circle.
  for incoming in
    select sent.* from jsonb_to_recordset(texts)
      as sent (provider_id text, sender text, body text, media_count smallint, awaits_reply boolean, at timestamptz)
    order by sent.sender, sent.provider_id
  loop
    provider_id := incoming.provider_id;
    -- A repeat at the same moment waits here until the first one is committed.
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

-- Who has waited since before this version: the texts and missed calls of the last 30 days with no reply after them.
-- Nothing else of those rows changes.
alter table public.communication_logs disable trigger communication_logs_touch_updated_at;
update public.communication_logs as asked set awaits_reply = true
where direction = 'inbound' and contact_id is not null and created_at > now() - interval '30 days'
  and (status = 'missed' or (type = 'sms' and status = 'received'))
  and not exists (
    select from public.consent_events as event
    where event.phone_e164 = asked.phone_number and event.evidence ->> 'provider_id' = asked.provider_id)
  and lower(trim(coalesce(message, ''))) not in ('help', 'info', 'start', 'unstop')
  and not exists (
    select from public.communication_logs as reply
    where reply.contact_id = asked.contact_id and reply.created_at > asked.created_at
      and ((reply.type = 'sms' and reply.direction = 'outbound' and reply.purpose = 'staff' and reply.status = 'sent')
           or (reply.type = 'call' and reply.delivery_status = 'completed')));
alter table public.communication_logs enable trigger communication_logs_touch_updated_at;

comment on column public.communication_logs.awaits_reply is 'Whether somebody waits for a reply to this inbound text or missed call.';
comment on column public.communication_logs.answered_at is 'When a reply, or a mark by staff, ended the wait.';
comment on column public.communication_logs.answered_by is 'The staff member who ended the wait; no foreign key, so that profiles is embedded through the sender alone.';
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
