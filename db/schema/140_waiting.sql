-- Who waits for a reply, how long replies took, and when contacts were last heard from. private.refresh_waiting computes the whole
-- row of a person from what came in and what counts as a reply, so it cannot drift from them.

-- When a reply is due: the site's settings, written by the server at its start. Hours live here because SQL computes due times;
-- `at time zone` follows daylight saving.
create table private.reply_rules (
  only_row boolean constraint reply_rules_pkey primary key default true constraint reply_rules_only_row_check check (only_row),
  time_zone text not null,
  open_days smallint[] not null
    constraint reply_rules_open_days_check check (cardinality(open_days) > 0 and open_days <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  opens time not null,
  closes time not null,
  holidays date[] not null,
  open_minutes integer not null constraint reply_rules_open_minutes_check check (open_minutes between 0 and 10000),
  clock_hours integer not null constraint reply_rules_clock_hours_check check (clock_hours between 0 and 10000),
  constraint reply_rules_opens_closes_check check (opens < closes)
);
-- Until the first start of the server.
insert into private.reply_rules (time_zone, open_days, opens, closes, holidays, open_minutes, clock_hours)
values ('America/New_York', '{1,2,3,4,5}', '09:00', '18:00', '{}', 60, 24);

comment on table private.reply_rules is 'Opening hours and promised reply times, in one row.';
comment on column private.reply_rules.only_row is 'Always true: the key allows no second row.';
comment on column private.reply_rules.time_zone is 'Time zone of the opening hours.';
comment on column private.reply_rules.open_days is 'Open weekdays, 1 for Monday.';
comment on column private.reply_rules.opens is 'Opening time.';
comment on column private.reply_rules.closes is 'Closing time.';
comment on column private.reply_rules.holidays is 'Dates on which the office is closed.';
comment on column private.reply_rules.open_minutes is 'Promised time for texts, missed calls and voicemails, counted in opening hours.';
comment on column private.reply_rules.clock_hours is 'Promised time for inquiries, emails and bookings, by the clock.';

alter table private.reply_rules enable row level security;

-- The moment when the promised opening time has passed since `start`.
create function private.after_open_time(start timestamptz, rules private.reply_rules) returns timestamptz
  language plpgsql stable strict set search_path = ''
  as $$
declare
  day date := (start at time zone rules.time_zone)::date;
  remaining interval := make_interval(mins => rules.open_minutes);
  opens timestamptz;
  closes timestamptz;
begin
  loop
    if extract(isodow from day)::smallint = any (rules.open_days) and day <> all (rules.holidays) then
      opens := greatest((day + rules.opens) at time zone rules.time_zone, start);
      closes := (day + rules.closes) at time zone rules.time_zone;
      if opens + remaining <= closes then
        return opens + remaining;
      end if;
      remaining := remaining - greatest(closes - opens, interval '0');
    end if;
    day := day + 1;
  end loop;
end
$$;

-- Replies that no text, call or email shows. A row is never changed; staff delete it to undo.
create table public.reply_marks (
  id uuid constraint reply_marks_pkey primary key default gen_random_uuid(),
  contact_id uuid constraint reply_marks_contact_id_fkey references public.crm_contacts (id) on delete cascade,
  phone_number text,
  up_to timestamptz not null constraint reply_marks_up_to_check check (up_to between '1900-01-01' and '2200-01-01'),
  method text not null constraint reply_marks_method_check check (method in ('phone', 'in_person', 'elsewhere')),
  marked_at timestamptz not null default now(),
  marked_by uuid default auth.uid() constraint reply_marks_marked_by_fkey references public.profiles (id) on delete set null,
  constraint reply_marks_contact_id_phone_number_check check (num_nonnulls(contact_id, phone_number) = 1)
);
create index reply_marks_contact_id_idx on public.reply_marks (contact_id, up_to desc);
create index reply_marks_phone_number_idx on public.reply_marks (phone_number, up_to desc) where phone_number is not null;
create index reply_marks_marked_by_idx on public.reply_marks (marked_by);

comment on table public.reply_marks is 'Replies that staff gave outside of this program. Delete a row to undo it.';
comment on column public.reply_marks.id is 'Primary key.';
comment on column public.reply_marks.contact_id is 'Contact who got the reply.';
comment on column public.reply_marks.phone_number is 'In place of a contact: what stands for a hidden number.';
comment on column public.reply_marks.up_to is 'The reply answers everything that came in until then.';
comment on column public.reply_marks.method is 'How: phone, in_person or elsewhere.';
comment on column public.reply_marks.marked_at is 'When it was marked.';
comment on column public.reply_marks.marked_by is 'Profile that marked it. Null once that account is gone.';

create trigger reply_marks_record_change after insert or delete on public.reply_marks
  for each row execute function private.record_change();

alter table public.reply_marks enable row level security;
grant select, insert, delete on public.reply_marks to service_role;
grant select, delete on public.reply_marks to authenticated;
grant insert (id, contact_id, phone_number, up_to, method) on public.reply_marks to authenticated;
create policy reply_marks_read_as_manager on public.reply_marks for select to authenticated
  using ((select private.is_manager()));
create policy reply_marks_insert_as_manager on public.reply_marks for insert to authenticated
  with check ((select private.is_manager()) and marked_by = (select auth.uid()));
create policy reply_marks_delete_as_manager on public.reply_marks for delete to authenticated
  using ((select private.is_manager()));

-- What counts as a reply: a text or email that a person sent, a call in which they spoke, or a mark. The time of sending
-- counts, so a late delivery report cannot end a newer question. Automatic messages have another purpose.
create view public.replies with (security_invoker = true) as
  select contact_id, coalesce(attempted_at, created_at) as up_to, coalesce(attempted_at, created_at) as replied_at,
         case type when 'sms' then 'text' else 'email' end as method, sent_by as replied_by, null::uuid as mark_id
  from public.communication_logs
  where type in ('sms', 'email') and direction = 'outbound' and purpose = 'staff' and status = 'sent' and contact_id is not null
  union all
  select contact_id, created_at + coalesce(duration_seconds, 0) * interval '1 second',
         created_at + coalesce(duration_seconds, 0) * interval '1 second', 'call', sent_by, null
  from public.communication_logs
  where type = 'call' and call_outcome = 'spoke' and contact_id is not null
  union all
  select contact_id, up_to, marked_at, method, marked_by, id
  from public.reply_marks
  where contact_id is not null;

comment on view public.replies is 'What counts as a reply to a contact.';
comment on column public.replies.contact_id is 'Contact who got the reply.';
comment on column public.replies.up_to is 'The reply answers everything that came in until then.';
comment on column public.replies.replied_at is 'When it was given.';
comment on column public.replies.method is 'How: text, email, call, phone, in_person or elsewhere. The last three are marks.';
comment on column public.replies.replied_by is 'Profile that replied. Null if unknown.';
comment on column public.replies.mark_id is 'The row of reply_marks, if it is one.';

grant select on public.replies to authenticated, service_role;

create table public.waiting_people (
  id uuid constraint waiting_people_pkey primary key,
  contact_id uuid constraint waiting_people_contact_id_key unique
    constraint waiting_people_contact_id_fkey references public.crm_contacts (id) on delete cascade,
  phone_number text,
  kind text not null constraint waiting_people_kind_check
    check (kind in ('inquiry', 'text', 'call', 'voicemail', 'email', 'booking')),
  since timestamptz not null,
  due_at timestamptz not null,
  promised_minutes integer not null,
  items integer not null,
  latest_at timestamptz not null,
  latest_kind text not null constraint waiting_people_latest_kind_check
    check (latest_kind in ('inquiry', 'text', 'call', 'voicemail', 'email', 'booking')),
  latest_words text
);
create index waiting_people_due_at_idx on public.waiting_people (due_at, id);
create index waiting_people_phone_number_idx on public.waiting_people (phone_number) where phone_number is not null;

comment on table public.waiting_people is 'Everybody who waits for a reply, one row per person. Only private.refresh_waiting writes it.';
comment on column public.waiting_people.id is 'Id of the contact, or one made from the number.';
comment on column public.waiting_people.contact_id is 'The contact, if there is one.';
comment on column public.waiting_people.phone_number is 'In place of a contact: what stands for a hidden number.';
comment on column public.waiting_people.kind is 'What the reply is due for: inquiry, text, call, voicemail, email or booking.';
comment on column public.waiting_people.since is 'When that came in.';
comment on column public.waiting_people.due_at is 'When the reply is due: the earliest promise wins.';
comment on column public.waiting_people.promised_minutes is
  'The promised time: in opening hours for a text, call or voicemail, else by the clock.';
comment on column public.waiting_people.items is 'How many messages and calls wait.';
comment on column public.waiting_people.latest_at is 'When the newest of them came in.';
comment on column public.waiting_people.latest_kind is 'What the newest of them is.';
comment on column public.waiting_people.latest_words is 'The first 300 characters of the newest of them; null for a call.';

alter table public.waiting_people enable row level security;
grant select on public.waiting_people to authenticated, service_role;
create policy waiting_people_read_as_manager on public.waiting_people for select to authenticated
  using ((select private.is_manager()));
select private.enable_realtime('public.waiting_people');

-- Computes the rows of these contacts, and of these stand-ins for hidden numbers, from everything that came in after the last
-- reply. Numbers with a plus sign belong to deleted contacts, who need no reply. New kinds are added to `item`.
create function private.refresh_waiting(contacts uuid[], numbers text[]) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  -- Of two changes for one person the second one waits here, and then sees the first one.
  perform from public.crm_contacts where id = any (contacts) order by id for no key update;
  perform pg_advisory_xact_lock(hashtextextended('waiting:' || number, 0)) from unnest(numbers) as number where number not like '+%';

  with rules as materialized (select * from private.reply_rules),
  person as (
    select id, id as contact_id, null::text as phone_number,
           coalesce((select max(up_to) from public.replies where replies.contact_id = contact.id), '-infinity') as replied
    from public.crm_contacts as contact
    where id = any (contacts)
    union all
    select md5(number)::uuid, null, number,
           coalesce((select max(up_to) from public.reply_marks where phone_number = number), '-infinity')
    from unnest(numbers) as number
    where number not like '+%'
  ),
  item as (
    select person.id, contact_id, phone_number, kind, at, words
    from person
    cross join lateral (
      select 'inquiry' as kind, received_at as at, message as words
      from public.contact_submissions as submission
      where submission.contact_id = person.contact_id and received_at > replied
      union all
      select case when type = 'sms' then 'text' when type = 'email' then 'email'
                  when call_outcome = 'voicemail' then 'voicemail' else 'call' end, created_at, message
      from public.communication_logs as log
      where awaits_reply and log.contact_id = person.contact_id and created_at > replied
      union all
      select 'call', created_at, message
      from public.communication_logs as log
      where awaits_reply and log.contact_id is null and type <> 'email' and log.phone_number = person.phone_number
        and created_at > replied
    ) as message
  ),
  waiting as (
    select item.id, contact_id, phone_number, count(*)::integer as items, max(at) as latest_at,
           (array_agg(kind order by at desc, kind))[1] as latest_kind,
           left((array_agg(words order by at desc, kind))[1], 300) as latest_words,
           min(at) filter (where kind in ('inquiry', 'email', 'booking')) as clock_since,
           (array_agg(kind order by at, kind) filter (where kind in ('inquiry', 'email', 'booking')))[1] as clock_kind,
           min(at) filter (where kind in ('text', 'call', 'voicemail')) as open_since,
           (array_agg(kind order by at, kind) filter (where kind in ('text', 'call', 'voicemail')))[1] as open_kind
    from item
    group by item.id, contact_id, phone_number
  ),
  promise as (
    select waiting.*, rules.open_minutes, rules.clock_hours * 60 as clock_minutes,
           clock_since + make_interval(hours => rules.clock_hours) as clock_due,
           private.after_open_time(open_since, rules) as open_due
    from waiting, rules
  ),
  written as (
    insert into public.waiting_people as known
      (id, contact_id, phone_number, kind, since, due_at, promised_minutes, items, latest_at, latest_kind, latest_words)
    select id, contact_id, phone_number,
           case when open_due is null or clock_due <= open_due then clock_kind else open_kind end,
           case when open_due is null or clock_due <= open_due then clock_since else open_since end,
           least(clock_due, open_due),
           case when open_due is null or clock_due <= open_due then clock_minutes else open_minutes end, items, latest_at, latest_kind, latest_words
    from promise
    on conflict (id) do update
      set kind = excluded.kind, since = excluded.since, due_at = excluded.due_at, promised_minutes = excluded.promised_minutes,
          items = excluded.items, latest_at = excluded.latest_at, latest_kind = excluded.latest_kind, latest_words = excluded.latest_words
      where (known.*) is distinct from (excluded.*)
  )
  delete from public.waiting_people
  where (contact_id = any (contacts) or phone_number = any (numbers)) and id not in (select id from waiting);
end
$$;

-- Sets when we last wrote to, spoke with or heard from these contacts. Neither what rules of the product sent counts nor what
-- never left.
create function private.refresh_last_heard(contacts uuid[]) returns void
  language sql volatile security definer set search_path = ''
  as $$
    update public.crm_contacts as contact
    set last_heard_key = heard.at
    from (
      select id, greatest(
        (select max(received_at) from public.contact_submissions as submission where submission.contact_id = person.id),
        (select max(coalesce(attempted_at, created_at)) from public.communication_logs as log
         where log.contact_id = person.id and purpose = 'staff'
           and (direction = 'inbound' or status in ('sent', 'initiated', 'unknown')))) as at
      from public.crm_contacts as person
      where id = any (contacts)) as heard
    where heard.id = contact.id and contact.last_heard_key is distinct from heard.at
  $$;

-- Per statement, so that moving thousands of rows of one contact computes it once.
create function private.refresh_changed_people() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  contacts uuid[];
  numbers text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct contact_id), array_agg(distinct to_jsonb(changed) ->> 'phone_number') filter (where contact_id is null)
    into contacts, numbers from new_rows as changed;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct contact_id), array_agg(distinct to_jsonb(changed) ->> 'phone_number') filter (where contact_id is null)
    into contacts, numbers from old_rows as changed;
  else
    select array_agg(distinct contact_id), array_agg(distinct to_jsonb(changed) ->> 'phone_number') filter (where contact_id is null)
    into contacts, numbers from (select * from new_rows union all select * from old_rows) as changed;
  end if;
  contacts := array_remove(contacts, null);
  numbers := array_remove(numbers, null);
  if cardinality(contacts) > 0 or cardinality(numbers) > 0 then
    perform private.refresh_waiting(coalesce(contacts, '{}'), coalesce(numbers, '{}'));
    perform private.refresh_last_heard(coalesce(contacts, '{}'));
  end if;
  return null;
