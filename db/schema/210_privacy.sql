-- Deletes what has expired, and finds everything about one person, to hand it out or to erase it.

-- Each function called forget_… deletes what is older than a time that the caller passes: privacy.ts says how long each kind is
-- kept, which the privacy policy states. It handles at most `most` rows, oldest first, and returns how many.

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

create function private.forget_meetings(before timestamptz, most integer) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  forgotten integer;
begin
  delete from public.meetings where id in (
    select id from public.meetings where starts_at < before order by starts_at limit most for update skip locked);
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
grant execute on function private.forget_meetings(timestamptz, integer) to service_role;

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

-- The functions below find one person. privacy.ts lists the tables that may hold personal data; a test fills each of them and
-- checks that nothing is left.

-- One person: their contacts (merged and deleted ones, too), addresses in lower case, and numbers that no other contact has.
create type private.person as (contacts uuid[], emails text[], numbers text[]);

-- Contacts with one of these ids or addresses, current, deleted and merged.
create function private.entries_of(contacts uuid[], emails text[]) returns table (id uuid, email text, number text)
  language sql stable set search_path = ''
  as $$
    select id, email_key, phone_e164 from public.crm_contacts
    where id = any (contacts) or email_key = any (emails)
    union
    select id, contact ->> 'email_key', contact ->> 'phone_e164' from public.deleted_contacts
    where id = any (contacts) or contact ->> 'email_key' = any (emails)
    union
    select entry.id, lower(entry.fields ->> 'email'), entry.fields ->> 'phone_e164'
    from public.contact_merges as merge
    left join private.contact_merge_records as record on record.merge_id = merge.id
    cross join lateral (values (merge.merged_id, record.merged), (merge.kept_id, record.kept_before)) as entry (id, fields)
    where not merge.undone
      and (merge.kept_id = any (contacts) or merge.merged_id = any (contacts)
        or lower(record.merged ->> 'email') = any (emails) or lower(record.kept_before ->> 'email') = any (emails))
  $$;

-- The person behind a contact or an address, which may belong to no contact. One address is one person; a family may share a
-- number.
create function private.person_of(contact_id uuid, email text) returns private.person
  language plpgsql stable set search_path = ''
  as $$
declare
  who private.person := row (array_remove(array[contact_id], null), array_remove(array[lower(email)], null), '{}');
  found private.person;
begin
  loop
    select coalesce(array_agg(distinct entry.id), '{}'), coalesce(array_agg(distinct entry.email), '{}'),
           coalesce(array_agg(distinct entry.number), '{}')
    into found
    from (
      select entries.id, entries.email, entries.number from private.entries_of(who.contacts, who.emails) as entries
      union select unnest(who.contacts), null, null
      union select null, unnest(who.emails), null
    ) as entry;
    found := row (array_remove(found.contacts, null), array_remove(found.emails, null), array_remove(found.numbers, null));
    exit when found = who;
    who := found;
  end loop;
  who.numbers := array(
    select number from unnest(who.numbers) as number
    where not exists (
      select from public.crm_contacts as other where other.phone_e164 = number and other.id <> all (who.contacts)));
  return who;
end
$$;

-- Text in lower case, with blanks for the line breaks that JSON escapes.
create function private.to_compare(words text) returns text
  language sql immutable set search_path = ''
  as $$ select lower(regexp_replace(words, '\\[nrt]', ' ', 'g')) $$;

-- A pattern for texts, as private.to_compare returns them, that contain one of the person's addresses or numbers as a whole:
-- ann@… does not match joann@…. Null without addresses and numbers. Built once per search: building it per row took too long.
create function private.pattern_of(who private.person) returns text
  language sql immutable set search_path = ''
  as $$
    select string_agg(pattern, '|')
    from (
      select '(^|[^a-z0-9._%+-])' || regexp_replace(email, '([^a-z0-9])', '\\\1', 'g') || '($|[^a-z0-9.-]|\.($|[^a-z0-9]))' as pattern
      from unnest(who.emails) as email
      -- Without the plus sign, which form encoding changes.
      union all select '(^|[^0-9])' || substr(number, 2) || '($|[^0-9])' from unnest(who.numbers) as number
    ) as known
  $$;

