-- Meetings that visitors book themselves: when they can be booked, and what was booked.

-- What staff changed. A column that is null has the default of site.config.ts.
create table public.booking_rules (
  id boolean constraint booking_rules_pkey primary key default true constraint booking_rules_id_check check (id),
  -- Every element is checked: the array is as long as the list of its valid elements.
  weekly_hours jsonb constraint booking_rules_weekly_hours_check check (
    jsonb_typeof(weekly_hours) = 'array' and jsonb_array_length(weekly_hours) <= 50
    and jsonb_array_length(weekly_hours) = jsonb_array_length(jsonb_path_query_array(weekly_hours,
      'strict $[*] ? (@.day >= 1 && @.day <= 7 && @.day.floor() == @.day && @.opens < @.closes
        && @.opens like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$" && @.closes like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$")'))),
  minutes integer constraint booking_rules_minutes_check check (minutes between 10 and 240),
  buffer_minutes integer constraint booking_rules_buffer_minutes_check check (buffer_minutes between 0 and 240),
  notice_minutes integer constraint booking_rules_notice_minutes_check check (notice_minutes between 0 and 43200),
  horizon_days integer constraint booking_rules_horizon_days_check check (horizon_days between 1 and 365),
  daily_limit integer constraint booking_rules_daily_limit_check check (daily_limit between 1 and 100)
);
insert into public.booking_rules default values;

comment on table public.booking_rules is 'When visitors can book a meeting, in one row. Null: the default of site.config.ts.';
comment on column public.booking_rules.id is 'Always true: there is only one row.';
comment on column public.booking_rules.weekly_hours is
  'Hours in which a meeting may take place: [{ "day": 1, "opens": "09:00", "closes": "18:00" }], day 1 for Monday.';
comment on column public.booking_rules.minutes is 'Length of a meeting, and the distance of the offered times.';
comment on column public.booking_rules.buffer_minutes is 'Minutes kept free after a meeting.';
comment on column public.booking_rules.notice_minutes is 'How far ahead a meeting has to be booked.';
comment on column public.booking_rules.horizon_days is 'How many days ahead meetings can be booked.';
comment on column public.booking_rules.daily_limit is 'Meetings a day at most.';

alter table public.booking_rules enable row level security;
grant select on public.booking_rules to service_role, authenticated;
grant update (weekly_hours, minutes, buffer_minutes, notice_minutes, horizon_days, daily_limit)
  on public.booking_rules to authenticated;
create policy booking_rules_read_as_manager on public.booking_rules for select to authenticated
  using ((select private.is_manager()));
create policy booking_rules_update_as_admin on public.booking_rules for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

create table public.days_off (
  day date constraint days_off_pkey primary key
    constraint days_off_day_check check (day between '1900-01-01' and '2200-01-01'),
  note text constraint days_off_note_check check (length(note) <= 200)
);

comment on table public.days_off is 'Days without meetings, besides the holidays of site.config.ts.';
comment on column public.days_off.day is 'The date, in the time zone of the business.';
comment on column public.days_off.note is 'Why, for staff.';

alter table public.days_off enable row level security;
grant select on public.days_off to service_role;
grant select, insert, delete on public.days_off to authenticated;
create policy days_off_read_as_manager on public.days_off for select to authenticated
  using ((select private.is_manager()));
create policy days_off_insert_as_admin on public.days_off for insert to authenticated
  with check ((select private.is_admin()));
create policy days_off_delete_as_admin on public.days_off for delete to authenticated
  using ((select private.is_admin()));

create table public.meetings (
  id uuid constraint meetings_pkey primary key default gen_random_uuid(),
  contact_id uuid constraint meetings_contact_id_fkey references public.crm_contacts (id) on delete set null,
  starts_at timestamptz not null constraint meetings_starts_at_check check (starts_at between '1900-01-01' and '2200-01-01'),
  ends_at timestamptz not null,
  blocked_until timestamptz not null,
  medium text not null constraint meetings_medium_check check (medium in ('video', 'phone')),
  room text constraint meetings_room_check check (length(room) <= 2000),
  name text not null constraint meetings_name_check check (length(name) between 1 and 100),
  email text not null constraint meetings_email_check check (length(email) between 1 and 254),
  phone text constraint meetings_phone_check check (length(phone) between 1 and 40),
  message text constraint meetings_message_check check (length(message) between 1 and 5000),
  status text not null default 'booked'
    constraint meetings_status_check check (status in ('booked', 'canceled', 'held', 'no_show')),
  sequence integer not null default 0 constraint meetings_sequence_check check (sequence >= 0),
  canceled_at timestamptz,
  created_at timestamptz not null default now(),
  reminded_at timestamptz,
  idempotency_key uuid constraint meetings_idempotency_key_key unique,
  constraint meetings_starts_at_ends_at_blocked_until_check
    check (starts_at < ends_at and ends_at <= blocked_until and blocked_until < starts_at + interval '1 day'),
  constraint meetings_medium_room_check check ((medium = 'video') = (room is not null)),
  constraint meetings_medium_phone_check check (medium = 'video' or phone is not null),
  constraint meetings_status_canceled_at_check check ((status = 'canceled') = (canceled_at is not null)),
  -- Two visitors can never get overlapping times, whatever the program does.
  constraint meetings_starts_at_blocked_until_excl
    exclude using gist (tstzrange(starts_at, blocked_until) with &&) where (status <> 'canceled')
);
create index meetings_contact_id_idx on public.meetings (contact_id, starts_at desc);
create index meetings_starts_at_idx on public.meetings (starts_at);
create index meetings_email_idx on public.meetings (lower(email));
create index meetings_to_remind_idx on public.meetings (starts_at) where status = 'booked' and reminded_at is null;

comment on table public.meetings is 'Meetings that visitors booked.';
comment on column public.meetings.id is 'Primary key.';
comment on column public.meetings.contact_id is 'Contact it is with.';
comment on column public.meetings.starts_at is 'When it starts.';
comment on column public.meetings.ends_at is 'When it ends.';
comment on column public.meetings.blocked_until is 'The end with the buffer after it: no other meeting starts before.';
comment on column public.meetings.medium is 'video or phone.';
comment on column public.meetings.room is 'Address of the meeting room, for a video meeting.';
comment on column public.meetings.name is 'Name as typed.';
comment on column public.meetings.email is 'Email address as typed.';
comment on column public.meetings.phone is 'Telephone number as typed.';
comment on column public.meetings.message is 'What the visitor wants to talk about.';
comment on column public.meetings.status is 'booked, canceled, held or no_show.';
comment on column public.meetings.sequence is 'How often it was moved or canceled: SEQUENCE of its invitation.';
comment on column public.meetings.canceled_at is 'When it was canceled.';
comment on column public.meetings.created_at is 'When it was booked.';
comment on column public.meetings.reminded_at is 'When the reminder was written. Null after a move.';
comment on column public.meetings.idempotency_key is 'Id chosen by the browser, so that a retry is not a second meeting.';

alter table public.meetings enable row level security;
grant select, insert, update, delete on public.meetings to service_role;
grant select on public.meetings to authenticated;
create policy meetings_read_as_manager on public.meetings for select to authenticated
  using ((select private.is_manager()));

-- Mails about meetings: the invitation, its updates and the reminder.
alter table private.outgoing_mails drop constraint outgoing_mails_kind_check;
alter table private.outgoing_mails add constraint outgoing_mails_kind_check
  check (kind in ('account', 'lead', 'digest', 'confirmation', 'staff', 'meeting')) not valid;
comment on column private.outgoing_mails.kind is 'account, lead, digest, confirmation, staff or meeting.';

-- As before, and limits mails about meetings, whose address anyone can type.
create or replace function private.may_mail(kind text, recipient text, sender text, at timestamptz) returns boolean
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

create function private.forget_meetings(before timestamptz, most integer) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  forgotten integer;
begin
  delete from public.meetings where id in (
    select id from public.meetings where starts_at < before order by starts_at limit most for update skip locked);
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
grant execute on function private.forget_meetings(timestamptz, integer) to service_role;

-- As before, with meetings.
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

-- As before, with meetings.
create or replace function private.erase_person(contact_id uuid, email text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  who constant private.person := private.person_of(contact_id, email);
  found constant jsonb := (
    select coalesce(jsonb_object_agg(relation, keys), '{}')
    from (select relation, jsonb_agg(key) as keys from private.traces_of(who) group by relation) as trace);
  place text;
begin
  -- Rounded to the minute, so that no other stored time identifies the person; the duration stays exact.
  insert into private.erased_replies (received_at, answered_at)
  select date_trunc('minute', received_at), replied_at - (received_at - date_trunc('minute', received_at))
  from public.submission_replies
  where replied_at is not null
    and submission_id::text in (select jsonb_array_elements_text(found -> 'public.contact_submissions'));

  update public.contact_import_rows
  set cells = '[]', fields = null, previous = null, contact_id = null, problems = '[]', notes = '["Erased at the person''s request."]',
      outcome = case when outcome in ('created', 'filled') then 'kept'
                     when outcome in ('skipped', 'removed', 'restored', 'kept') then outcome else 'invalid' end
  where import_id || ' ' || row_number in (select jsonb_array_elements_text(found -> 'public.contact_import_rows'));

  foreach place in array array['public.jobs', 'private.outgoing_mails', 'private.simulated_texts', 'public.notifications',
    'private.deleted_notifications', 'public.communication_logs', 'public.contact_submissions', 'public.meetings', 'public.contact_merges',
    'public.crm_contacts', 'auth.users'] loop
    execute format('delete from %1$s where id = any ($1::text[]::%2$s[])', place,
      (select format_type(atttypid, null) from pg_catalog.pg_attribute where attrelid = place::regclass and attname = 'id'))
    using array(select jsonb_array_elements_text(found -> place));
  end loop;

  -- Copies that would undo these deletions, and their entries in the audit log.
  delete from public.deleted_contacts where id = any (who.contacts);
  delete from private.deleted_notifications
  where id in (select jsonb_array_elements_text(found -> 'public.notifications')::uuid);
  delete from private.rate_limits where private.names_person(key, who);
  update public.audit_log
  set changes = (select coalesce(jsonb_object_agg(name, '{}'::jsonb), '{}') from jsonb_object_keys(changes) as name)
  where row_id = any (who.contacts || array(select jsonb_array_elements_text(found -> 'auth.users')::uuid));

  insert into public.audit_log (actor, actor_role, action, table_name, row_id, changes)
  values (auth.uid(), coalesce(auth.role(), session_user), 'delete', 'personal_data',
    coalesce(who.contacts[1], gen_random_uuid()), '{}');
  return (select coalesce(jsonb_object_agg(name, jsonb_array_length(keys)), '{}') from jsonb_each(found) as trace (name, keys));
end
$$;