end
$$;
create trigger contact_submissions_refresh_waiting_insert after insert on public.contact_submissions
  referencing new table as new_rows for each statement execute function private.refresh_changed_people();
create trigger contact_submissions_refresh_waiting_update after update on public.contact_submissions
  referencing old table as old_rows new table as new_rows for each statement execute function private.refresh_changed_people();
create trigger contact_submissions_refresh_waiting_delete after delete on public.contact_submissions
  referencing old table as old_rows for each statement execute function private.refresh_changed_people();
create trigger communication_logs_refresh_waiting_insert after insert on public.communication_logs
  referencing new table as new_rows for each statement execute function private.refresh_changed_people();
create trigger communication_logs_refresh_waiting_update after update on public.communication_logs
  referencing old table as old_rows new table as new_rows for each statement execute function private.refresh_changed_people();
create trigger communication_logs_refresh_waiting_delete after delete on public.communication_logs
  referencing old table as old_rows for each statement execute function private.refresh_changed_people();
create trigger reply_marks_refresh_waiting_insert after insert on public.reply_marks
  referencing new table as new_rows for each statement execute function private.refresh_changed_people();
create trigger reply_marks_refresh_waiting_update after update on public.reply_marks
  referencing old table as old_rows new table as new_rows for each statement execute function private.refresh_changed_people();
