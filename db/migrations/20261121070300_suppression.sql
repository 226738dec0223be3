-- A person who opted out stays out: read from the consent record by number, so it outlives the contact and any import.

-- What the person said themselves decides: a withdrawal by text or through the carrier holds until the same number agrees
-- again, by START or on the form. Staff and imports cannot lift it.
create function private.is_suppressed(number text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select coalesce((
      select event.action = 'revoke' from public.consent_events as event
      where event.phone_e164 = number
        and (event.method in ('keyword', 'carrier') or (event.action = 'grant' and event.method = 'web_form'))
      order by event.occurred_at desc, event.action desc limit 1), false)
  $$;
revoke execute on function private.is_suppressed(text) from public;
grant execute on function private.is_suppressed(text) to service_role;

-- So that text_consent alone tells the screen the truth. Depth 0: not when it follows from an event.
create function private.keep_suppressed() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- Generated columns are computed after this trigger.
  if not private.is_suppressed(private.e164(new.phone)) then
    return new;
  end if;
  if tg_op = 'UPDATE' and not old.text_consent and auth.role() = 'authenticated' then
    raise exception 'This number has opted out of texts. Only its owner can change that, by texting START or using the contact form.'
      using errcode = 'P0001';
  end if;
  new.text_consent := false;
  return new;
end
$$;
create trigger crm_contacts_keep_suppressed before insert or update of text_consent on public.crm_contacts
  for each row when (new.text_consent and new.phone is not null and pg_trigger_depth() = 0)
  execute function private.keep_suppressed();

-- Whether this text may be handed to the carrier now, asked in the statement that hands it over. The answer to a
-- person's own STOP, START, HELP or missed call needs no agreement; everything else needs a contact that still has this
-- number and still agrees.
create function private.may_text(log public.communication_logs) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select case
      when log.purpose in ('opt_out', 'help', 'opt_in') then true
      when private.is_suppressed(log.phone_number) then false
      when log.purpose = 'text_back' then true
      else exists (
        select from public.crm_contacts as contact
        where contact.id = log.contact_id and contact.text_consent and contact.phone_e164 = log.phone_number)
      end
  $$;
revoke execute on function private.may_text(public.communication_logs) from public;
grant execute on function private.may_text(public.communication_logs) to service_role;
