-- A deleted contact is really deleted. For 30 days a copy remains, with all that hung on it, from which it can be put back.

-- The foreign keys that point to a contact: where its history hangs. With `cascades` the rows go with the contact,
-- otherwise they stay and lose the link.
create function private.contact_links() returns table (relation text, link text, cascades boolean)
  language sql stable set search_path = ''
  as $$
    select format('%I.%I', nspname, relname), attname::text, confdeltype = 'c'
    from pg_catalog.pg_constraint as key
    join pg_catalog.pg_class as child on child.oid = conrelid
    join pg_catalog.pg_namespace as schema on schema.oid = relnamespace
    join pg_catalog.pg_attribute as part on part.attrelid = conrelid and part.attnum = conkey[1]
    where contype = 'f' and confrelid = 'public.crm_contacts'::regclass
    order by 1, 2
  $$;

-- What hangs on a contact, as { "table": { "column": [ids or whole rows] } }: rows where they would go with it.
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

-- Inserts rows as they were, all columns but the computed ones.
create function private.put_back(relation text, rows jsonb) returns void
  language plpgsql set search_path = ''
  as $$
declare
  columns constant text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
    where attrelid = relation::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and rows -> 0 ? attname);
begin
  execute format('insert into %1$s (%2$s) overriding system value
                  select %2$s from jsonb_populate_recordset(null::%1$s, $1)', relation, columns) using rows;
end
$$;

-- Puts back what `private.hanging_on` told of. A link somebody has changed since stays as it is: only those that
-- point to `instead` are moved.
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

-- Whether nothing has withdrawn a contact's agreement to texts: neither its own newest event nor one for its number.
create function private.agreement_stands(contact_id uuid, number text) returns boolean
  language sql stable set search_path = ''
  as $$
    select coalesce((
      select event.action = 'grant' from public.consent_events as event
      where event.contact_id = agreement_stands.contact_id or (event.action = 'revoke' and event.phone_e164 = number)
      order by event.occurred_at desc, event.action desc limit 1), true)
  $$;
revoke execute on function private.contact_links(), private.hanging_on(uuid), private.put_back(text, jsonb),
  private.hang_on(uuid, jsonb, uuid), private.agreement_stands(uuid, text) from public;

create table public.deleted_contacts (
  -- The contact's own.
  id uuid constraint deleted_contacts_pkey primary key,
  deleted_at timestamptz not null default now(),
  deleted_by uuid default auth.uid(),
  contact jsonb not null,
  -- As private.hanging_on tells it.
  hanging jsonb not null,
  -- Setting it puts the contact back and ends this row.
  restored boolean not null default false
);
create index deleted_contacts_deleted_at_idx on public.deleted_contacts (deleted_at desc, id);

create function private.keep_deleted_contact() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.deleted_contacts (id, contact, hanging)
  values (old.id, to_jsonb(old), private.hanging_on(old.id));
  return old;
end
$$;
-- Depth 0: not when the deletion is itself part of a merge, which has its own way back.
create trigger crm_contacts_keep_deleted before delete on public.crm_contacts
  for each row when (pg_trigger_depth() = 0) execute function private.keep_deleted_contact();

create function private.restore_deleted_contact() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.put_back('public.crm_contacts', jsonb_build_array(new.contact));
  perform private.hang_on(new.id, new.hanging, null);
  -- Whoever said STOP meanwhile said it for the number.
  update public.crm_contacts set text_consent = false
  where id = new.id and text_consent and not private.agreement_stands(id, phone_e164);
  delete from public.deleted_contacts where id = new.id;
  return null;
end
$$;
create trigger deleted_contacts_restore after update of restored on public.deleted_contacts
  for each row when (new.restored) execute function private.restore_deleted_contact();

alter table public.deleted_contacts enable row level security;
revoke all on public.deleted_contacts from anon, authenticated, service_role;
grant select, delete on public.deleted_contacts to service_role;
grant select on public.deleted_contacts to authenticated;
grant update (restored) on public.deleted_contacts to authenticated;

create policy deleted_contacts_read_as_manager on public.deleted_contacts for select to authenticated
  using ((select private.is_manager()));
create policy deleted_contacts_restore_as_manager on public.deleted_contacts for update to authenticated
  using ((select private.is_manager())) with check ((select private.is_manager()));

-- Forgets what was deleted before `before`, for good: the audit trail keeps that it was there and who changed it, not
-- what it said. Returns how many contacts are gone.
create function private.purge_deleted_contacts(before timestamptz) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  gone uuid[];
begin
  with purged as (delete from public.deleted_contacts where deleted_at < before returning id)
  select coalesce(array_agg(id), '{}') into gone from purged;
  update public.audit_log
  set changes = (select jsonb_object_agg(name, '{}'::jsonb) from jsonb_object_keys(changes) as name)
  where row_id = any (gone) and table_name = 'crm_contacts';
  return cardinality(gone);
end
$$;
revoke execute on function private.purge_deleted_contacts(timestamptz) from public;
grant execute on function private.purge_deleted_contacts(timestamptz) to service_role;