create trigger reply_marks_refresh_waiting_delete after delete on public.reply_marks
  referencing old table as old_rows for each statement execute function private.refresh_changed_people();

-- Computes all people again: after rows were written without triggers.
create function private.refresh_all_waiting() returns void
  language sql volatile security definer set search_path = ''
  as $$
    select private.refresh_waiting(
      array(select contact_id from public.waiting_people where contact_id is not null
            union select contact_id from public.communication_logs where awaits_reply and contact_id is not null
            union select contact_id from public.contact_submissions where contact_id is not null),
      array(select phone_number from public.waiting_people where phone_number is not null
            union select phone_number from public.communication_logs where awaits_reply and contact_id is null))
  $$;
grant execute on function private.refresh_all_waiting() to service_role;

-- Computes all contacts again: after rows were written without triggers.
create function private.refresh_all_last_heard() returns void
  language sql volatile security definer set search_path = ''
  as $$
    select private.refresh_last_heard(array(
      select contact_id from public.communication_logs where contact_id is not null
      union select contact_id from public.contact_submissions where contact_id is not null))
  $$;
grant execute on function private.refresh_all_last_heard() to service_role;

-- Stores the settings of the site; computes all due times again if they changed.
create function private.set_reply_rules(rules jsonb) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  wanted constant private.reply_rules := jsonb_populate_record(null::private.reply_rules, rules || '{"only_row": true}');
begin
  update private.reply_rules as known
  set time_zone = wanted.time_zone, open_days = wanted.open_days, opens = wanted.opens, closes = wanted.closes,
      holidays = wanted.holidays, open_minutes = wanted.open_minutes, clock_hours = wanted.clock_hours
  where known.* is distinct from wanted;
  if found then
    -- The settings change when a reply is due, not who waits.
    perform private.refresh_waiting(
      array(select contact_id from public.waiting_people where contact_id is not null),
      array(select phone_number from public.waiting_people where phone_number is not null));
  end if;
