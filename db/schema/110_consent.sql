-- The evidence of every agreement to texts and every withdrawal. crm_contacts.text_consent is its current state.

create table public.consent_events (
  id uuid constraint consent_events_pkey primary key default gen_random_uuid(),
  occurred_at timestamptz not null default now(),
  contact_id uuid constraint consent_events_contact_id_fkey references public.crm_contacts (id) on delete set null,
  -- Not only the link, so that an opt-out outlives the contact.
  phone_e164 text,
  email text,
  action text not null constraint consent_events_action_check check (action in ('grant', 'revoke')),
  method text not null
    constraint consent_events_method_check check (method in ('web_form', 'keyword', 'staff', 'import', 'carrier')),
  wording text,
  wording_version text,
  page text,
  submission_id uuid constraint consent_events_submission_id_fkey
    references public.contact_submissions (id) on delete set null,
  client_ip inet,
  claimed_ip text,
  user_agent text,
  actor uuid,
  evidence jsonb not null default '{}',
  actor_name text,
  actor_email text
);
create index consent_events_contact_id_idx on public.consent_events (contact_id, occurred_at desc);
create index consent_events_phone_e164_idx on public.consent_events (phone_e164, occurred_at desc);
create index consent_events_submission_id_idx on public.consent_events (submission_id);
create index consent_events_occurred_at_idx on public.consent_events (occurred_at);

comment on table public.consent_events is 'Evidence of consent to texts and its withdrawal. Append only.';
comment on column public.consent_events.id is 'Primary key.';
comment on column public.consent_events.occurred_at is 'When consent was given or withdrawn.';
comment on column public.consent_events.contact_id is 'Contact concerned.';
comment on column public.consent_events.phone_e164 is 'Number the consent is about, in E.164.';
comment on column public.consent_events.email is 'Address the person gave along with it.';
comment on column public.consent_events.action is 'grant or revoke.';
comment on column public.consent_events.method is 'How: web_form, keyword (a text such as STOP), staff, import or carrier.';
comment on column public.consent_events.wording is 'Text the person agreed to, as shown.';
comment on column public.consent_events.wording_version is 'Version of that text.';
comment on column public.consent_events.page is 'Page the form was on.';
comment on column public.consent_events.submission_id is 'Form submission that carried the consent.';
comment on column public.consent_events.client_ip is 'Address the request came from, as far as proxies are trusted.';
comment on column public.consent_events.claimed_ip is 'Address the browser reported.';
comment on column public.consent_events.user_agent is 'Browser, as it names itself.';
comment on column public.consent_events.actor is 'Profile of the member of staff who recorded it.';
comment on column public.consent_events.evidence is 'What staff wrote down about how consent was given.';
comment on column public.consent_events.actor_name is 'Name of that person at the time.';
comment on column public.consent_events.actor_email is 'Email address of that person at the time.';

create trigger consent_events_append_only before update or delete on public.consent_events
  for each row execute function private.refuse_change('contact_id', 'submission_id');

alter table public.consent_events enable row level security;
grant select, insert on public.consent_events to service_role;
grant select on public.consent_events to authenticated;
create policy consent_events_read_as_manager on public.consent_events for select to authenticated
  using ((select private.is_manager()));
select private.enable_realtime('public.consent_events');

