-- One decision whether a person may be texted, with the reason: asked when a text is queued, when it is sent and by the screen.

-- Returns whether a number is in the United States or Canada. Bermuda and the Caribbean share +1 but not its price.
create function private.is_domestic_number(number text) returns boolean
  language sql immutable set search_path = ''
  as $$
    select number ~ '^\+1\d{10}$' and substr(number, 3, 3) <> all (string_to_array(
      '242 246 264 268 284 345 441 473 649 658 664 721 758 767 784 809 829 849 868 869 876', ' '))
  $$;
grant execute on function private.is_domestic_number(text) to authenticated, service_role;

-- Decides whether a text to `number` is allowed at a moment, and why. `contact` is its contact, null if that is deleted.
-- `written_as` and `written_at` are set for a text that waits: one written as a reply stays one until a withdrawal, so it may
-- wait for the morning. Hours are separate (texting-hours.ts). Reasons:
--   consent          the contact agreed, since `since`
--   reply            they texted or called at `since`, so staff may answer until `until`
--   missed_call      an automatic answer to their call
--   no_phone, invalid_number, foreign_number   the number cannot be texted
--   opted_out        they texted STOP at `since`, or the carrier reported it; only START lifts that
--   no_consent       nothing allows it; they withdrew consent at `since`, if they ever did
create function private.may_text(
  contact public.crm_contacts, number text, at timestamptz,
  purpose text default 'staff', written_as text default null, written_at timestamptz default null,
  out allowed boolean, out reason text, out since timestamptz, out until timestamptz)
  language plpgsql stable set search_path = ''
  as $$
declare
  inbound_at timestamptz;
  withdrawn_at timestamptz;
begin
  if number is null then
    reason := case when coalesce(trim(contact.phone), '') = '' then 'no_phone' else 'invalid_number' end;
  elsif not private.is_domestic_number(number) then
    reason := 'foreign_number';
  else
    withdrawn_at := (select max(event.occurred_at) from public.consent_events as event
                     where event.phone_e164 = number and event.action = 'revoke');
    if private.is_suppressed(number) then
      reason := 'opted_out';
      since := withdrawn_at;
    elsif purpose = 'text_back' then
      reason := 'missed_call';
    elsif contact.phone_e164 = number and contact.text_consent then
      reason := 'consent';
      since := (select max(event.occurred_at) from public.consent_events as event
                where event.contact_id = contact.id and event.action = 'grant');
    else
      inbound_at := private.last_inbound_at(number);
      if contact.phone_e164 = number and (
        (written_as = 'reply' and coalesce(withdrawn_at < written_at, true))
        or (inbound_at + interval '24 hours' >= at and coalesce(withdrawn_at < inbound_at, true)))
      then
        reason := 'reply';
        since := inbound_at;
        until := inbound_at + interval '24 hours';
      else
        reason := 'no_consent';
        since := withdrawn_at;
      end if;
    end if;
  end if;
  allowed := reason in ('consent', 'reply', 'missed_call');
end
$$;
grant execute on function private.may_text(public.crm_contacts, text, timestamptz, text, text, timestamptz)
  to authenticated, service_role;

-- Safe while the older copy serves: no version was released before this one.
drop view public.texting_contacts;
-- Safe while the older copy serves: no version was released before this one.
drop function private.texting_basis(text, boolean, timestamptz);
-- Safe while the older copy serves: no version was released before this one.
drop function private.reply_until(text);
-- Safe while the older copy serves: no version was released before this one.
drop function private.may_text(public.communication_logs);

-- Shown before staff write a text.
create view public.texting_contacts with (security_invoker = true) as
  select contact.id, contact.first_name, contact.last_name, contact.company, contact.phone, contact.phone_e164,
         decision.allowed, decision.reason, decision.since, decision.until,
         private.last_inbound_at(contact.phone_e164) as last_inbound_at
  from public.crm_contacts as contact
  cross join lateral private.may_text(contact, contact.phone_e164, now()) as decision;

comment on view public.texting_contacts is 'Contacts, and whether they may be texted now.';
comment on column public.texting_contacts.id is 'The contact.';
comment on column public.texting_contacts.first_name is 'First name.';
comment on column public.texting_contacts.last_name is 'Last name.';
comment on column public.texting_contacts.company is 'Company.';
comment on column public.texting_contacts.phone is 'Phone number as it was typed.';
comment on column public.texting_contacts.phone_e164 is 'The same in E.164; null if it cannot be one.';
comment on column public.texting_contacts.allowed is 'Whether the contact may be texted now, apart from the hours.';
comment on column public.texting_contacts.reason is
  'Why: consent or reply; or why not: opted_out, no_consent, no_phone, invalid_number or foreign_number.';
comment on column public.texting_contacts.since is 'Since when: the consent, their own message, the opt-out or the withdrawal.';
comment on column public.texting_contacts.until is 'Until when a reply is allowed; null for other reasons.';
comment on column public.texting_contacts.last_inbound_at is 'When the number last texted or called.';

grant select on public.texting_contacts to authenticated, service_role;

-- Answers to STOP and HELP go out in the response to the carrier and are never queued.
comment on column public.communication_logs.purpose is
  'Why it was sent: staff, or a rule of the product (text_back, help, opt_out).';