end
$$;
grant execute on function private.set_reply_rules(jsonb) to service_role;

-- A mark answers what had come in, not what arrives later. Refused if a colleague replied first.
create function private.limit_reply_mark() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  latest timestamptz;
begin
  -- The policy refuses others; the error below would tell them who waits.
  if not private.is_manager() then
    return new;
  end if;
  select latest_at into latest from public.waiting_people
  where id = coalesce(new.contact_id, md5(new.phone_number)::uuid);
  if not found then
    raise exception 'This person does not wait for a reply anymore.' using errcode = 'PT409';
  end if;
  new.up_to := least(new.up_to, latest);
  return new;
end
$$;
create trigger reply_marks_limit before insert on public.reply_marks
  for each row when (current_user = 'authenticated') execute function private.limit_reply_mark();

-- What the list of waiting people shows, in one query.
create view public.waiting_list with (security_invoker = true) as
  select waiting.id, waiting.contact_id, waiting.phone_number, contact.first_name, contact.last_name, contact.company,
         contact.owner_id, waiting.kind, waiting.since, waiting.due_at, waiting.promised_minutes, waiting.items,
         waiting.latest_at, waiting.latest_kind, waiting.latest_words,
         coalesce(contact.text_consent, false) as text_consent, decision.allowed as may_text, decision.reason as text_reason,
         (select count(*)::integer from public.communication_logs as log
          where log.contact_id = waiting.contact_id and not log.seen) as unread
  from public.waiting_people as waiting
  left join public.crm_contacts as contact on contact.id = waiting.contact_id
  cross join lateral private.may_text(contact, contact.phone_e164, now()) as decision;

