-- The rules about accounts, as they also hold in a hosted project: its tables in `auth` have columns of their own and lack some
-- of ours. What the rules say stays.

-- A project keeps how somebody signed in elsewhere, and writes it after the session.
create or replace function private.record_session() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    insert into public.audit_log (actor, actor_role, action, table_name, row_id, changes)
    values (new.user_id, 'authenticated', 'insert', 'sessions', new.user_id, jsonb_build_object(
      'ip', jsonb_build_object('new', host(new.ip)),
      'user_agent', jsonb_build_object('new', new.user_agent),
      'method', jsonb_build_object('new', to_jsonb(new) -> 'amr' -> 0 ->> 'method')));
  -- People sign themselves out all the time; that somebody else did it is worth a line.
  elsif auth.uid() is not null and auth.uid() <> old.user_id
    and exists (select from auth.users where id = old.user_id) then
    insert into public.audit_log (actor, actor_role, action, table_name, row_id, changes)
    values (auth.uid(), coalesce(auth.role(), session_user), 'delete', 'sessions', old.user_id, jsonb_build_object(
      'ip', jsonb_build_object('old', host(old.ip)),
      'user_agent', jsonb_build_object('old', old.user_agent)));
  end if;
  return null;
end
$$;

-- From where accounts signed in: in the trail, and sessions, challenges and mailed keys that are long over.
create or replace function private.forget_sign_ins(before timestamptz, most integer) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  forgotten integer;
begin
  -- A hosted project tidies its own tables, by its own settings.
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

-- Every row about a person, by the table it is in. Nothing with which one could sign in as them.
create or replace function private.traces_of(who private.person) returns table (relation text, key text, record jsonb)
  language sql stable set search_path = ''
  as $$
    with submissions as (
      select * from public.contact_submissions where contact_id = any (who.contacts) or lower(email) = any (who.emails)),
    logs as (
      select * from public.communication_logs where contact_id = any (who.contacts) or phone_number = any (who.numbers)),
    merges as (
      select * from public.contact_merges where kept_id = any (who.contacts) or merged_id = any (who.contacts)),
    mails as (
      select * from private.outgoing_mails where private.names_person(message::text, who)),
    accounts as (
      -- An account of the staff is no visitor's.
      select * from auth.users as account where email = any (who.emails)
        and not exists (select from public.profiles where id = account.id and role <> 'client'))
    select 'public.crm_contacts', id::text, to_jsonb(row) from public.crm_contacts as row where id = any (who.contacts)
    union all select 'public.deleted_contacts', id::text, to_jsonb(row) from public.deleted_contacts as row where id = any (who.contacts)
    union all select 'public.contact_merges', id::text, to_jsonb(row) from merges as row
    union all select 'private.contact_merge_records', merge_id::text, to_jsonb(row) from private.contact_merge_records as row
      where merge_id in (select id from merges)
    union all select 'public.contact_notes', id::text, to_jsonb(row) from public.contact_notes as row
      where contact_id = any (who.contacts)
    union all select 'public.contact_submissions', id::text, to_jsonb(row) from submissions as row
    union all select 'public.submission_answers', id::text, to_jsonb(row) from public.submission_answers as row
      where submission_id in (select id from submissions)
    union all select 'public.communication_logs', id::text, to_jsonb(row) from logs as row
    union all select 'public.delivery_events', id::text, to_jsonb(row) from public.delivery_events as row
      where log_id in (select id from logs)
    union all select 'public.notifications', id::text, to_jsonb(row) from public.notifications as row
      where contact_id = any (who.contacts) or submission_id in (select id from submissions)
        or private.names_person(title || ' ' || message, who)
    union all select 'private.deleted_notifications', id::text, to_jsonb(row) from private.deleted_notifications as row
      where (copy ->> 'contact_id')::uuid = any (who.contacts)
        or (copy ->> 'submission_id')::uuid in (select id from submissions) or private.names_person(copy::text, who)
    union all select 'public.contact_import_rows', import_id || ' ' || row_number, to_jsonb(row) from public.contact_import_rows as row
      where contact_id = any (who.contacts) or private.names_person(cells::text || coalesce(fields::text, ''), who)
    union all select 'public.consent_events', id::text, to_jsonb(row) from public.consent_events as row
      where contact_id = any (who.contacts) or phone_e164 = any (who.numbers) or lower(email) = any (who.emails)
        or submission_id in (select id from submissions)
    union all select 'private.outgoing_mails', id::text, to_jsonb(row) from mails as row
    union all select 'public.jobs', id::text, to_jsonb(row) from public.jobs as row
      where lane = any (who.emails || who.numbers) or payload ->> 'mail' in (select id::text from mails)
        or payload ->> 'log' in (select id::text from logs) or private.names_person(payload::text, who)
    union all select 'private.simulated_texts', id::text, to_jsonb(row) from private.simulated_texts as row
      where number = any (who.numbers)
    union all select 'auth.users', id::text,
        to_jsonb(row) - array['encrypted_password', 'raw_app_meta_data', 'confirmation_token', 'recovery_token',
          'email_change_token_new', 'email_change_token_current', 'phone_change_token', 'reauthentication_token']
        from accounts as row
    union all select 'public.profiles', id::text, to_jsonb(row) from public.profiles as row where id in (select id from accounts)
    union all select 'auth.sessions', id::text, to_jsonb(row) - array['refresh_token_counter', 'refresh_token_hmac_key'] from auth.sessions as row
      where user_id in (select id from accounts)
    union all select 'public.audit_log', id::text, to_jsonb(row) from public.audit_log as row
      where (row_id = any (who.contacts) or row_id in (select id from accounts))
        -- What was erased before says nothing any more.
        and exists (select from jsonb_each(changes) where value <> '{}')
  $$;
