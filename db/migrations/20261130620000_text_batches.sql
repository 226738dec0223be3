-- One text to many contacts at once.
-- Safe while the older copy serves: it neither reads nor writes the column.
alter table public.communication_logs add column batch_id uuid;
comment on column public.communication_logs.batch_id is
  'The batch this text belongs to, if it was written to many contacts at once. Null for all others.';
create index communication_logs_batch_id_idx on public.communication_logs (batch_id) where batch_id is not null;

-- Decides whether a text to `number` is allowed at a moment, and why: asked when a text is queued, when it is sent and by the
-- screen. `contact` is its contact, null if that is deleted. `written_as` and `written_at` are set for a text that waits: one
-- written as a reply stays one until a withdrawal, so it may wait for the morning. A text of a batch is no reply to what one person
-- asked, so it needs consent. Hours are separate (texting-hours.ts). Reasons:
--   consent          the contact agreed, since `since`
--   reply            they texted or called at `since`, so staff may answer until `until`
--   missed_call      an automatic answer to their call
--   no_phone, invalid_number, foreign_number   the number cannot be texted
--   opted_out        they texted STOP at `since`, or the carrier reported it; only START lifts that
--   no_consent       nothing allows it; they withdrew consent at `since`, if they ever did
create or replace function private.may_text(
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
      if purpose <> 'batch' and contact.phone_e164 = number and (
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
