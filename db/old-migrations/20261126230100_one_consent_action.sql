-- One function changes consent to texts, for every way of giving or withdrawing it: the contact form, a text, staff, a file or
-- the contact's record.

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

-- Records consent or its withdrawal; the only place that does. `event` has the columns of consent_events; staff and files may leave
-- out the number and the address, which are then the contact's. Triggers set crm_contacts.text_consent. Returns
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

-- Stores the name of the member of staff, because accounts are deleted and evidence stays.
create or replace function private.stand_by_consent() returns trigger
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

-- REST clients may write text_consent; the change is recorded like any other.
create or replace function private.record_direct_consent() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.record_consent(jsonb_build_object(
    'contact_id', new.id, 'action', case when new.text_consent then 'grant' else 'revoke' end,
    'method', case when auth.role() = 'service_role' then 'import' else 'staff' end, 'actor', auth.uid()));
  return null;
end
$$;

-- An agreement does not extend to a new number. The event names no number, because nobody withdrew the agreement for the old
-- one.
create or replace function private.end_consent_with_number() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.record_consent(jsonb_build_object(
    'contact_id', new.id, 'action', 'revoke', 'method', 'staff', 'phone_e164', null, 'actor', auth.uid(),
    'evidence', jsonb_build_object('reason', 'the telephone number changed', 'old_number', old.phone_e164)));
  return null;
end
$$;

-- Keeps text_consent false where consent would not count. Depth 0: not when it follows from an event.
create or replace function private.keep_suppressed() returns trigger
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
