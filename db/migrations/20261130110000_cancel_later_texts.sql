-- A text that the carrier did not take is queued again. It, too, was written before the person's next words.
create or replace function private.cancel_later_texts() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- As the queue does: the contact before its texts.
  perform from public.crm_contacts where id = new.contact_id for no key update;
  update public.communication_logs
  set status = 'canceled', error_message = 'They wrote or called first.'
  where contact_id = new.contact_id and send_later and status in ('queued', 'scheduled');
  return null;
end
$$;

-- Only the earlier definition used it; communication_logs_open_idx serves the new one.
drop index public.communication_logs_send_later_idx;
