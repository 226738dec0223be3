-- Who waits for a reply, as a table with one row per person. private.refresh_waiting computes the whole row from what arrived
-- in and what counts as a reply, so it cannot drift from them.

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

alter table public.communication_logs
  add column call_outcome text
    constraint communication_logs_call_outcome_check check (call_outcome in ('spoke', 'voicemail', 'no_answer')),
  add column call_note text
    constraint communication_logs_call_note_check check (length(trim(call_note)) > 0 and length(call_note) <= 2000),
  drop constraint communication_logs_purpose_check,
  add constraint communication_logs_purpose_check
    check (purpose in ('staff', 'text_back', 'help', 'opt_out', 'auto_reply')) not valid,
  add constraint communication_logs_type_call_outcome_call_note_check
    check (type = 'call' or (call_outcome is null and call_note is null)) not valid;
grant update (call_outcome, call_note) on public.communication_logs to authenticated;

comment on column public.communication_logs.purpose is
  'Why it was sent: staff, a rule of the product (text_back, help, opt_out), or auto_reply by a mail program.';
comment on column public.communication_logs.message is 'Text of the message, or the transcript of a voicemail.';
comment on column public.communication_logs.call_outcome is
  'How a call ended: spoke (a reply), voicemail (left by whoever called), no_answer. Null: nobody said.';
comment on column public.communication_logs.call_note is 'What staff note about a call.';
comment on column public.communication_logs.awaits_reply is
  'Whether this text, call or email asks for a reply. Stays true: waiting_people says whether one was given.';

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

-- Safe while the older copy serves: there is none before the first release.
drop view public.waiting_people;
-- Safe while the older copy serves: there is none before the first release.
drop view public.waiting_submissions cascade;
-- Safe while the older copy serves: there is none before the first release.
drop view public.reply_times;

drop trigger communication_logs_stamp_answer on public.communication_logs;
drop trigger communication_logs_end_waiting_by_text on public.communication_logs;
drop trigger communication_logs_end_waiting_by_call on public.communication_logs;
drop trigger communication_logs_end_waiting_by_email on public.communication_logs;
drop trigger communication_logs_end_waiting_by_sent_email on public.communication_logs;
-- Safe while the older copy serves: there is none before the first release.
drop function private.stamp_answer();
-- Safe while the older copy serves: there is none before the first release.
drop function private.end_waiting_by_message();
-- Safe while the older copy serves: there is none before the first release.
drop function private.end_waiting_by_email();
-- Safe while the older copy serves: there is none before the first release.
drop function private.end_waiting(uuid, text, timestamptz, uuid, text);

-- An email that came back was no reply: private.refresh_waiting no longer counts it.
create or replace function private.fail_email(log uuid, reason text, gave_up boolean) returns boolean
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

-- Takes over the answered ones. Connected calls ended the wait until now.
update public.communication_logs set call_outcome = 'spoke' where type = 'call' and delivery_status = 'completed';
update public.communication_logs set awaits_reply = true where answered_at is not null and direction = 'inbound';
insert into public.reply_marks (contact_id, up_to, method, marked_at, marked_by)
  select contact_id, received_at, 'elsewhere', answered_at, answered_by
  from public.submission_answers
  join public.contact_submissions as submission on submission.id = submission_id
  where contact_id is not null and (method = 'elsewhere' or not exists (
    select from public.replies as reply where reply.contact_id = submission.contact_id and reply.up_to >= received_at));
insert into public.reply_marks (contact_id, phone_number, up_to, method, marked_at, marked_by)
  select contact_id, case when contact_id is null then phone_number end, created_at, 'elsewhere', answered_at,
         (select id from public.profiles where id = answered_by)
  from public.communication_logs as log
  where answered_at is not null and direction = 'inbound'
    and (contact_id is not null or (phone_number not like '+%' and type <> 'email'))
    and not exists (select from public.replies as reply where reply.contact_id = log.contact_id and reply.up_to >= log.created_at);
-- Inquiries that staff accepted although they looked like spam did not wait until now.
insert into public.reply_marks (contact_id, up_to, method, marked_at)
  select contact_id, received_at, 'elsewhere', received_at
  from public.contact_submissions as submission
  where spam and contact_id is not null and not exists (
    select from public.replies as reply where reply.contact_id = submission.contact_id and reply.up_to >= received_at);

revoke update (awaits_reply) on public.communication_logs from authenticated;
alter table public.communication_logs
  -- Safe while the older copy serves: there is none before the first release.
  drop column answered_at,
  drop column answered_by;
drop policy submission_answers_read_as_manager on public.submission_answers;
drop policy submission_answers_insert_as_manager on public.submission_answers;
drop policy submission_answers_delete_as_manager on public.submission_answers;
-- Safe while the older copy serves: there is none before the first release.
drop table public.submission_answers;

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
do $$
begin
  -- In a hosted project, the publication sends the changes.
  if to_regprocedure('realtime.enable(regclass)') is not null then
    execute $run$select realtime.enable('public.waiting_people')$run$;
  elsif exists (select from pg_publication where pubname = 'supabase_realtime') then
    execute 'alter publication supabase_realtime add table public.waiting_people';
  end if;
end
$$;

-- A contact's row is computed again, never copied or moved.
create or replace function private.contact_links() returns table (relation text, link text, cascades boolean)
  language sql stable set search_path = ''
  as $$
    select format('%I.%I', nspname, relname), attname::text, confdeltype = 'c'
    from pg_catalog.pg_constraint as key
    join pg_catalog.pg_class as child on child.oid = conrelid
    join pg_catalog.pg_namespace as schema on schema.oid = relnamespace
    join pg_catalog.pg_attribute as part on part.attrelid = conrelid and part.attnum = conkey[1]
    where contype = 'f' and confrelid = 'public.crm_contacts'::regclass
      and conrelid <> 'public.waiting_people'::regclass
    order by 1, 2
  $$;

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
select private.refresh_all_waiting();

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

create view public.reply_times with (security_invoker = true) as
  select received_at, replied_at as answered_at from public.submission_replies
  union all
  select received_at, answered_at from private.erased_replies;

comment on view public.reply_times is 'When each inquiry came in and when it was answered.';
comment on column public.reply_times.received_at is 'When the inquiry came in.';
comment on column public.reply_times.answered_at is 'When it was answered; null if it waits.';

grant select on public.reply_times to authenticated, service_role;

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
    'private.deleted_notifications', 'public.communication_logs', 'public.contact_submissions', 'public.contact_merges',
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