-- Returns whether the owner of a number opted out, by text or through the carrier. Only the number itself can lift that, by
-- START: a form does not prove who typed the number.
create function private.is_suppressed(number text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select coalesce((
      select event.action = 'revoke' from public.consent_events as event
      where event.phone_e164 = number and event.method in ('keyword', 'carrier')
      order by event.occurred_at desc, event.action desc limit 1), false)
  $$;
grant execute on function private.is_suppressed(text) to service_role, authenticated;

-- Returns whether an agreement to texts still holds: the newest event for the number decides, or one for the contact that
-- names no number.
create function private.agreement_stands(contact_id uuid, number text) returns boolean
  language sql stable set search_path = ''
  as $$
    select coalesce((
      select event.action = 'grant' from public.consent_events as event
      where event.phone_e164 = number or (event.contact_id = agreement_stands.contact_id and event.phone_e164 is null)
      order by event.occurred_at desc, event.action desc limit 1), true)
  $$;

-- Returns why consent for a number does not count, or null: its owner opted out, or consent comes from a file and the newest
-- event for the number is a withdrawal. Only START from the number itself lifts an opt-out.
create function private.consent_refusal(method text, number text) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when method = 'keyword' then null
      when private.is_suppressed(number) then 'opted_out'
      when method = 'import' and (
        select event.action = 'revoke' from public.consent_events as event
        where event.phone_e164 = number order by event.occurred_at desc, event.action desc limit 1) then 'opted_out'
      end
  $$;
grant execute on function private.consent_refusal(text, text) to service_role;

-- Stores the name of the member of staff, because accounts are deleted and evidence stays.
create function private.stand_by_consent() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.actor_name := null;
  new.actor_email := null;
  select nullif(concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')), ''), email
  into new.actor_name, new.actor_email
  from public.profiles where id = new.actor;
  return new;
end
$$;
create trigger consent_events_stand_by before insert on public.consent_events
  for each row execute function private.stand_by_consent();

-- A withdrawal counts for every contact with the number, an agreement only for the contact that gave it. A late event does
-- not undo a newer one.
create function private.apply_consent() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.crm_contacts as contact set text_consent = (new.action = 'grant')
  where text_consent <> (new.action = 'grant')
    and (contact.id = new.contact_id or (new.action = 'revoke' and contact.phone_e164 = new.phone_e164))
    and not exists (
      select from public.consent_events as newer
      where newer.contact_id = contact.id and newer.occurred_at > new.occurred_at);
  return null;
end
$$;
create trigger consent_events_apply after insert on public.consent_events
  for each row execute function private.apply_consent();

-- Records consent or its withdrawal by the contact form, a text, staff, a file or the contact's record; the only place that does.
-- `event` has the columns of consent_events; staff and files may leave out the number and the address, which are then the
-- contact's. Triggers set crm_contacts.text_consent. Returns
--   recorded, or repeated for an opt-out that was known
--   no_contact, no_phone, invalid_number or opted_out if nothing was recorded, except that consent by the form is kept as evidence
--   unchanged for START from a number that had not opted out
create function private.record_consent(event jsonb, needs_number boolean default false) returns text
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  stated public.consent_events := jsonb_populate_record(null::public.consent_events, event);
  contact public.crm_contacts;
  was_suppressed boolean;
begin
  stated.id := gen_random_uuid();
  stated.occurred_at := coalesce(stated.occurred_at, now());
  stated.evidence := coalesce(stated.evidence, '{}');
  if stated.method in ('staff', 'import') then
    select * into contact from public.crm_contacts where id = stated.contact_id for no key update;
    if not found then
      return 'no_contact';
    end if;
    stated.email := contact.email;
    if not event ? 'phone_e164' then
      stated.phone_e164 := contact.phone_e164;
    end if;
  end if;
  was_suppressed := private.is_suppressed(stated.phone_e164);

  if stated.action = 'grant' and stated.method = 'keyword' then
    if not was_suppressed then
      return 'unchanged';
    end if;
    -- Contacts that had consent get it back. Those that never agreed, or whose consent staff withdrew, stay without.
    insert into public.consent_events (occurred_at, contact_id, phone_e164, action, method, evidence)
    select stated.occurred_at, holder.id, stated.phone_e164, 'grant', 'keyword', stated.evidence
    from public.crm_contacts as holder
    where holder.phone_e164 = stated.phone_e164 and (
      select earlier.action = 'grant' from public.consent_events as earlier
      where earlier.contact_id = holder.id and earlier.method not in ('keyword', 'carrier')
      order by earlier.occurred_at desc limit 1);
    if found then
      return 'recorded';
    end if;
    -- No contact had consent: the opt-out still ends, so that consent on the form counts again.
    stated.contact_id := null;
  elsif stated.action = 'grant' then
    if needs_number and stated.phone_e164 is null then
      return case when coalesce(trim(contact.phone), '') = '' then 'no_phone' else 'invalid_number' end;
    end if;
    if private.consent_refusal(stated.method, stated.phone_e164) is not null then
      if stated.method <> 'web_form' then
        return 'opted_out';
      end if;
      -- Evidence of what the visitor ticked, for no contact.
      stated.contact_id := null;
    end if;
  end if;

  insert into public.consent_events values (stated.*);
  if stated.action = 'revoke' and stated.phone_e164 is not null then
    update public.communication_logs
    set status = 'canceled',
        error_message = case when stated.method in ('keyword', 'carrier') then 'This number has opted out of text messages'
                             else 'Contact has not consented to text messages' end
    where phone_number = stated.phone_e164 and direction = 'outbound' and type = 'sms' and status in ('queued', 'scheduled');
  end if;
  return case when stated.action = 'revoke' and stated.method in ('keyword', 'carrier') and was_suppressed
              then 'repeated' else 'recorded' end;
end
$$;
grant execute on function private.record_consent(jsonb, boolean) to service_role;

-- REST clients may write text_consent; the change is recorded like any other.
create function private.record_direct_consent() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.record_consent(jsonb_build_object(
    'contact_id', new.id, 'action', case when new.text_consent then 'grant' else 'revoke' end,
    'method', case when auth.role() = 'service_role' then 'import' else 'staff' end, 'actor', auth.uid()));
  return null;
end
$$;
-- Depth 0: not when the change follows from an event.
create trigger crm_contacts_record_consent_on_insert after insert on public.crm_contacts
  for each row when (new.text_consent and pg_trigger_depth() = 0) execute function private.record_direct_consent();
create trigger crm_contacts_record_consent_on_update after update of text_consent on public.crm_contacts
  for each row when (new.text_consent <> old.text_consent and pg_trigger_depth() = 0)
  execute function private.record_direct_consent();

-- An agreement does not extend to a new number. The event names no number, because nobody withdrew the agreement for the old
-- one.
create function private.end_consent_with_number() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.record_consent(jsonb_build_object(
    'contact_id', new.id, 'action', 'revoke', 'method', 'staff', 'phone_e164', null, 'actor', auth.uid(),
    'evidence', jsonb_build_object('reason', 'the telephone number changed', 'old_number', old.phone_e164)));
  return null;
end
$$;
create trigger crm_contacts_end_consent_with_number after update of phone on public.crm_contacts
  for each row when (old.text_consent and new.text_consent and old.phone_e164 is not null
                     and old.phone_e164 is distinct from new.phone_e164)
  execute function private.end_consent_with_number();

-- Keeps text_consent false where consent would not count. Depth 0: not when it follows from an event.
create function private.keep_suppressed() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if private.consent_refusal(case when auth.role() = 'service_role' then 'import' else 'staff' end, new.phone_e164) is null then
    return new;
  end if;
  if tg_op = 'UPDATE' and not old.text_consent and auth.role() = 'authenticated' then
    raise exception 'This number has opted out of texts. Only its owner can change that, by texting START.'
      using errcode = 'P0001';
  end if;
  new.text_consent := false;
  return new;
end
$$;
create trigger crm_contacts_keep_suppressed before insert or update of text_consent on public.crm_contacts
  for each row when (new.text_consent and new.phone is not null and pg_trigger_depth() = 0)
  execute function private.keep_suppressed();