comment on view public.waiting_list is 'Everybody who waits for a reply, with what staff need to choose whom to answer.';
comment on column public.waiting_list.id is 'Id of the contact, or one made from the number.';
comment on column public.waiting_list.contact_id is 'The contact, if there is one.';
comment on column public.waiting_list.phone_number is 'In place of a contact: what stands for a hidden number.';
comment on column public.waiting_list.first_name is 'First name of the contact.';
comment on column public.waiting_list.last_name is 'Last name of the contact.';
comment on column public.waiting_list.company is 'Company of the contact.';
comment on column public.waiting_list.owner_id is 'Profile that owns the contact.';
comment on column public.waiting_list.kind is 'What the reply is due for: inquiry, text, call, voicemail, email or booking.';
comment on column public.waiting_list.since is 'When that came in.';
comment on column public.waiting_list.due_at is 'When the reply is due.';
comment on column public.waiting_list.promised_minutes is
  'The promised time: in opening hours for a text, call or voicemail, else by the clock.';
comment on column public.waiting_list.items is 'How many messages and calls wait.';
comment on column public.waiting_list.latest_at is 'When the newest of them came in.';
comment on column public.waiting_list.latest_kind is 'What the newest of them is.';
comment on column public.waiting_list.latest_words is 'The first 300 characters of the newest of them; null for a call.';
comment on column public.waiting_list.text_consent is 'Whether the contact agreed to texts.';
comment on column public.waiting_list.may_text is 'Whether the contact may be texted now, apart from the hours.';
comment on column public.waiting_list.text_reason is 'Why, or why not, as in texting_contacts.';
comment on column public.waiting_list.unread is 'How many texts, calls and emails of the contact staff have not looked at.';