-- The same pattern for what is stored outside the database.
create function private.pattern_naming(contact_id uuid, email text) returns text
  language sql stable security definer set search_path = ''
  as $$ select private.pattern_of(private.person_of(contact_id, email)) $$;
grant execute on function private.pattern_naming(uuid, text) to service_role;

-- Returns whether a text or JSON contains one of the person's addresses or numbers.
create function private.names_person(words text, who private.person) returns boolean
  language sql immutable set search_path = ''
  as $$ select coalesce(private.to_compare(words) ~ private.pattern_of(who), false) $$;

-- Every row about a person by table, without secrets for signing in.
create function private.traces_of(who private.person) returns table (relation text, key text, record jsonb)
  language sql stable set search_path = ''
  as $$
    with named as materialized (
      select private.pattern_of(who) as pattern),
    submissions as (
      select * from public.contact_submissions where contact_id = any (who.contacts) or lower(email) = any (who.emails)),
    logs as (
      select * from public.communication_logs where contact_id = any (who.contacts) or phone_number = any (who.numbers)
        or (type = 'email' and phone_number = any (who.emails))),
    merges as (
      select * from public.contact_merges where kept_id = any (who.contacts) or merged_id = any (who.contacts)),
    mails as (
      select * from private.outgoing_mails where private.to_compare(message::text) ~ (select pattern from named)),
    accounts as (
      -- Not accounts of staff.
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
    union all select 'public.meetings', id::text, to_jsonb(row) from public.meetings as row
      where contact_id = any (who.contacts) or lower(row.email) = any (who.emails)
    union all select 'public.review_requests', id::text, to_jsonb(row) from public.review_requests as row
      where contact_id = any (who.contacts)
    union all select 'public.reply_marks', id::text, to_jsonb(row) from public.reply_marks as row
      where contact_id = any (who.contacts)
    union all select 'public.waiting_people', id::text, to_jsonb(row) from public.waiting_people as row
      where contact_id = any (who.contacts)
    union all select 'public.communication_logs', id::text, to_jsonb(row) from logs as row
    union all select 'public.delivery_events', id::text, to_jsonb(row) from public.delivery_events as row
      where log_id in (select id from logs)
    union all select 'public.email_messages', log_id::text, to_jsonb(row) from public.email_messages as row
      where log_id in (select id from logs)
    union all select 'public.email_attachments', id::text, to_jsonb(row) from public.email_attachments as row
      where log_id in (select id from logs)
    union all select 'public.text_media', id::text, to_jsonb(row) from public.text_media as row
      where log_id in (select id from logs)
    union all select 'private.unsent_files', id::text, to_jsonb(row) from private.unsent_files as row
      where contact_id = any (who.contacts)
    union all select 'public.email_opt_outs', address, to_jsonb(row) from public.email_opt_outs as row
      where address = any (who.emails)
    union all select 'public.notifications', id::text, to_jsonb(row) from public.notifications as row
      where contact_id = any (who.contacts) or submission_id in (select id from submissions)
        or private.to_compare(title || ' ' || message) ~ (select pattern from named)
    union all select 'private.deleted_notifications', id::text, to_jsonb(row) from private.deleted_notifications as row
      where (copy ->> 'contact_id')::uuid = any (who.contacts)
        or (copy ->> 'submission_id')::uuid in (select id from submissions) or private.to_compare(copy::text) ~ (select pattern from named)
    union all select 'public.contact_import_rows', import_id || ' ' || row_number, to_jsonb(row) from public.contact_import_rows as row
      where contact_id = any (who.contacts) or private.to_compare(cells::text || coalesce(fields::text, '')) ~ (select pattern from named)
    union all select 'public.consent_events', id::text, to_jsonb(row) from public.consent_events as row
      where contact_id = any (who.contacts) or phone_e164 = any (who.numbers) or lower(email) = any (who.emails)
        or submission_id in (select id from submissions)
    union all select 'private.outgoing_mails', id::text, to_jsonb(row) from mails as row
    union all select 'public.jobs', id::text, to_jsonb(row) from public.jobs as row
      where lane = any (who.emails || who.numbers) or payload ->> 'mail' in (select id::text from mails)
        or payload ->> 'log' in (select id::text from logs) or private.to_compare(payload::text) ~ (select pattern from named)
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
        -- Not entries that were erased before.
        and exists (select from jsonb_each(changes) where value <> '{}')
  $$;

-- Everything stored about a person: { contacts, emails, numbers, shared_with, records: { "table": [rows] } }.
create function private.personal_data(contact_id uuid, email text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    with who as (select private.person_of(contact_id, email) as person)
    select jsonb_build_object(
      'contacts', (person).contacts, 'emails', (person).emails, 'numbers', (person).numbers,
      -- Other contacts with the same number.
      'shared_with', coalesce((
        select jsonb_agg(concat_ws(' ', other.first_name, nullif(other.last_name, '')) order by other.name_key)
        from public.crm_contacts as other
        join private.entries_of((person).contacts, (person).emails) as own on own.number = other.phone_e164
        where other.id <> all ((person).contacts)), '[]'),
      'records', coalesce((
        select jsonb_object_agg(relation, rows)
        from (select relation, jsonb_agg(record order by key) as rows from private.traces_of(person) group by relation) as found),
        '{}'))
    from who
  $$;
grant execute on function private.personal_data(uuid, text) to service_role;

-- Erases a person and returns how many rows of each table there were. Rows of imported files and the audit log lose their
-- values and stay; evidence of consent stays for its own retention; so do the times of replies, without a name.
create function private.erase_person(contact_id uuid, email text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  who constant private.person := private.person_of(contact_id, email);
  found constant jsonb := (
    select coalesce(jsonb_object_agg(relation, keys), '{}')
    from (select relation, jsonb_agg(key) as keys from private.traces_of(who) group by relation) as trace);
  place text;
begin
  -- Rounded to the minute, so that no other stored time identifies the person; the duration stays exact.
  insert into private.erased_replies (received_at, answered_at)
  select date_trunc('minute', received_at), replied_at - (received_at - date_trunc('minute', received_at))
  from public.submission_replies
  where replied_at is not null
    and submission_id::text in (select jsonb_array_elements_text(found -> 'public.contact_submissions'));

  update public.contact_import_rows
  set cells = '[]', fields = null, previous = null, contact_id = null, problems = '[]', notes = '["Erased at the person''s request."]',
      outcome = case when outcome in ('created', 'filled') then 'kept'
                     when outcome in ('skipped', 'removed', 'restored', 'kept') then outcome else 'invalid' end
  where import_id || ' ' || row_number in (select jsonb_array_elements_text(found -> 'public.contact_import_rows'));

  foreach place in array array['public.jobs', 'private.outgoing_mails', 'private.simulated_texts', 'public.notifications',
    'private.deleted_notifications', 'public.communication_logs', 'public.contact_submissions', 'public.meetings', 'public.contact_merges',
    'public.crm_contacts', 'auth.users'] loop
    execute format('delete from %1$s where id = any ($1::text[]::%2$s[])', place,
      (select format_type(atttypid, null) from pg_catalog.pg_attribute where attrelid = place::regclass and attname = 'id'))
    using array(select jsonb_array_elements_text(found -> place));
  end loop;

  -- Copies that would undo these deletions, and their entries in the audit log.
  delete from public.deleted_contacts where id = any (who.contacts);
  delete from private.deleted_notifications
  where id in (select jsonb_array_elements_text(found -> 'public.notifications')::uuid);
  delete from private.rate_limits where private.names_person(key, who);
  update public.audit_log
  set changes = (select coalesce(jsonb_object_agg(name, '{}'::jsonb), '{}') from jsonb_object_keys(changes) as name)
  where row_id = any (who.contacts || array(select jsonb_array_elements_text(found -> 'auth.users')::uuid));

  insert into public.audit_log (actor, actor_role, action, table_name, row_id, changes)
  values (auth.uid(), coalesce(auth.role(), session_user), 'delete', 'personal_data',
    coalesce(who.contacts[1], gen_random_uuid()), '{}');
  return (select coalesce(jsonb_object_agg(name, jsonb_array_length(keys)), '{}') from jsonb_each(found) as trace (name, keys));
end
$$;
grant execute on function private.erase_person(uuid, text) to service_role;

-- Only the files of this folder call it (020_realtime.sql, 000_hosted.sql).
drop function private.enable_realtime(regclass);
