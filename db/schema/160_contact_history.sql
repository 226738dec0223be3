-- Deleting and restoring contacts, merging duplicates, and the timeline. For 30 days, a copy of a deleted contact remains with
-- the rows that depended on it.

-- The foreign keys that point to a contact. With `cascades`, rows are deleted with the contact; otherwise they stay and lose
-- the link. Without waiting_people, whose rows are computed again, never copied or moved.
create function private.contact_links() returns table (relation text, link text, cascades boolean)
  language sql stable set search_path = ''
  as $$
    select format('%I.%I', nspname, relname), attname::text, confdeltype = 'c'
    from pg_catalog.pg_constraint as key
    join pg_catalog.pg_class as child on child.oid = conrelid
    join pg_catalog.pg_namespace as schema on schema.oid = relnamespace
    join pg_catalog.pg_attribute as part on part.attrelid = conrelid and part.attnum = conkey[1]
    where contype = 'f' and confrelid = 'public.crm_contacts'::regclass
      and conrelid <> 'public.waiting_people'::regclass
    order by 1, 2
  $$;

-- The rows that depend on a contact, as [{ relation, link, ids or rows }]: whole rows if they are deleted with the contact.
create function private.hanging_on(contact_id uuid) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
declare
  key record;
  found jsonb;
  hanging jsonb := '[]';
begin
  for key in select * from private.contact_links() loop
    execute format('select coalesce(jsonb_agg(%s), ''[]'') from %s as child where %I = $1',
                   case when key.cascades then 'to_jsonb(child)' else 'child.id' end, key.relation, key.link)
    into found using contact_id;
    if found <> '[]' then
      hanging := hanging || jsonb_build_object(
        'relation', key.relation, 'link', key.link, case when key.cascades then 'rows' else 'ids' end, found);
    end if;
  end loop;
  return hanging;
end
$$;

-- Inserts rows as they were, except generated columns. A link to a row that was deleted since becomes null, as the foreign
-- key would have made it.
create function private.put_back(relation text, rows jsonb) returns void
  language plpgsql set search_path = ''
  as $$
declare
  columns text;
  kept text;
