-- A text for a later time that staff chose. It was written before the person's next words, so these cancel it.

alter table public.communication_logs
  add column send_later boolean not null default false,
  add constraint communication_logs_send_later_type_direction_check
    check (not send_later or (type = 'sms' and direction = 'outbound')) not valid;
create index communication_logs_send_later_idx on public.communication_logs (contact_id) where send_later and status = 'scheduled';

comment on column public.communication_logs.send_later is
  'Whether staff chose the time of sending. Such a text is canceled when the person writes or calls first.';

create function private.cancel_later_texts() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- As the queue does: the contact before its texts.
  perform from public.crm_contacts where id = new.contact_id for no key update;
  update public.communication_logs
  set status = 'canceled', error_message = 'They wrote or called first.'
  where contact_id = new.contact_id and send_later and status = 'scheduled';
  return null;
end
$$;
create trigger communication_logs_cancel_later_texts after insert on public.communication_logs
  for each row when (new.direction = 'inbound' and new.contact_id is not null and (new.type = 'sms' or new.awaits_reply))
  execute function private.cancel_later_texts();
-- A call is inserted when it rings, and missed later.
create trigger communication_logs_cancel_later_texts_after_call after update of awaits_reply on public.communication_logs
  for each row when (new.awaits_reply and not old.awaits_reply and new.contact_id is not null)
  execute function private.cancel_later_texts();
create trigger contact_submissions_cancel_later_texts after insert on public.contact_submissions
  for each row when (new.contact_id is not null)
  execute function private.cancel_later_texts();
