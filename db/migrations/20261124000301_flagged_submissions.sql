-- Possible spam makes no contact by itself: staff accept it, or it is forgotten. And a STOP is lifted by START alone.

-- Links a flagged submission and its notification to the contact staff accepted it as. False where somebody did so before.
create function private.accept_submission(submission uuid, contact uuid) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  update public.contact_submissions set contact_id = contact where id = submission and spam and contact_id is null;
  if not found then
    return false;
  end if;
  update public.notifications set contact_id = contact where submission_id = submission;
  return true;
end
$$;

-- Flagged submissions that nobody accepted, with their notifications.
create function private.forget_flagged(before timestamptz, most integer) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  gone uuid[];
begin
  select array_agg(id) into gone from (
    select id from public.contact_submissions
    where spam and contact_id is null and received_at < before
    order by received_at limit most for update skip locked) as due;
  delete from public.notifications where submission_id = any (gone);
  delete from public.contact_submissions where id = any (gone);
  return coalesce(cardinality(gone), 0);
end
$$;
create index contact_submissions_flagged_idx on public.contact_submissions (received_at) where spam and contact_id is null;

revoke execute on function private.accept_submission(uuid, uuid), private.forget_flagged(timestamptz, integer) from public;
grant execute on function private.accept_submission(uuid, uuid), private.forget_flagged(timestamptz, integer) to service_role;

-- A form proves nothing about who typed the number into it, so only the number itself takes its STOP back.
create or replace function private.is_suppressed(number text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select coalesce((
      select event.action = 'revoke' from public.consent_events as event
      where event.phone_e164 = number and event.method in ('keyword', 'carrier')
      order by event.occurred_at desc, event.action desc limit 1), false)
  $$;

create or replace function private.stand_by_consent() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.actor_name := null;
  new.actor_email := null;
  select nullif(concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')), ''), email
  into new.actor_name, new.actor_email
  from public.profiles where id = new.actor;
  if new.method = 'staff' and new.action = 'grant' and private.is_suppressed(new.phone_e164) then
    raise exception 'This number has opted out of texts. Only its owner can change that, by texting START.'
      using errcode = 'P0001';
  end if;
  return new;
end
$$;
