-- Two entries for one person become one. Writing the row merges, setting `undone` takes it back.

create table public.contact_merges (
  id uuid constraint contact_merges_pkey primary key default gen_random_uuid(),
  -- No foreign keys: the row is history, and outlives both.
  kept_id uuid not null,
  merged_id uuid not null,
  -- The fields in which the merged contact was right. In all others it only fills what is empty.
  taken text[] not null default '{}' constraint contact_merges_taken_check
    check (taken <@ array['first_name', 'last_name', 'email', 'phone', 'company', 'status', 'service_request']),
  merged_at timestamptz not null default now(),
  merged_by uuid default auth.uid(),
  undone boolean not null default false
);
create index contact_merges_kept_id_idx on public.contact_merges (kept_id, merged_at desc);
create index contact_merges_merged_at_idx on public.contact_merges (merged_at);
create trigger contact_merges_record_change after insert or update of undone on public.contact_merges
  for each row execute function private.record_change();

-- How each merge is undone, for 30 days.
create table private.contact_merge_records (
  merge_id uuid constraint contact_merge_records_pkey primary key
    constraint contact_merge_records_merge_id_fkey references public.contact_merges (id) on delete cascade,
  kept_before jsonb not null,
  kept_after jsonb not null,
  merged jsonb not null,
  hanging jsonb not null
);
alter table private.contact_merge_records enable row level security;

-- Both rows, locked in one order, so that two merges of the same pair wait for each other.
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

-- One field of the merged contact: what `taken` or emptiness decides.
create function private.merged_field(name text, kept jsonb, merged jsonb, taken text[]) returns text
  language sql immutable set search_path = ''
  as $$
    select case when name = any (taken) then coalesce(nullif(merged ->> name, ''), kept ->> name)
                else coalesce(nullif(kept ->> name, ''), merged ->> name) end
  $$;

-- The values that lost against others, in words, so that they can still be read; null when there are none.
create function private.outvoted_fields(kept jsonb, merged jsonb, result jsonb) returns text
  language sql stable set search_path = ''
  as $$
    select string_agg(replace(field.name, '_', ' ') || ' ' || field.value, ', ' order by field.place, field.value)
    from (
      select distinct name, place, losing.value
      from unnest(array['first_name', 'last_name', 'email', 'phone', 'company', 'status', 'service_request'])
             with ordinality as listed (name, place),
           lateral (values (kept ->> name), (merged ->> name)) as losing (value)
      where losing.value <> '' and lower(losing.value) is distinct from lower(result ->> name)
    ) as field
  $$;

-- Writes a contact's fields, consent last: a new number would end an agreement that was given for it.
create function private.rewrite_contact(contact_id uuid, fields jsonb) returns void
  language plpgsql set search_path = ''
  as $$
declare
  wanted constant public.crm_contacts := jsonb_populate_record(null::public.crm_contacts, fields);
begin
  update public.crm_contacts set text_consent = false
  where id = contact_id and text_consent and phone_e164 is distinct from private.e164(wanted.phone);
  update public.crm_contacts
  set first_name = wanted.first_name, last_name = wanted.last_name, email = wanted.email, phone = wanted.phone,
      phone_type = wanted.phone_type, company = wanted.company, status = wanted.status, notes = wanted.notes,
      service_request = wanted.service_request, text_consent = wanted.text_consent
  where id = contact_id;
