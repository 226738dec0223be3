-- Deletes what has expired. privacy.ts says how long each kind is kept, which the privacy policy states; the caller
-- passes the time. Each function handles at most `most` rows, oldest first, and returns how many.

-- The origin of submissions and their raw copy; the message stays.
create function private.forget_origins(before timestamptz, most integer) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  forgotten integer;
begin
  perform set_config('private.forgetting', 'on', true);
  update public.contact_submissions
  set client_ip = null, claimed_ip = null, user_agent = null, referrer = null, raw = '{}'
  where id in (
    select id from public.contact_submissions
    where received_at < before
      and (client_ip is not null or claimed_ip is not null or user_agent is not null or referrer is not null or raw <> '{}')
    order by received_at limit most for update skip locked);
  get diagnostics forgotten = row_count;
  perform set_config('private.forgetting', '', true);
  return forgotten;
end
$$;
grant execute on function private.forget_origins(timestamptz, integer) to service_role;

-- Possible spam that staff did not accept, with its notifications.
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
grant execute on function private.forget_flagged(timestamptz, integer) to service_role;

-- Unconfirmed sign-ups. A hosted project cleans up its own tables.
create function private.forget_sign_ups(before timestamptz, most integer) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  forgotten integer := 0;
begin
  if to_regclass('auth.schema_migrations') is null then
    delete from auth.users where id in (
      select id from auth.users as account
      where email_confirmed_at is null and invited_at is null and last_sign_in_at is null and encrypted_password is not null
        and updated_at < before and not exists (select from public.profiles where id = account.id)
      order by updated_at limit most for update skip locked);
    get diagnostics forgotten = row_count;
  end if;
  return forgotten;
end
$$;
grant execute on function private.forget_sign_ups(timestamptz, integer) to service_role;

-- Addresses of sign-ins in the audit log, and expired sessions, challenges and links.
create function private.forget_sign_ins(before timestamptz, most integer) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  forgotten integer;
begin
  -- A hosted project cleans up its own tables.
  if to_regclass('auth.schema_migrations') is null then
    delete from auth.sessions where not_after < before or refreshed_at < before;
    delete from auth.mfa_challenges where created_at < before;
    delete from auth.one_time_tokens where expires_at < before;
  end if;
  update public.audit_log set changes = changes - array['ip', 'user_agent']
  where id in (
    select id from public.audit_log
    where table_name = 'sessions' and occurred_at < before and changes ?| array['ip', 'user_agent']
    order by occurred_at limit most for update skip locked);
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
grant execute on function private.forget_sign_ins(timestamptz, integer) to service_role;

create function private.forget_trail(before timestamptz, most integer) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  forgotten integer;
begin
  delete from public.audit_log where id in (
    select id from public.audit_log where occurred_at < before order by occurred_at limit most for update skip locked);
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
grant execute on function private.forget_trail(timestamptz, integer) to service_role;

create function private.forget_notifications(before timestamptz, most integer) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  gone uuid[];
begin
  with forgotten as (
    delete from public.notifications where id in (
      select id from public.notifications where created_at < before order by created_at limit most for update skip locked)
    returning id)
  select coalesce(array_agg(id), '{}') into gone from forgotten;
  -- Staff did not delete these, so they need no undo.
  delete from private.deleted_notifications where id = any (gone);
  return cardinality(gone);
end
$$;
grant execute on function private.forget_notifications(timestamptz, integer) to service_role;

create function private.forget_texts_and_calls(before timestamptz, most integer) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  forgotten integer;
begin
  delete from public.communication_logs where id in (
    select id from public.communication_logs where created_at < before order by created_at limit most for update skip locked);
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
grant execute on function private.forget_texts_and_calls(timestamptz, integer) to service_role;

-- Evidence of consent that nothing depends on: no contact relies on it and no text to the number is newer. A person's own
-- opt-out stays in force, so it keeps the number and loses everything else.
create function private.forget_consents(before timestamptz, most integer) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  old uuid[];
begin
  select coalesce(array_agg(id), '{}') into old from (
    select id from public.consent_events as event
    where occurred_at < before
      and not exists (
        select from public.communication_logs as log
        where log.phone_number = event.phone_e164 and log.type = 'sms' and log.created_at >= before)
      and not exists (
        select from public.crm_contacts as contact where contact.id = event.contact_id and contact.text_consent)
      and not (method in ('keyword', 'carrier') and action = 'revoke'
        and email is null and client_ip is null and claimed_ip is null and user_agent is null and evidence = '{}')
    order by occurred_at limit most for update skip locked) as event;
  perform set_config('private.forgetting', 'on', true);
  delete from public.consent_events
  where id = any (old) and not (method in ('keyword', 'carrier') and action = 'revoke');
  update public.consent_events
  set email = null, client_ip = null, claimed_ip = null, user_agent = null, evidence = '{}'
  where id = any (old);
  perform set_config('private.forgetting', '', true);
  return cardinality(old);
end
$$;
grant execute on function private.forget_consents(timestamptz, integer) to service_role;

-- Copies that the change feed made.
create function private.forget_deleted_rows(before timestamptz) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  -- A hosted project has its own change feed.
  if to_regclass('realtime.deleted_rows') is not null then
    delete from realtime.deleted_rows where deleted_at < before;
  end if;
end
$$;
grant execute on function private.forget_deleted_rows(timestamptz) to service_role;

create function private.forget_simulated_texts(before timestamptz, most integer) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  forgotten integer;
begin
  delete from private.simulated_texts where id in (
    select id from private.simulated_texts where at < before order by at limit most for update skip locked);
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
grant execute on function private.forget_simulated_texts(timestamptz, integer) to service_role;
