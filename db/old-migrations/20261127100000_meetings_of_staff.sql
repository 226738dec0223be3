-- Staff book, move and cancel meetings too, mark them as held or as a no-show, and see their history in the contact's timeline.

alter table public.meetings
  add column cancel_reason text constraint meetings_cancel_reason_check check (length(cancel_reason) between 1 and 500),
  add column history jsonb not null default '[]';
update public.meetings
set history = jsonb_build_array(jsonb_build_object('what', 'booked', 'at', created_at, 'start', starts_at))
  || case when status = 'canceled'
       then jsonb_build_array(jsonb_build_object('what', 'canceled', 'at', canceled_at, 'start', starts_at)) else '[]' end;

comment on column public.meetings.cancel_reason is 'Why staff canceled it. Only staff see it.';
comment on column public.meetings.history is
  'What happened, oldest first: [{ "what", "at", "start", "actor" }]; what is booked, moved, canceled, held or no_show, and actor the staff member, if any.';

-- The outcome of a meeting is one event: a correction replaces it, and Undo removes it.
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

-- As before, with meetings.
create or replace view public.contact_timeline with (security_invoker = true) as
  select entry.*, nullif(concat_ws(' ', nullif(author.first_name, ''), nullif(author.last_name, '')), '') as actor_name,
         author.email as actor_email
  from (
    select 'submission ' || id as id, contact_id, received_at as occurred_at, 'submission' as kind, null::uuid as actor,
           jsonb_build_object('name', name, 'email', email, 'phone', phone, 'company', company, 'service', service,
             'message', message, 'page', page, 'text_consent', text_consent, 'spam', spam) as details
    from public.contact_submissions
    union all
    select 'log ' || id, contact_id, created_at, type, null,
           jsonb_build_object('direction', direction, 'phone_number', phone_number, 'message', message,
             'status', status, 'delivery_status', delivery_status, 'call_outcome', call_outcome, 'call_note', call_note, 'duration_seconds', duration_seconds)
    from public.communication_logs
    union all
    select 'note ' || id, contact_id, created_at, 'note', author_id, jsonb_build_object('body', body, 'edited', edited_at is not null)
    from public.contact_notes where deleted_at is null
    union all
    select 'consent ' || id, contact_id, occurred_at, 'consent', actor,
           jsonb_build_object('action', action, 'method', method, 'phone', phone_e164, 'page', page, 'wording', wording,
             'reason', evidence ->> 'reason')
    from public.consent_events
    union all
    select 'change ' || id, contact_id, occurred_at, 'change', actor,
           jsonb_build_object('action', action, 'changes', changes, 'by', actor_role)
    from public.contact_changes
    union all
    select 'merge ' || id, kept_id, merged_at, 'merge', merged_by,
           jsonb_build_object('merge_id', id, 'merged_id', merged_id, 'undone', undone)
    from public.contact_merges
    union all
    select 'meeting ' || id || ' ' || place, contact_id, (event ->> 'at')::timestamptz, 'meeting', (event ->> 'actor')::uuid,
           jsonb_build_object('meeting_id', id, 'what', event ->> 'what', 'start', event -> 'start', 'medium', medium,
             'minutes', extract(epoch from ends_at - starts_at)::integer / 60, 'latest', place = jsonb_array_length(history),
             'reason', case event ->> 'what' when 'canceled' then cancel_reason end)
    from public.meetings cross join lateral jsonb_array_elements(history) with ordinality as past (event, place)
  ) as entry
  left join public.profiles as author on author.id = entry.actor;

-- Who changed the rules last, for the message about a conflicting edit.
alter table public.booking_rules
  add column updated_at timestamptz not null default now()
    constraint booking_rules_updated_at_check check (updated_at between '1900-01-01' and '2200-01-01'),
  add column updated_by uuid constraint booking_rules_updated_by_fkey references public.profiles (id) on delete set null;
create index booking_rules_updated_by_idx on public.booking_rules (updated_by);

comment on column public.booking_rules.updated_at is 'When the rules were last changed.';
comment on column public.booking_rules.updated_by is 'Who changed them last.';

grant update (updated_at) on public.booking_rules to authenticated;
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

do $$
begin
  -- In a hosted project, the publication sends the changes.
  if to_regprocedure('realtime.enable(regclass)') is not null then
    execute $run$select realtime.enable('public.meetings')$run$;
  elsif exists (select from pg_publication where pubname = 'supabase_realtime') then
    execute 'alter publication supabase_realtime add table public.meetings';
  end if;
end
$$;
