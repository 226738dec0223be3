-- Meetings that visitors and staff book: when they can be booked, what was booked, and the calendars of staff.

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
  daily_limit integer constraint booking_rules_daily_limit_check check (daily_limit between 1 and 100),
  -- Who changed the rules last, for the message about a conflicting edit.
  updated_at timestamptz not null default now()
    constraint booking_rules_updated_at_check check (updated_at between '1900-01-01' and '2200-01-01'),
  updated_by uuid constraint booking_rules_updated_by_fkey references public.profiles (id) on delete set null
);
create index booking_rules_updated_by_idx on public.booking_rules (updated_by);
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
comment on column public.booking_rules.updated_at is 'When the rules were last changed.';
comment on column public.booking_rules.updated_by is 'Who changed them last.';

alter table public.booking_rules enable row level security;
grant select on public.booking_rules to service_role, authenticated;
grant update (weekly_hours, minutes, buffer_minutes, notice_minutes, horizon_days, daily_limit, updated_at)
  on public.booking_rules to authenticated;
create policy booking_rules_read_as_manager on public.booking_rules for select to authenticated
  using ((select private.is_manager()));
create policy booking_rules_update_as_admin on public.booking_rules for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

create function private.sign_booking_rules() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.updated_at := now();
  new.updated_by := auth.uid();
  return new;
end
$$;
-- Not on an update of updated_by alone: that is the account's removal.
create trigger booking_rules_sign
  before update of weekly_hours, minutes, buffer_minutes, notice_minutes, horizon_days, daily_limit on public.booking_rules
  for each row execute function private.sign_booking_rules();

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
  cancel_reason text constraint meetings_cancel_reason_check check (length(cancel_reason) between 1 and 500),
  history jsonb not null default '[]',
  first_page text constraint meetings_first_page_check check (length(first_page) <= 500),
  referrer_host text constraint meetings_referrer_host_check check (length(referrer_host) <= 253),
  ad_network text constraint meetings_ad_network_check check (length(ad_network) <= 40),
  utm_campaign text constraint meetings_utm_campaign_check check (length(utm_campaign) <= 100),
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
comment on column public.meetings.cancel_reason is 'Why staff canceled it. Only staff see it.';
comment on column public.meetings.history is
  'What happened, oldest first: [{ "what", "at", "start", "actor" }]; what is booked, moved, canceled, held or no_show, and actor the staff member, if any.';
comment on column public.meetings.first_page is 'First page of the visit in which it was booked. Null: not said, or booked by staff.';
comment on column public.meetings.referrer_host is 'Site that led to that page.';
comment on column public.meetings.ad_network is 'Advertising network whose link led to that page.';
comment on column public.meetings.utm_campaign is 'Campaign of that link.';

alter table public.meetings enable row level security;
grant select, insert, update, delete on public.meetings to service_role;
grant select on public.meetings to authenticated;
create policy meetings_read_as_manager on public.meetings for select to authenticated
  using ((select private.is_manager()));
select private.enable_realtime('public.meetings');

-- Keeps the history. The outcome of a meeting is one event: a correction replaces it, and Undo removes it.
create function private.record_meeting_event() returns trigger
  language plpgsql set search_path = ''
  as $$
declare
  what constant text := case
    when tg_op = 'INSERT' then 'booked'
    when new.status <> old.status then new.status
    when new.starts_at <> old.starts_at then 'moved' end;
begin
  if what is null then
    return new;
  end if;
  new.history := coalesce((
    select jsonb_agg(event order by place) from jsonb_array_elements(new.history) with ordinality as past (event, place)
    where event ->> 'what' not in ('held', 'no_show')), '[]');
  if tg_op = 'INSERT' or what <> 'booked' then
    new.history := new.history || jsonb_strip_nulls(jsonb_build_object(
      'what', what, 'start', new.starts_at, 'actor', auth.uid(),
      'at', case what when 'booked' then new.created_at when 'canceled' then new.canceled_at else now() end));
  end if;
  return new;
end
$$;
create trigger meetings_record_event before insert or update of status, starts_at on public.meetings
  for each row execute function private.record_meeting_event();

-- Calendars that staff keep elsewhere.
create table public.busy_calendars (
  id uuid constraint busy_calendars_pkey primary key default gen_random_uuid(),
  owner_id uuid not null constraint busy_calendars_owner_id_fkey references public.profiles (id) on delete cascade,
  name text not null constraint busy_calendars_name_check check (length(trim(name)) between 1 and 100),
  created_at timestamptz not null default now(),
  asked_at timestamptz not null,
  read_at timestamptz,
  problem text constraint busy_calendars_problem_check check (length(problem) <= 500),
  time_count integer not null default 0 constraint busy_calendars_time_count_check check (time_count >= 0)
);
create index busy_calendars_owner_id_idx on public.busy_calendars (owner_id);

comment on table public.busy_calendars is 'Calendars of staff whose busy times nobody can book.';
comment on column public.busy_calendars.id is 'Primary key.';
comment on column public.busy_calendars.owner_id is 'Staff member who added it.';
comment on column public.busy_calendars.name is 'Name staff see.';
comment on column public.busy_calendars.created_at is 'When it was added.';
comment on column public.busy_calendars.asked_at is 'When its address was last asked: no other instance asks for ten minutes.';
comment on column public.busy_calendars.read_at is 'When its address last answered with a calendar, or that nothing has changed.';
comment on column public.busy_calendars.problem is 'Why it could not be read, for staff. The busy times are the last ones read.';
comment on column public.busy_calendars.time_count is 'Number of its rows in busy_times.';

