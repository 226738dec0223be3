-- Finds everything about one person, to hand it out or to erase it. privacy.ts lists the tables that may hold personal
-- data; a test fills each of them and checks that nothing is left.

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
      select * from public.communication_logs where contact_id = any (who.contacts) or phone_number = any (who.numbers)),
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
    union all select 'public.submission_answers', id::text, to_jsonb(row) from public.submission_answers as row
      where submission_id in (select id from submissions)
    union all select 'public.communication_logs', id::text, to_jsonb(row) from logs as row
    union all select 'public.delivery_events', id::text, to_jsonb(row) from public.delivery_events as row
      where log_id in (select id from logs)
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
  select date_trunc('minute', received_at), answered_at - (received_at - date_trunc('minute', received_at))
  from public.submission_answers as answer
  join public.contact_submissions as submission on submission.id = submission_id
  where answer.id::text in (select jsonb_array_elements_text(found -> 'public.submission_answers'));

  update public.contact_import_rows
  set cells = '[]', fields = null, previous = null, contact_id = null, problems = '[]', notes = '["Erased at the person''s request."]',
      outcome = case when outcome in ('created', 'filled') then 'kept'
                     when outcome in ('skipped', 'removed', 'restored', 'kept') then outcome else 'invalid' end
  where import_id || ' ' || row_number in (select jsonb_array_elements_text(found -> 'public.contact_import_rows'));

  foreach place in array array['public.jobs', 'private.outgoing_mails', 'private.simulated_texts', 'public.notifications',
    'private.deleted_notifications', 'public.communication_logs', 'public.contact_submissions', 'public.contact_merges',
    'public.crm_contacts', 'auth.users'] loop
    execute format('delete from %1$s where id = any ($1::text[]::%2$s[])', place,
      (select format_type(atttypid, null) from pg_catalog.pg_attribute where attrelid = place::regclass and attname = 'id'))
    using array(select jsonb_array_elements_text(found -> place));
  end loop;

  -- Copies that would undo these deletions, and what they wrote into the audit log.
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

-- Only the files of this folder call it (030_realtime.sql, 000_hosted.sql).
drop function private.enable_realtime(regclass);
