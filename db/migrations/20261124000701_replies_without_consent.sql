-- A person who texted or called first may be answered within 24 hours of their last message, without recorded consent.
-- STOP blocks that as well.

alter table public.communication_logs
  -- Why staff were allowed to send it. Null for what the product sends by itself, and for texts of earlier versions.
  add column allowed_by text constraint communication_logs_allowed_by_check check (allowed_by in ('consent', 'reply'));

grant execute on function private.is_suppressed(text) to authenticated;

-- When a number last texted or called us.
create function private.last_inbound_at(number text) returns timestamptz
  language sql stable set search_path = ''
  as $$
    select max(created_at) from public.communication_logs where phone_number = number and direction = 'inbound'
  $$;

-- Until when a person may be answered who contacted us first; null when nothing allows it. A withdrawal that was
-- recorded after their message ends it: they said so in another way.
create function private.reply_until(number text) returns timestamptz
  language sql stable set search_path = ''
  as $$
    select last_at + interval '24 hours'
    from private.last_inbound_at(number) as last_at
    where not exists (
      select from public.consent_events as event
      where event.phone_e164 = number and event.action = 'revoke' and event.occurred_at >= last_at)
  $$;

-- What allows staff to text a contact's number at a moment: 'consent', 'reply', or nothing: 'opted_out', 'none'.
-- The one place that decides it; quiet hours are judged beside it (docs/decisions/048).
create function private.texting_basis(number text, consented boolean, at timestamptz) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when private.is_suppressed(number) then 'opted_out'
      when consented then 'consent'
      when private.reply_until(number) >= at then 'reply'
      else 'none' end
  $$;

revoke execute on function private.last_inbound_at(text), private.reply_until(text), private.texting_basis(text, boolean, timestamptz)
  from public;
grant execute on function private.last_inbound_at(text), private.reply_until(text), private.texting_basis(text, boolean, timestamptz)
  to authenticated, service_role;

-- Whether this text may be handed to the carrier now, asked in the statement that hands it over. The answer to a
-- person's own STOP, START, HELP or missed call needs no agreement. Everything else needs a contact that still has this
-- number and still agrees, or was written as a reply and nobody withdrew anything since: it may wait for the morning.
create or replace function private.may_text(log public.communication_logs) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select case
      when log.purpose in ('opt_out', 'help', 'opt_in') then true
      when private.is_suppressed(log.phone_number) then false
      when log.purpose = 'text_back' then true
      when log.allowed_by = 'reply' then not exists (
        select from public.consent_events as event
        where event.phone_e164 = log.phone_number and event.action = 'revoke' and event.occurred_at >= log.created_at)
      else exists (
        select from public.crm_contacts as contact
        where contact.id = log.contact_id and contact.text_consent and contact.phone_e164 = log.phone_number)
      end
  $$;

-- What the screen asks before somebody writes: the contact's number, and what allows a text to it now.
create view public.texting_contacts with (security_invoker = true) as
  select id, first_name, last_name, company, phone, phone_e164, text_consent,
         private.texting_basis(phone_e164, text_consent, now()) as basis,
         private.reply_until(phone_e164) as reply_until,
         private.last_inbound_at(phone_e164) as last_inbound_at
  from public.crm_contacts;

revoke all on public.texting_contacts from anon, authenticated, service_role;
grant select on public.texting_contacts to authenticated, service_role;

comment on column public.communication_logs.allowed_by is 'What allowed staff to send this text: consent, or reply to somebody who wrote or called first.';
comment on view public.texting_contacts is 'Contacts with what allows a text to them now.';
comment on column public.texting_contacts.id is 'The contact.';
comment on column public.texting_contacts.first_name is 'First name.';
comment on column public.texting_contacts.last_name is 'Last name.';
comment on column public.texting_contacts.company is 'Company.';
comment on column public.texting_contacts.phone is 'Phone number as it was typed.';
comment on column public.texting_contacts.phone_e164 is 'The same in E.164; null if it cannot be one.';
comment on column public.texting_contacts.text_consent is 'Whether the contact agreed to texts.';
comment on column public.texting_contacts.basis is 'What allows a text now: consent, reply, opted_out or none.';
comment on column public.texting_contacts.reply_until is 'Until when the contact may be answered without consent; null if they did not write or call first.';
comment on column public.texting_contacts.last_inbound_at is 'When the number last texted or called.';