grant select on public.waiting_list to authenticated, service_role;

-- Replies that became late, so that each is told once. due_at tells a person's next wait from this one.
create table private.late_replies (
  waiting_id uuid constraint late_replies_waiting_id_fkey references public.waiting_people (id) on delete cascade,
  due_at timestamptz,
  noticed_at timestamptz not null,
  -- Jobs name a late reply by this, because staff may read them.
  id uuid not null constraint late_replies_id_key unique default gen_random_uuid(),
  constraint late_replies_pkey primary key (waiting_id, due_at)
);
create index late_replies_noticed_at_idx on private.late_replies (noticed_at);

comment on table private.late_replies is 'People who wait longer than promised. A reply deletes the row.';
comment on column private.late_replies.waiting_id is 'Row of waiting_people.';
comment on column private.late_replies.due_at is 'When the reply was due.';
comment on column private.late_replies.noticed_at is 'When the server noticed.';
comment on column private.late_replies.id is 'For the jobs that tell of it.';

alter table private.late_replies enable row level security;
grant select, insert on private.late_replies to service_role;

create function private.push_late_reply() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.push_to_browsers('late', null, jsonb_build_object('late', new.id), new.noticed_at);
  return null;
end
$$;
create trigger late_replies_push after insert on private.late_replies
  for each row execute function private.push_late_reply();

create view public.submission_replies with (security_invoker = true) as
  select submission.id as submission_id, submission.contact_id, received_at, reply.replied_at, reply.method, reply.replied_by,
         reply.mark_id, coalesce(nullif(concat_ws(' ', nullif(staff.first_name, ''), nullif(staff.last_name, '')), ''), staff.email)
           as replied_by_name
  from public.contact_submissions as submission
  left join lateral (
    select * from public.replies
    where replies.contact_id = submission.contact_id and replies.up_to >= received_at
    order by replied_at limit 1) as reply on true
  left join public.profiles as staff on staff.id = reply.replied_by
  where submission.contact_id is not null;

comment on view public.submission_replies is 'Inquiries with their first reply.';
comment on column public.submission_replies.submission_id is 'The inquiry.';
comment on column public.submission_replies.contact_id is 'Contact that sent it.';
comment on column public.submission_replies.received_at is 'When it came in.';
comment on column public.submission_replies.replied_at is 'When it was replied to; null if it waits.';
comment on column public.submission_replies.method is 'How, as in replies.';
comment on column public.submission_replies.replied_by is 'Profile that replied.';
comment on column public.submission_replies.mark_id is 'The row of reply_marks, if the reply is one.';
comment on column public.submission_replies.replied_by_name is 'Name or address of that profile.';

grant select on public.submission_replies to authenticated, service_role;

create table private.erased_replies (
  id bigint generated always as identity constraint erased_replies_pkey primary key,
  received_at timestamptz not null,
  answered_at timestamptz not null
);
create index erased_replies_answered_at_idx on private.erased_replies (answered_at);

comment on table private.erased_replies is 'How long replies to people took who have been erased.';
comment on column private.erased_replies.id is 'Primary key.';
comment on column private.erased_replies.received_at is 'When the inquiry came in, on the minute.';
comment on column private.erased_replies.answered_at is 'When it was answered, as long after as it took.';

alter table private.erased_replies enable row level security;
grant select on private.erased_replies to authenticated, service_role;
create policy erased_replies_read_as_manager on private.erased_replies for select to authenticated
  using ((select private.is_manager()));

create view public.reply_times with (security_invoker = true) as
  select received_at, replied_at as answered_at from public.submission_replies
  union all
  select received_at, answered_at from private.erased_replies;

comment on view public.reply_times is 'When each inquiry came in and when it was answered.';
comment on column public.reply_times.received_at is 'When the inquiry came in.';
comment on column public.reply_times.answered_at is 'When it was answered; null if it waits.';

grant select on public.reply_times to authenticated, service_role;
