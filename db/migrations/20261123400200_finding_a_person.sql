-- Whether words name a person was asked of every notice, job and row of a file by a function of its own: with 100,000 of each it took
-- longer than a statement may, so that nobody could be erased. One pattern, made once, finds the same.

-- What a text that names one of the person's addresses or numbers looks like, as `private.to_compare` gives it: whole, so that
-- ann@… is not joann@…. Null where none is known.
create function private.pattern_of(who private.person) returns text
  language sql immutable set search_path = ''
  as $$
    select string_agg(pattern, '|')
    from (
      select '(^|[^a-z0-9._%+-])' || regexp_replace(email, '([^a-z0-9])', '\\\1', 'g') || '($|[^a-z0-9.-]|\.($|[^a-z0-9]))' as pattern
      from unnest(who.emails) as email
      -- Without the plus sign, which forms of the web write differently.
      union all select '(^|[^0-9])' || substr(number, 2) || '($|[^0-9])' from unnest(who.numbers) as number
    ) as known
  $$;

-- Words in lower case, with the line breaks that JSON writes as two characters as blanks. One expression, so that it is asked of
-- a row without a call.
create function private.to_compare(words text) returns text
  language sql immutable
  as $$ select lower(regexp_replace(words, '\\[nrt]', ' ', 'g')) $$;
revoke execute on function private.pattern_of(private.person), private.to_compare(text) from public;

create or replace function private.names_person(words text, who private.person) returns boolean
  language sql immutable set search_path = ''
  as $$ select coalesce(private.to_compare(words) ~ private.pattern_of(who), false) $$;

-- Every row about a person, by the table it is in. Nothing with which one could sign in as them.
create or replace function private.traces_of(who private.person) returns table (relation text, key text, record jsonb)
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
        -- What was erased before says nothing any more.
        and exists (select from jsonb_each(changes) where value <> '{}')
  $$;
