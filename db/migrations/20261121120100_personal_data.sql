-- What is known of one person, to hand it out or to erase it. Tables that may hold something about visitors are listed in
-- shared/stored-data.ts; a test fills every one of them and looks for what is left.

create index contact_submissions_email_idx on public.contact_submissions (lower(email));

-- One person: their entries (those merged or deleted, too), addresses in lower case, and numbers nobody else has.
create type private.person as (contacts uuid[], emails text[], numbers text[]);

-- Everybody who is or was entered under an id: as they are, as they were deleted, as they were merged.
create function private.entries_of(contacts uuid[], emails text[]) returns table (id uuid, email text, number text)
  language sql stable set search_path = ''
  as $$
    select id, email_key, phone_e164 from public.crm_contacts
    where id = any (contacts) or email_key = any (emails)
    union
    select id, contact ->> 'email_key', contact ->> 'phone_e164' from public.deleted_contacts
    where id = any (contacts) or contact ->> 'email_key' = any (emails)
    union
    select entry.id, lower(entry.fields ->> 'email'), private.e164(entry.fields ->> 'phone')
    from public.contact_merges as merge
    left join private.contact_merge_records as record on record.merge_id = merge.id
    cross join lateral (values (merge.merged_id, record.merged), (merge.kept_id, record.kept_before)) as entry (id, fields)
    where not merge.undone
      and (merge.kept_id = any (contacts) or merge.merged_id = any (contacts)
        or lower(record.merged ->> 'email') = any (emails) or lower(record.kept_before ->> 'email') = any (emails))
  $$;

-- The person of a contact, or of an address nobody is entered under. One address is one person; a number may be a family's.
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

-- Whether a text (JSON's, too) names one of the person's addresses or numbers, whole: ann@… is not joann@….
create function private.names_person(words text, who private.person) returns boolean
  language sql immutable set search_path = ''
  as $$
    select coalesce(bool_or(lower(regexp_replace(words, '\\[nrt]', ' ', 'g')) ~ pattern), false)
    from (
      select '(^|[^a-z0-9._%+-])' || regexp_replace(email, '([^a-z0-9])', '\\\1', 'g') || '($|[^a-z0-9.-]|\.($|[^a-z0-9]))'
      from unnest(who.emails) as email
      -- Without the plus sign, which forms of the web write differently.
      union all select '(^|[^0-9])' || substr(number, 2) || '($|[^0-9])' from unnest(who.numbers) as number
    ) as known (pattern)
  $$;

-- Every row about a person, by the table it is in.
create function private.traces_of(who private.person) returns table (relation text, key text, record jsonb)
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
        to_jsonb(row) - array['encrypted_password', 'raw_app_meta_data'] from accounts as row
    union all select 'public.profiles', id::text, to_jsonb(row) from public.profiles as row where id in (select id from accounts)
    union all select 'auth.sessions', id::text, to_jsonb(row) - 'refresh_token_counter' from auth.sessions as row
      where user_id in (select id from accounts)
    union all select 'public.audit_log', id::text, to_jsonb(row) from public.audit_log as row
      where (row_id = any (who.contacts) or row_id in (select id from accounts))
        -- What was erased before says nothing any more.
        and exists (select from jsonb_each(changes) where value <> '{}')
  $$;

-- What is known of a person: { "table": [rows] }.
create function private.personal_data(contact_id uuid, email text) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    with who as (select private.person_of(contact_id, email) as person)
    select jsonb_build_object(
      'contacts', (person).contacts, 'emails', (person).emails, 'numbers', (person).numbers,
      -- Other people who can be reached under the same number.
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

-- Erases a person. Rows go; a file they stood in and the trail keep that there was a row. What proves an agreement to texts
-- or its withdrawal stays for its own time. Returns how many rows of each table there were.
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

  -- Copies from which these deletions could be taken back, and what they wrote into the trail.
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

revoke execute on function private.entries_of(uuid[], text[]), private.person_of(uuid, text),
  private.names_person(text, private.person), private.traces_of(private.person), private.personal_data(uuid, text),
  private.erase_person(uuid, text) from public;
grant execute on function private.personal_data(uuid, text), private.erase_person(uuid, text) to service_role;