end
$$;

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
begin
  if new.kept_id = new.merged_id then
    raise exception 'A contact cannot be merged with itself.' using errcode = 'PT409';
  end if;
  perform from public.crm_contacts where id in (new.kept_id, new.merged_id) order by id for update;
  kept := private.require_contact(new.kept_id, missing);
  merged := private.require_contact(new.merged_id, missing);

  select to_jsonb(kept) || jsonb_object_agg(name, private.merged_field(name, to_jsonb(kept), to_jsonb(merged), new.taken))
  into result from unnest(fields) as name;
  outvoted := private.outvoted_fields(to_jsonb(kept), to_jsonb(merged), result);
  notes := concat_ws(e'\n\n', nullif(kept.notes, ''), nullif(merged.notes, ''),
    'Merged on ' || to_char(new.merged_at at time zone 'America/New_York', 'YYYY-MM-DD') || '. Before: ' || outvoted);
  if length(notes) > 100000 then
    raise exception 'Together the notes of both are longer than a contact can hold. Shorten them first.' using errcode = 'PT409';
  end if;

  result := result || jsonb_build_object(
    'notes', nullif(notes, ''),
    'phone_type', case when result ->> 'phone' is not distinct from kept.phone then kept.phone_type else merged.phone_type end,
    -- Agreeing for one number says nothing about another, and whoever of the two has opted out, has.
    'text_consent',
      ((kept.text_consent and kept.phone_e164 is not distinct from private.e164(result ->> 'phone'))
        or (merged.text_consent and merged.phone_e164 is not distinct from private.e164(result ->> 'phone')))
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

-- Everything that hangs on one contact hangs on the other from now on.
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
create trigger contact_merges_merge after insert on public.contact_merges
  for each row execute function private.merge_contacts();

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
  where name not in ('updated_at', 'text_consent') and name not like '%\_key'
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
  -- Whoever said STOP meanwhile said it for the number.
  update public.crm_contacts set text_consent = false
  where id = new.merged_id and text_consent and not private.agreement_stands(id, phone_e164);
  delete from private.contact_merge_records where merge_id = new.id;
  return null;
end
$$;

-- After a merge nothing is gone, so what hung on the merged contact is only moved.
create function private.hang_back(contact_id uuid, hanging jsonb, kept uuid) returns void
  language sql set search_path = ''
  as $$
    select private.hang_on(contact_id, coalesce(jsonb_agg(
      case when part ? 'rows'
           then part - 'rows' || jsonb_build_object('ids', jsonb_path_query_array(part, '$.rows[*].id'))
           else part end), '[]'), kept)
    from jsonb_array_elements(hanging) as part
  $$;
create trigger contact_merges_undo after update of undone on public.contact_merges
  for each row when (new.undone and not old.undone) execute function private.undo_merge();

revoke execute on function private.require_contact(uuid, text), private.merged_field(text, jsonb, jsonb, text[]),
  private.outvoted_fields(jsonb, jsonb, jsonb), private.rewrite_contact(uuid, jsonb), private.take_over(uuid, uuid),
  private.hang_back(uuid, jsonb, uuid) from public;

alter table public.contact_merges enable row level security;
revoke all on public.contact_merges from anon, authenticated, service_role;
grant select, delete on public.contact_merges to service_role;
grant select on public.contact_merges to authenticated;
grant insert (kept_id, merged_id, taken), update (undone) on public.contact_merges to authenticated;

create policy contact_merges_read_as_manager on public.contact_merges for select to authenticated
  using ((select private.is_manager()));
create policy contact_merges_merge_as_manager on public.contact_merges for insert to authenticated
  with check ((select private.is_manager()) and not undone);
create policy contact_merges_undo_as_manager on public.contact_merges for update to authenticated
  using ((select private.is_manager())) with check ((select private.is_manager()) and undone);

create function private.purge_contact_merges(before timestamptz) returns void
  language sql volatile security definer set search_path = ''
  as $$
    delete from private.contact_merge_records
    where merge_id in (select id from public.contact_merges where merged_at < before)
  $$;
revoke execute on function private.purge_contact_merges(timestamptz) from public;
grant execute on function private.purge_contact_merges(timestamptz) to service_role;

-- Who may be the same person: the same address or number, or nearly the same name. For managers.
create function private.duplicates_of(contact_id uuid)
  returns table (duplicate_id uuid, same_email boolean, same_phone boolean, same_name boolean)
  language sql stable security definer set search_path = '' set pg_trgm.similarity_threshold = '0.6'
  as $$
    select other.id, coalesce(other.email_key = this.email_key, false), coalesce(other.phone_e164 = this.phone_e164, false),
           other.name_key operator(extensions.%) this.name_key
    from public.crm_contacts as this
    cross join lateral (
      (select id from public.crm_contacts where email_key = this.email_key limit 20)
      union (select id from public.crm_contacts where phone_e164 = this.phone_e164 limit 20)
      union (select id from public.crm_contacts where name_key operator(extensions.%) this.name_key limit 20)
    ) as alike
    join public.crm_contacts as other on other.id = alike.id
    where this.id = duplicates_of.contact_id and other.id <> this.id and (select private.is_manager())
    limit 20
  $$;
revoke execute on function private.duplicates_of(uuid) from public;
grant execute on function private.duplicates_of(uuid) to authenticated;

create view public.contact_duplicates with (security_invoker = true) as
  select contact.id as contact_id, alike.same_email, alike.same_phone, alike.same_name, other.*
  from public.crm_contacts as contact
  cross join lateral private.duplicates_of(contact.id) as alike
  join public.crm_contacts as other on other.id = alike.duplicate_id;
revoke all on public.contact_duplicates from anon, authenticated, service_role;
grant select on public.contact_duplicates to authenticated;
