-- Files in messages: those staff attach before they send, and the pictures of texts in both directions. Bytes are in the file
-- store, under the names email_attachments uses, too.

create table private.unsent_files (
  id uuid constraint unsent_files_pkey primary key default gen_random_uuid(),
  contact_id uuid not null constraint unsent_files_contact_id_fkey references public.crm_contacts (id) on delete cascade,
  uploaded_by uuid constraint unsent_files_uploaded_by_fkey references public.profiles (id) on delete cascade,
  channel text not null constraint unsent_files_channel_check check (channel in ('email', 'text')),
  file_name text not null constraint unsent_files_file_name_check check (length(file_name) between 1 and 200),
  media_type text not null constraint unsent_files_media_type_check check (length(media_type) <= 100),
  size integer not null constraint unsent_files_size_check check (size >= 0),
  stored_as text not null constraint unsent_files_stored_as_check check (stored_as ~ '^attachments/[0-9a-f]{64}$'),
  uploaded_at timestamptz not null
);
create index unsent_files_contact_id_idx on private.unsent_files (contact_id);
create index unsent_files_uploaded_by_idx on private.unsent_files (uploaded_by);
create index unsent_files_stored_as_idx on private.unsent_files (stored_as);
create index unsent_files_uploaded_at_idx on private.unsent_files (uploaded_at);

comment on table private.unsent_files is 'Files attached to a message that is not sent yet. Sending moves the row to the message.';
comment on column private.unsent_files.id is 'Primary key.';
comment on column private.unsent_files.contact_id is 'The person the message is for.';
comment on column private.unsent_files.uploaded_by is 'Staff member who attached it; null for the service role. Nobody else can send it.';
comment on column private.unsent_files.channel is 'email or text.';
comment on column private.unsent_files.file_name is 'Name without a path.';
comment on column private.unsent_files.media_type is 'Type the browser claims; of a picture in a text, the type it was drawn in.';
comment on column private.unsent_files.size is 'Bytes.';
comment on column private.unsent_files.stored_as is 'Name in the file store.';
comment on column private.unsent_files.uploaded_at is 'When it was attached.';

alter table private.unsent_files enable row level security;
grant select, insert, delete on private.unsent_files to service_role;

create table public.text_media (
  id uuid constraint text_media_pkey primary key default gen_random_uuid(),
  log_id uuid not null constraint text_media_log_id_fkey references public.communication_logs (id) on delete cascade,
  position smallint not null constraint text_media_position_check check (position between 0 and 9),
  file_name text not null constraint text_media_file_name_check check (length(file_name) between 1 and 200),
  media_type text not null constraint text_media_media_type_check check (length(media_type) <= 100),
  size integer constraint text_media_size_check check (size >= 0),
  stored_as text constraint text_media_stored_as_check check (stored_as ~ '^attachments/[0-9a-f]{64}$'),
  source text constraint text_media_source_check check (length(source) <= 2000),
  problem text constraint text_media_problem_check check (length(problem) between 1 and 200),
  constraint text_media_log_id_position_key unique (log_id, position)
);
create index text_media_stored_as_idx on public.text_media (stored_as);

comment on table public.text_media is 'Pictures and other files of texts, in both directions.';
comment on column public.text_media.id is 'Primary key.';
comment on column public.text_media.log_id is 'The text.';
comment on column public.text_media.position is 'Place in the text, from 0.';
comment on column public.text_media.file_name is 'Name it is saved under.';
comment on column public.text_media.media_type is 'Type: image/… for what can be shown; before it is fetched, the one the carrier claims.';
comment on column public.text_media.size is 'Bytes; null until it is fetched.';
comment on column public.text_media.stored_as is 'Name in the file store; null until it is fetched.';
comment on column public.text_media.source is 'Address at the carrier it is fetched from; null for what we sent.';
comment on column public.text_media.problem is 'Why it could not be fetched; null while it is fetched, and afterwards.';

alter table public.text_media enable row level security;
grant select on public.text_media to authenticated;
grant select, insert, update on public.text_media to service_role;
create policy text_media_read_as_manager on public.text_media for select to authenticated
  using ((select private.is_manager()));

-- A picture that arrives later appears in the open conversation: clients hear of changed texts.
create function private.announce_media() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.communication_logs set updated_at = now() where id = new.log_id;
  return null;
end
$$;
create trigger text_media_announce after update on public.text_media
  for each row execute function private.announce_media();

alter table private.simulated_texts
  add column media jsonb not null default '[]'
    constraint simulated_texts_media_check check (jsonb_typeof(media) = 'array');
comment on column private.simulated_texts.media is 'Its pictures: [{ type, base64 }].';

-- Names among these that no message uses, sent or not.
create function private.find_unused_attachments(names text[]) returns setof text
  language sql stable security definer set search_path = ''
  as $$
    select name from unnest(names) as name
    where not exists (select from public.email_attachments where stored_as = name)
      and not exists (select from public.text_media where stored_as = name)
      and not exists (select from private.unsent_files where stored_as = name)
  $$;
grant execute on function private.find_unused_attachments(text[]) to service_role;

-- Every row about a person by table, without secrets for signing in.
create or replace function private.traces_of(who private.person) returns table (relation text, key text, record jsonb)
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