create table private.busy_sources (
  calendar_id uuid constraint busy_sources_pkey primary key
    constraint busy_sources_calendar_id_fkey references public.busy_calendars (id) on delete cascade,
  address text not null constraint busy_sources_address_key unique
    constraint busy_sources_address_check check (length(address) between 1 and 2000),
  etag text constraint busy_sources_etag_check check (length(etag) <= 1000),
  last_modified text constraint busy_sources_last_modified_check check (length(last_modified) <= 100),
  loaded_at timestamptz
);

comment on table private.busy_sources is 'Secret addresses of the calendars. Only the server reads them.';
comment on column private.busy_sources.calendar_id is 'The calendar.';
comment on column private.busy_sources.address is 'Address of its iCalendar file. Whoever has it can read the calendar.';
comment on column private.busy_sources.etag is 'ETag of the last answer.';
comment on column private.busy_sources.last_modified is 'Last-Modified of the last answer.';
comment on column private.busy_sources.loaded_at is 'When its contents were last read, from which the busy times are.';

create table public.busy_times (
  calendar_id uuid not null constraint busy_times_calendar_id_fkey references public.busy_calendars (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  constraint busy_times_pkey primary key (calendar_id, starts_at),
  constraint busy_times_starts_at_ends_at_check check (starts_at < ends_at)
);
create index busy_times_ends_at_idx on public.busy_times (ends_at, starts_at);

comment on table public.busy_times is 'When the calendars of staff are busy. Times of one calendar do not overlap.';
comment on column public.busy_times.calendar_id is 'The calendar.';
comment on column public.busy_times.starts_at is 'Start.';
comment on column public.busy_times.ends_at is 'End.';

alter table public.busy_calendars enable row level security;
grant select, insert, update, delete on public.busy_calendars to service_role;
grant select, delete on public.busy_calendars to authenticated;
create policy busy_calendars_read_as_manager on public.busy_calendars for select to authenticated
  using ((select private.is_manager()));
create policy busy_calendars_delete_own on public.busy_calendars for delete to authenticated
  using ((select private.is_manager()) and (owner_id = (select auth.uid()) or (select private.is_admin())));

alter table private.busy_sources enable row level security;
grant select, insert, update on private.busy_sources to service_role;

alter table public.busy_times enable row level security;
grant select, insert, delete on public.busy_times to service_role;
grant select on public.busy_times to authenticated;
create policy busy_times_read_as_manager on public.busy_times for select to authenticated
  using ((select private.is_manager()));

create function private.delete_busy_calendars() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.busy_calendars where owner_id = new.id;
  return null;
end
$$;
-- Nobody waits for who has left.
create trigger profiles_delete_busy_calendars after update of role on public.profiles
  for each row when (new.role = 'client' and old.role <> 'client') execute function private.delete_busy_calendars();

-- Staff see their bookings in any calendar program, at a secret address they can revoke.
create table private.calendar_feeds (
  profile_id uuid constraint calendar_feeds_pkey primary key
    constraint calendar_feeds_profile_id_fkey references public.profiles (id) on delete cascade,
  key_hash bytea not null constraint calendar_feeds_key_hash_key unique
    constraint calendar_feeds_key_hash_check check (length(key_hash) = 32),
  created_at timestamptz not null,
  read_at timestamptz
);

comment on table private.calendar_feeds is 'Addresses at which calendar programs read the bookings of staff, one per person. Only the server reads it.';
comment on column private.calendar_feeds.profile_id is 'Staff member.';
comment on column private.calendar_feeds.key_hash is 'SHA-256 of the key in the address: who reads this table cannot read the feed.';
comment on column private.calendar_feeds.created_at is 'When the address was made.';
comment on column private.calendar_feeds.read_at is 'When a calendar program last read it, within five minutes.';

alter table private.calendar_feeds enable row level security;
grant select, insert, update, delete on private.calendar_feeds to service_role;

create function private.find_calendar_feed(hash bytea, at timestamptz) returns uuid
  language sql stable security definer set search_path = ''
  as $$
    select feed.profile_id
    from private.calendar_feeds as feed
    join public.profiles as profile on profile.id = feed.profile_id and profile.role in ('manager', 'admin')
    join auth.users as account on account.id = feed.profile_id
      and (account.banned_until is null or account.banned_until <= at)
    where feed.key_hash = hash
  $$;
comment on function private.find_calendar_feed is 'Whose feed has this key; null unless they are staff with an account in use.';
grant execute on function private.find_calendar_feed(bytea, timestamptz) to service_role;

create function private.delete_calendar_feed() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from private.calendar_feeds where profile_id = new.id;
  return null;
end
$$;
-- Who becomes staff again makes a new address.
create trigger profiles_delete_calendar_feed after update of role on public.profiles
  for each row when (new.role = 'client' and old.role <> 'client') execute function private.delete_calendar_feed();
