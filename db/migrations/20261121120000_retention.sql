-- What is forgotten by itself. How long each kind is kept stands in shared/stored-data.ts, beside what the privacy policy says of
-- it; these functions are told the time. Each forgets at most `most` rows, oldest first, and returns how many they were.

-- Append-only holds for everybody: nobody has a grant to change or delete these rows. What is forgotten, a function of the
-- owner forgets, which declares it while it does (`private.forgetting`).
create or replace function private.refuse_change() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if current_setting('private.forgetting', true) = 'on' then
    if tg_op = 'DELETE' then
      return old;
    end if;
    return new;
  end if;
  if tg_op = 'UPDATE' and (to_jsonb(new) - tg_argv) = (to_jsonb(old) - tg_argv) then
    return new;
  end if;
  raise exception '% is append-only.', tg_table_name using errcode = '42501';
end
$$;

create index contact_submissions_with_origin_idx on public.contact_submissions (received_at)
  where client_ip is not null or claimed_ip is not null or user_agent is not null or referrer is not null or raw <> '{}';
create index consent_events_occurred_at_idx on public.consent_events (occurred_at);

-- Where a submission came from, and its raw copy; what the person wrote stays.
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

-- From where accounts signed in: in the trail, and sessions, challenges and mailed keys that are long over.
create function private.forget_sign_ins(before timestamptz, most integer) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  forgotten integer;
begin
  delete from auth.sessions where not_after < before or refreshed_at < before;
  delete from auth.mfa_challenges where created_at < before;
  delete from auth.one_time_tokens where expires_at < before;
  update public.audit_log set changes = changes - array['ip', 'user_agent']
  where id in (
    select id from public.audit_log
    where table_name = 'sessions' and occurred_at < before and changes ?| array['ip', 'user_agent']
    order by occurred_at limit most for update skip locked);
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;

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
  -- Nobody pressed Delete, so nobody takes it back.
  delete from private.deleted_notifications where id = any (gone);
  return cardinality(gone);
end
$$;

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

-- Agreements and withdrawals of which nothing depends any more: no contact relies on them, and no text to the number is
-- younger. A person's own opt-out is never deleted, because it holds; of an old one only the number is left.
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

-- What only helped for a moment: rows subscribers were told of, and the memory of the simulated carrier.
create function private.forget_deleted_rows(before timestamptz) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  -- A hosted project has its own way.
  if to_regclass('realtime.deleted_rows') is not null then
    delete from realtime.deleted_rows where deleted_at < before;
  end if;
end
$$;

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

-- With a deleted contact goes what hung on it and hangs on nothing else by then. The record of consent has its own time.
create or replace function private.purge_deleted_contacts(before timestamptz) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  gone uuid[];
  part record;
begin
  select coalesce(array_agg(id), '{}') into gone from public.deleted_contacts where deleted_at < before;
  for part in
    select value ->> 'relation' as relation, value ->> 'link' as link, value -> 'ids' as ids
    from public.deleted_contacts, jsonb_array_elements(hanging)
    where id = any (gone) and value ? 'ids' and value ->> 'relation' <> 'public.consent_events'
  loop
    execute format('delete from %s where %I is null and id = any ($1::text[]::uuid[])', part.relation, part.link)
    using array(select jsonb_array_elements_text(part.ids));
  end loop;
  delete from public.deleted_contacts where id = any (gone);
  update public.audit_log
  set changes = (select jsonb_object_agg(name, '{}'::jsonb) from jsonb_object_keys(changes) as name)
  where row_id = any (gone) and table_name = 'crm_contacts';
  return cardinality(gone);
end
$$;

revoke execute on function private.forget_origins(timestamptz, integer), private.forget_sign_ins(timestamptz, integer),
  private.forget_trail(timestamptz, integer), private.forget_notifications(timestamptz, integer),
  private.forget_texts_and_calls(timestamptz, integer), private.forget_consents(timestamptz, integer),
  private.forget_deleted_rows(timestamptz), private.forget_simulated_texts(timestamptz, integer) from public;
grant execute on function private.forget_origins(timestamptz, integer), private.forget_sign_ins(timestamptz, integer),
  private.forget_trail(timestamptz, integer), private.forget_notifications(timestamptz, integer),
  private.forget_texts_and_calls(timestamptz, integer), private.forget_consents(timestamptz, integer),
  private.forget_deleted_rows(timestamptz), private.forget_simulated_texts(timestamptz, integer) to service_role;