begin
  select string_agg(quote_ident(part.attname), ', ' order by part.attnum),
         string_agg(coalesce(link.value, format('back.%I', part.attname)), ', ' order by part.attnum)
  into columns, kept
  from pg_catalog.pg_attribute as part
  left join lateral (
    select format('(select parent.%1$I from %2$s as parent where parent.%1$I = back.%3$I)',
                  target.attname, confrelid::regclass, part.attname) as value
    from pg_catalog.pg_constraint
    join pg_catalog.pg_attribute as target on target.attrelid = confrelid and target.attnum = confkey[1]
    where contype = 'f' and confdeltype = 'n' and conrelid = part.attrelid and conkey = array[part.attnum]
  ) as link on true
  where part.attrelid = relation::regclass and part.attnum > 0 and not part.attisdropped and part.attgenerated = ''
    and rows -> 0 ? part.attname;

  execute format('insert into %1$s (%2$s) overriding system value
                  select %3$s from jsonb_populate_recordset(null::%1$s, $1) as back', relation, columns, kept) using rows;
end
$$;

-- Restores what private.hanging_on returned. Only links that point to `instead` are changed back: staff may have changed
-- others since.
create function private.hang_on(contact_id uuid, hanging jsonb, instead uuid) returns void
  language plpgsql set search_path = ''
  as $$
declare
  part jsonb;
begin
  for part in select value from jsonb_array_elements(hanging) loop
    if part ? 'rows' then
      perform private.put_back(part ->> 'relation', part -> 'rows');
    else
      execute format('update %s set %I = $1 where %I is not distinct from $2 and id = any ($3::text[]::uuid[])',
                     part ->> 'relation', part ->> 'link', part ->> 'link')
      using contact_id, instead, array(select jsonb_array_elements_text(part -> 'ids'));
    end if;
  end loop;
end
$$;

create table public.deleted_contacts (
  id uuid constraint deleted_contacts_pkey primary key,
  deleted_at timestamptz not null default now(),
  deleted_by uuid default auth.uid(),
  contact jsonb not null,
  hanging jsonb not null,
  restored boolean not null default false
);
create index deleted_contacts_deleted_at_idx on public.deleted_contacts (deleted_at desc, id);
-- For imports, which do not bring deleted contacts back.
create index deleted_contacts_email_key_idx on public.deleted_contacts ((contact ->> 'email_key'));
create index deleted_contacts_phone_e164_idx on public.deleted_contacts ((contact ->> 'phone_e164'));
create index deleted_contacts_name_key_idx on public.deleted_contacts ((contact ->> 'name_key'));

comment on table public.deleted_contacts is 'Deleted contacts with everything that hung on them, kept for 30 days.';
comment on column public.deleted_contacts.id is 'Id of the contact.';
comment on column public.deleted_contacts.deleted_at is 'When it was deleted.';
comment on column public.deleted_contacts.deleted_by is 'User who deleted it.';
comment on column public.deleted_contacts.contact is 'The row of crm_contacts.';
comment on column public.deleted_contacts.hanging is 'Rows of other tables that belonged to it, as private.hanging_on lists them.';
comment on column public.deleted_contacts.restored is 'Set to true to restore the contact; that removes this row.';

alter table public.deleted_contacts enable row level security;
grant select, delete on public.deleted_contacts to service_role;
grant select, update (restored) on public.deleted_contacts to authenticated;
create policy deleted_contacts_read_as_manager on public.deleted_contacts for select to authenticated
  using ((select private.is_manager()));
create policy deleted_contacts_restore_as_manager on public.deleted_contacts for update to authenticated
  using ((select private.is_manager())) with check ((select private.is_manager()));

create view public.contact_recycle_bin with (security_invoker = true) as
  select deleted.id, contact ->> 'first_name' as first_name, contact ->> 'last_name' as last_name,
         contact ->> 'email' as email, contact ->> 'phone' as phone, deleted_at, deleted_by,
         coalesce(nullif(concat_ws(' ', nullif(staff.first_name, ''), nullif(staff.last_name, '')), ''), staff.email)
           as deleted_by_name,
         -- The job purge-deleted-contacts deletes the copy on this day. privacy.ts has the same 30 days.
         ((deleted_at + interval '30 days') at time zone 'America/New_York')::date as purge_on
  from public.deleted_contacts as deleted
  left join public.profiles as staff on staff.id = deleted.deleted_by;

comment on view public.contact_recycle_bin is 'Deleted contacts that can still be restored, with who deleted them.';
comment on column public.contact_recycle_bin.id is 'Id of the contact.';
comment on column public.contact_recycle_bin.first_name is 'First name.';
comment on column public.contact_recycle_bin.last_name is 'Last name.';
comment on column public.contact_recycle_bin.email is 'Email address.';
comment on column public.contact_recycle_bin.phone is 'Telephone number as it was typed.';
comment on column public.contact_recycle_bin.deleted_at is 'When the contact was deleted.';
comment on column public.contact_recycle_bin.deleted_by is 'User who deleted it.';
comment on column public.contact_recycle_bin.deleted_by_name is 'Name or address of that user.';
comment on column public.contact_recycle_bin.purge_on is 'Day on which it is deleted for good.';

grant select on public.contact_recycle_bin to authenticated;

create function private.keep_deleted_contact() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.deleted_contacts (id, contact, hanging)
  values (old.id, to_jsonb(old), private.hanging_on(old.id));
  return old;
end
$$;
-- Depth 0: not when a merge deletes the contact, because that has its own undo.
create trigger crm_contacts_keep_deleted before delete on public.crm_contacts
  for each row when (pg_trigger_depth() = 0) execute function private.keep_deleted_contact();

create function private.restore_deleted_contact() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.put_back('public.crm_contacts', jsonb_build_array(new.contact));
  perform private.hang_on(new.id, new.hanging, null);
  -- The number may have opted out since.
  update public.crm_contacts set text_consent = false
  where id = new.id and text_consent and not private.agreement_stands(id, phone_e164);
  delete from public.deleted_contacts where id = new.id;
  return null;
end
$$;
create trigger deleted_contacts_restore after update of restored on public.deleted_contacts
  for each row when (new.restored) execute function private.restore_deleted_contact();

-- Deletes copies for good, with the rows that depended on these contacts and have no other link since. The audit log keeps
-- who changed a contact, not the values. The evidence of consent has its own retention.
create function private.purge_deleted_contacts(before timestamptz) returns integer
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
grant execute on function private.purge_deleted_contacts(timestamptz) to service_role;

create table public.contact_merges (
  id uuid constraint contact_merges_pkey primary key default gen_random_uuid(),
  -- No foreign keys: the row outlives both contacts.
  kept_id uuid not null,
  merged_id uuid not null,
  taken text[] not null default '{}' constraint contact_merges_taken_check
    check (taken <@ array['first_name', 'last_name', 'email', 'phone', 'company', 'status', 'service_request']),
  merged_at timestamptz not null default now(),
  merged_by uuid default auth.uid(),
  undone boolean not null default false
);
create index contact_merges_kept_id_idx on public.contact_merges (kept_id, merged_at desc);
create index contact_merges_merged_at_idx on public.contact_merges (merged_at);

comment on table public.contact_merges is 'Merges of two contacts. A row is written to merge and updated to undo.';
comment on column public.contact_merges.id is 'Primary key.';
comment on column public.contact_merges.kept_id is 'Contact that stays. No foreign key: the row outlives it.';
comment on column public.contact_merges.merged_id is 'Contact that was merged into it.';
comment on column public.contact_merges.taken is 'Fields taken from the merged contact. In all others it only fills what is empty.';
comment on column public.contact_merges.merged_at is 'When they were merged.';
comment on column public.contact_merges.merged_by is 'User who merged them.';
comment on column public.contact_merges.undone is 'Set to true to undo the merge.';

create trigger contact_merges_record_change after insert or update of undone on public.contact_merges
  for each row execute function private.record_change();

alter table public.contact_merges enable row level security;
grant select, delete on public.contact_merges to service_role;
grant select on public.contact_merges to authenticated;
grant insert (kept_id, merged_id, taken), update (undone) on public.contact_merges to authenticated;
create policy contact_merges_read_as_manager on public.contact_merges for select to authenticated
  using ((select private.is_manager()));
create policy contact_merges_merge_as_manager on public.contact_merges for insert to authenticated
  with check ((select private.is_manager()) and not undone);
create policy contact_merges_undo_as_manager on public.contact_merges for update to authenticated
  using ((select private.is_manager())) with check ((select private.is_manager()) and undone);

-- Kept for 30 days.
create table private.contact_merge_records (
  merge_id uuid constraint contact_merge_records_pkey primary key
    constraint contact_merge_records_merge_id_fkey references public.contact_merges (id) on delete cascade,
  kept_before jsonb not null,
  kept_after jsonb not null,
  merged jsonb not null,
  hanging jsonb not null
);

comment on table private.contact_merge_records is 'What undoing a merge needs.';
comment on column private.contact_merge_records.merge_id is 'Merge it belongs to.';
comment on column private.contact_merge_records.kept_before is 'The contact that stays, before the merge.';
comment on column private.contact_merge_records.kept_after is 'The same contact after the merge.';
comment on column private.contact_merge_records.merged is 'The contact that was merged into it.';
comment on column private.contact_merge_records.hanging is 'Rows of other tables that belonged to the merged contact.';

alter table private.contact_merge_records enable row level security;

-- Returns the contact, locked.
create function private.require_contact(contact_id uuid, message text) returns public.crm_contacts
  language plpgsql set search_path = ''
  as $$
declare
  contact public.crm_contacts;
begin
  select * into contact from public.crm_contacts where id = contact_id for update;
  if not found then
    raise exception '%', message using errcode = 'PT409';
  end if;
  return contact;
end
$$;

-- The value of one field after a merge.
create function private.merged_field(name text, kept jsonb, merged jsonb, taken text[]) returns text
  language sql immutable set search_path = ''
  as $$
    select case when name = any (taken) then coalesce(nullif(merged ->> name, ''), kept ->> name)
                else coalesce(nullif(kept ->> name, ''), merged ->> name) end
  $$;

-- The owner and the next step after a merge. A next step keeps its own date.
create function private.merged_next_step(kept jsonb, merged jsonb) returns jsonb
  language sql immutable set search_path = ''
  as $$
    select jsonb_build_object('owner_id', coalesce(kept ->> 'owner_id', merged ->> 'owner_id'),
                              'next_step', source ->> 'next_step', 'next_step_on', source ->> 'next_step_on')
    from (select case when kept ->> 'next_step' is null then merged else kept end) as chosen (source)
  $$;

-- The values that the merge drops, in words for the notes; null if there are none.
create function private.outvoted_fields(kept jsonb, merged jsonb, result jsonb) returns text
  language sql stable set search_path = ''
  as $$
    select string_agg(replace(field.name, '_', ' ') || ' ' || field.value, ', ' order by field.place, field.value)
    from (
      select distinct name, place, losing.value
      from unnest(array['first_name', 'last_name', 'email', 'phone', 'company', 'status', 'service_request', 'next_step'])
             with ordinality as listed (name, place),
           lateral (values (kept ->> name, kept ->> 'next_step_on'), (merged ->> name, merged ->> 'next_step_on'))
             as side (value, due),
           lateral (values (side.value || case when name = 'next_step' then ' (' || side.due || ')' else '' end)) as losing (value)
      where side.value <> '' and lower(side.value) is distinct from lower(result ->> name)
    ) as field
  $$;

-- Writes the fields of a contact; those that an older copy lacks stay as they are. Consent is cleared first if the number
-- changes, because the trigger on the number would record a withdrawal.
create function private.rewrite_contact(contact_id uuid, fields jsonb) returns void
  language plpgsql set search_path = ''
  as $$
declare
  wanted public.crm_contacts;
begin
  select (jsonb_populate_record(contact, fields)).* into wanted from public.crm_contacts as contact where id = contact_id;
  perform set_config('private.phone_numbers', jsonb_build_object(coalesce(wanted.phone, ''), wanted.phone_e164)::text, true);
  update public.crm_contacts set text_consent = false
  where id = contact_id and text_consent and phone_e164 is distinct from wanted.phone_e164;
  update public.crm_contacts
  set first_name = wanted.first_name, last_name = wanted.last_name, email = wanted.email, phone = wanted.phone,
      phone_type = wanted.phone_type, company = wanted.company, status = wanted.status, notes = wanted.notes,
      service_request = wanted.service_request, text_consent = wanted.text_consent, owner_id = wanted.owner_id,
      next_step = wanted.next_step, next_step_on = wanted.next_step_on
  where id = contact_id;
end
$$;

-- Moves all rows of one contact to another.
create function private.take_over(contact_id uuid, former uuid) returns void
  language plpgsql set search_path = ''
  as $$
declare
  key record;
begin
  for key in select * from private.contact_links() loop
    execute format('update %s set %I = $1 where %I = $2', key.relation, key.link, key.link) using contact_id, former;
  end loop;
end
$$;

-- Runs when a row is inserted into contact_merges. Locks both contacts in one order, so that two merges of one pair cannot
-- deadlock.
create function private.merge_contacts() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  missing constant text := 'One of the two contacts does not exist any more.';
  fields constant text[] := array['first_name', 'last_name', 'email', 'phone', 'company', 'status', 'service_request'];
  kept public.crm_contacts;
  merged public.crm_contacts;
  result jsonb;
  outvoted text;
  hanging jsonb;
  notes text;
  keeps_phone boolean;
  number text;
begin
  if new.kept_id = new.merged_id then
    raise exception 'A contact cannot be merged with itself.' using errcode = 'PT409';
  end if;
  perform from public.crm_contacts where id in (new.kept_id, new.merged_id) order by id for update;
  kept := private.require_contact(new.kept_id, missing);
  merged := private.require_contact(new.merged_id, missing);

  select to_jsonb(kept) || jsonb_object_agg(name, private.merged_field(name, to_jsonb(kept), to_jsonb(merged), new.taken))
  into result from unnest(fields) as name;
  result := result || private.merged_next_step(to_jsonb(kept), to_jsonb(merged));
  outvoted := private.outvoted_fields(to_jsonb(kept), to_jsonb(merged), result);
  notes := concat_ws(e'\n\n', nullif(kept.notes, ''), nullif(merged.notes, ''),
    'Merged on ' || to_char(new.merged_at at time zone 'America/New_York', 'YYYY-MM-DD') || '. Before: ' || outvoted);
  if length(notes) > 100000 then
    raise exception 'Together the notes of both are longer than a contact can hold. Shorten them first.' using errcode = 'PT409';
  end if;

  keeps_phone := result ->> 'phone' is not distinct from kept.phone;
  number := case when keeps_phone then kept.phone_e164 else merged.phone_e164 end;
  result := result || jsonb_build_object(
    'notes', nullif(notes, ''),
    'phone_e164', number,
    'phone_type', case when keeps_phone then kept.phone_type else merged.phone_type end,
    -- An agreement counts for its own number only, and a withdrawal by either contact counts for both.
    'text_consent',
      ((kept.text_consent and kept.phone_e164 is not distinct from number)
        or (merged.text_consent and merged.phone_e164 is not distinct from number))
      and private.agreement_stands(kept.id, kept.phone_e164) and private.agreement_stands(merged.id, merged.phone_e164));

  hanging := private.hanging_on(merged.id);
  perform private.take_over(kept.id, merged.id);
  delete from public.crm_contacts where id = merged.id;
  perform private.rewrite_contact(kept.id, result);
  insert into private.contact_merge_records (merge_id, kept_before, kept_after, merged, hanging)
  select new.id, to_jsonb(kept), to_jsonb(after), to_jsonb(merged), hanging
  from public.crm_contacts as after where after.id = kept.id;
  return null;
end
$$;
create trigger contact_merges_merge after insert on public.contact_merges
  for each row execute function private.merge_contacts();

-- A merge deletes none of these rows, so undoing it only moves them.
create function private.hang_back(contact_id uuid, hanging jsonb, kept uuid) returns void
  language sql set search_path = ''
  as $$
    select private.hang_on(contact_id, coalesce(jsonb_agg(
      case when part ? 'rows'
           then part - 'rows' || jsonb_build_object('ids', jsonb_path_query_array(part, '$.rows[*].id'))
           else part end), '[]'), kept)
    from jsonb_array_elements(hanging) as part
  $$;

create function private.undo_merge() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  saved private.contact_merge_records;
  kept public.crm_contacts;
  changed text;
begin
  select * into saved from private.contact_merge_records where merge_id = new.id;
  if not found then
    raise exception 'This merge is too long ago to be undone.' using errcode = 'PT409';
  end if;
  kept := private.require_contact(new.kept_id,
    'The contact that was kept is not there any more: it was deleted, or merged with another one. Undo that first.');
  select string_agg(replace(name, '_', ' '), ', ' order by name) into changed
  from jsonb_object_keys(saved.kept_after) as name
  where name not in ('updated_at', 'text_consent', 'phone_e164') and name not like '%\_key'
    and saved.kept_after -> name is distinct from to_jsonb(kept) -> name;
  if changed is not null then
    raise exception 'The contact was changed after the merge (%), so the merge stays.', changed using errcode = 'PT409';
  end if;

  perform private.put_back('public.crm_contacts', jsonb_build_array(saved.merged));
  perform private.hang_back(new.merged_id, saved.hanging, new.kept_id);
  perform private.rewrite_contact(new.kept_id, saved.kept_before || jsonb_build_object('text_consent',
    case when kept.text_consent = (saved.kept_after ->> 'text_consent')::boolean
         then (saved.kept_before ->> 'text_consent')::boolean
           and private.agreement_stands(new.kept_id, saved.kept_before ->> 'phone_e164')
         else kept.text_consent end));
  -- The number may have opted out since.
  update public.crm_contacts set text_consent = false
  where id = new.merged_id and text_consent and not private.agreement_stands(id, phone_e164);
  delete from private.contact_merge_records where merge_id = new.id;
  return null;
end
$$;
create trigger contact_merges_undo after update of undone on public.contact_merges
  for each row when (new.undone and not old.undone) execute function private.undo_merge();

create function private.purge_contact_merges(before timestamptz) returns void
  language sql volatile security definer set search_path = ''
  as $$
    delete from private.contact_merge_records
    where merge_id in (select id from public.contact_merges where merged_at < before)
  $$;
grant execute on function private.purge_contact_merges(timestamptz) to service_role;

-- The letters of a name without punctuation; null for fewer than two, as in an initial or a phone number.
create function private.letters_of_name(name text) returns text
  language sql immutable set search_path = ''
  as $$
    select case when length(letters) >= 2 then letters end
    from (select regexp_replace(lower(name), '[\s\d!-/:-@\[-`{-~]', '', 'g')) as written (letters)
  $$;

-- Equal, or one letter added; from five letters on, also one letter different.
create function private.is_close_name(one text, other text) returns boolean
  language sql immutable set search_path = ''
  as $$
    select coalesce(one = other or exists (
      select from generate_series(1, greatest(length(one), length(other))) as place
      where case length(one) - length(other)
        when 1 then overlay(one placing '' from place for 1) = other
        when -1 then overlay(other placing '' from place for 1) = one
        when 0 then length(one) >= 5
          and overlay(one placing '' from place for 1) = overlay(other placing '' from place for 1)
      end), false)
  $$;

-- First and last name are both close. Contacts without a last name also need the same company.
create function private.has_close_name(one public.crm_contacts, other public.crm_contacts) returns boolean
  language sql immutable set search_path = ''
  as $$
    select coalesce(private.is_close_name(private.letters_of_name(one.first_name), private.letters_of_name(other.first_name))
      and case when trim(one.last_name) = '' and trim(other.last_name) = '' then one.company_key = other.company_key
               else private.is_close_name(private.letters_of_name(one.last_name), private.letters_of_name(other.last_name))
          end, false)
  $$;

-- Contacts with the same address or number, or a close name. Returns nothing to others than managers.
create function private.duplicates_of(contact_id uuid)
  returns table (duplicate_id uuid, same_email boolean, same_phone boolean, same_name boolean)
  language sql stable security definer set search_path = '' set pg_trgm.similarity_threshold = '0.5'
  as $$
    select other.id, coalesce(other.email_key = this.email_key, false), coalesce(other.phone_e164 = this.phone_e164, false),
           private.has_close_name(this, other)
    from public.crm_contacts as this
    cross join lateral (
      (select id from public.crm_contacts where email_key = this.email_key limit 20)
      union (select id from public.crm_contacts where phone_e164 = this.phone_e164 limit 20)
      union (select id from public.crm_contacts as named
             where name_key operator(extensions.%) this.name_key and private.has_close_name(this, named) limit 20)
    ) as alike
    join public.crm_contacts as other on other.id = alike.id
    where this.id = duplicates_of.contact_id and other.id <> this.id and (select private.is_manager())
    limit 20
  $$;
grant execute on function private.duplicates_of(uuid) to authenticated;

create view public.contact_duplicates with (security_invoker = true) as
  select contact.id as contact_id, alike.same_email, alike.same_phone, alike.same_name,
         other.id, other.first_name, other.last_name, other.email, other.phone, other.phone_e164, other.phone_type,
         other.company, other.status, other.notes, other.service_request, other.text_consent, other.name_key,
         other.email_key, other.company_key, other.service_request_key, other.created_at, other.updated_at,
         other.search_key
  from public.crm_contacts as contact
  cross join lateral private.duplicates_of(contact.id) as alike
  join public.crm_contacts as other on other.id = alike.duplicate_id;

comment on view public.contact_duplicates is 'Pairs of contacts that are probably the same person; one row per contact and candidate.';
comment on column public.contact_duplicates.contact_id is 'Contact the candidates are listed for.';
comment on column public.contact_duplicates.same_email is 'Whether both have the same email address.';
comment on column public.contact_duplicates.same_phone is 'Whether both have the same telephone number.';
comment on column public.contact_duplicates.same_name is 'Whether both have the same name.';
comment on column public.contact_duplicates.id is 'Id of the candidate.';
comment on column public.contact_duplicates.first_name is 'First name.';
comment on column public.contact_duplicates.last_name is 'Last name.';
comment on column public.contact_duplicates.email is 'Email address. May be missing.';
comment on column public.contact_duplicates.phone is 'Telephone number as it was typed.';
comment on column public.contact_duplicates.phone_e164 is 'The same number in E.164, where it is one.';
comment on column public.contact_duplicates.phone_type is 'mobile, landline, work or other.';
comment on column public.contact_duplicates.company is 'Company.';
comment on column public.contact_duplicates.status is 'Stage of the relationship, from lead to customer.';
comment on column public.contact_duplicates.notes is 'Notes from before contact_notes.';
comment on column public.contact_duplicates.service_request is 'Service the contact asked for.';
comment on column public.contact_duplicates.text_consent is 'Whether the contact agreed to texts. consent_events has the evidence.';
comment on column public.contact_duplicates.name_key is 'Name in lower case, for sorting. Generated.';
comment on column public.contact_duplicates.email_key is 'Email address in lower case, for sorting. Generated.';
comment on column public.contact_duplicates.company_key is 'Company in lower case, for sorting. Generated.';
comment on column public.contact_duplicates.service_request_key is 'Service in lower case, for sorting. Generated.';
comment on column public.contact_duplicates.created_at is 'When the row was created.';
comment on column public.contact_duplicates.updated_at is 'When the row was last changed.';
comment on column public.contact_duplicates.search_key is
  'Name, address, company and service in lower case, for searching. Generated.';

grant select on public.contact_duplicates to authenticated;

-- The name of an account for a list of changes, also after it was deleted. Null without an account.
create function private.account_name(account uuid) returns text
  language sql stable set search_path = ''
  as $$
    select case when account is not null then coalesce((
      select coalesce(nullif(concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')), ''), email)
      from public.profiles where id = account), 'a deleted account') end
  $$;
grant execute on function private.account_name(uuid) to authenticated;

-- Only admins read the audit log; managers read its entries about contacts through this view, which runs with its owner's
-- rights and checks the role itself. It has the name of an owner in place of the id.
create view public.contact_changes with (security_invoker = false, security_barrier = true) as
  select id, occurred_at, actor, actor_role, action, row_id as contact_id,
         case when changes ? 'owner_id'
              then changes - 'owner_id' || jsonb_build_object('owner', jsonb_build_object(
                'old', private.account_name((changes #>> '{owner_id,old}')::uuid),
                'new', private.account_name((changes #>> '{owner_id,new}')::uuid)))
              else changes end as changes
  from public.audit_log
  where table_name = 'crm_contacts' and (select private.is_manager());

comment on view public.contact_changes is 'Audit log entries about contacts, for the timeline.';
comment on column public.contact_changes.id is 'Id of the audit log entry.';
comment on column public.contact_changes.occurred_at is 'When the change was made.';
comment on column public.contact_changes.actor is 'User id of the person who made it.';
comment on column public.contact_changes.actor_role is 'Database role it was made with.';
comment on column public.contact_changes.action is 'insert, update or delete.';
comment on column public.contact_changes.contact_id is 'Contact that was changed.';
comment on column public.contact_changes.changes is 'Changed columns with their old and new values.';

grant select on public.contact_changes to authenticated;

create view public.contact_timeline with (security_invoker = true) as
  select entry.*, nullif(concat_ws(' ', nullif(author.first_name, ''), nullif(author.last_name, '')), '') as actor_name,
         author.email as actor_email
  from (
    select 'submission ' || id as id, contact_id, received_at as occurred_at, 'submission' as kind, null::uuid as actor,
           jsonb_build_object('name', name, 'email', email, 'phone', phone, 'company', company, 'service', service,
             'message', message, 'page', page, 'text_consent', text_consent, 'spam', spam) as details
    from public.contact_submissions
    union all
    select 'log ' || id, contact_id, created_at, type, null,
           jsonb_build_object('direction', direction, 'phone_number', phone_number, 'message', message,
             'status', status, 'delivery_status', delivery_status, 'call_outcome', call_outcome, 'call_note', call_note, 'duration_seconds', duration_seconds)
    from public.communication_logs
    union all
    select 'note ' || id, contact_id, created_at, 'note', author_id, jsonb_build_object('body', body, 'edited', edited_at is not null)
    from public.contact_notes where deleted_at is null
    union all
    select 'consent ' || id, contact_id, occurred_at, 'consent', actor,
           jsonb_build_object('action', action, 'method', method, 'phone', phone_e164, 'page', page, 'wording', wording,
             'reason', evidence ->> 'reason')
    from public.consent_events
    union all
    select 'change ' || id, contact_id, occurred_at, 'change', actor,
           jsonb_build_object('action', action, 'changes', changes, 'by', actor_role)
    from public.contact_changes
    union all
    select 'merge ' || id, kept_id, merged_at, 'merge', merged_by,
           jsonb_build_object('merge_id', id, 'merged_id', merged_id, 'undone', undone)
    from public.contact_merges
    union all
    select 'meeting ' || id || ' ' || place, contact_id, (event ->> 'at')::timestamptz, 'meeting', (event ->> 'actor')::uuid,
           jsonb_build_object('meeting_id', id, 'what', event ->> 'what', 'start', event -> 'start', 'medium', medium,
             'minutes', extract(epoch from ends_at - starts_at)::integer / 60, 'latest', place = jsonb_array_length(history),
             'reason', case event ->> 'what' when 'canceled' then cancel_reason end)
    from public.meetings cross join lateral jsonb_array_elements(history) with ordinality as past (event, place)
  ) as entry
  left join public.profiles as author on author.id = entry.actor;

comment on view public.contact_timeline is 'Everything that happened with a contact, in one list.';
comment on column public.contact_timeline.id is 'Kind of entry and id of its own row.';
comment on column public.contact_timeline.contact_id is 'Contact it happened with.';
comment on column public.contact_timeline.occurred_at is 'When it happened.';
comment on column public.contact_timeline.kind is 'Kind of entry, which decides what details holds.';
comment on column public.contact_timeline.actor is 'User who did it. Null for the product or the contact.';
comment on column public.contact_timeline.details is 'What there is to show, by kind.';
comment on column public.contact_timeline.actor_name is 'Name of that user.';
comment on column public.contact_timeline.actor_email is 'Email address of that user.';

grant select on public.contact_timeline to authenticated;
