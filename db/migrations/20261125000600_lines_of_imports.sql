-- An import of 50,000 contacts wrote as many lines into the audit log, and the list of what people did showed nothing else. These
-- lines stay, for the history of each contact; the list leaves them out, and has one line for an import and one for its undo.

alter table public.audit_log add column import_id uuid;
comment on column public.audit_log.import_id is
  'Import of which the change is a part, also when that is undone. Null for all other changes. No foreign key: without its import, a line is still part of one.';

-- The list, in its order, and the same for one person.
create index audit_log_listed_idx on public.audit_log (occurred_at desc, id desc) where import_id is null;
drop index public.audit_log_actor_idx;
create index audit_log_actor_idx on public.audit_log (actor, occurred_at desc, id desc) where import_id is null;

alter table public.contact_imports add column asked_by uuid;
comment on column public.contact_imports.asked_by is
  'User id of the person who asked for the present step: the import, or its undo. Another server that finishes the step acts for them.';

-- As before, and with the import that the transaction works on.
create or replace function private.record_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  before constant jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  after constant jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  changed jsonb;
begin
  select coalesce(jsonb_object_agg(key, case
           when key = any (tg_argv) then '{}'
           else private.changed_part(before -> key, after -> key)
         end), '{}')
  into changed
  from jsonb_object_keys(before || after) as key
  where before -> key is distinct from after -> key and key not in ('created_at', 'updated_at') and key not like '%\_key';

  if changed <> '{}' then
    insert into public.audit_log (actor, actor_role, action, table_name, row_id, changes, import_id)
    values (auth.uid(), coalesce(auth.role(), session_user), lower(tg_op), tg_table_name,
            (coalesce(after ->> 'id', before ->> 'id'))::uuid, changed,
            nullif(current_setting('private.import_id', true), '')::uuid);
  end if;
  return null;
end
$$;

-- In the statement that ends an import or its undo, so that there is one line for each, wherever a server stops.
create function private.record_import() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.audit_log (actor, actor_role, action, table_name, row_id, changes)
  values (auth.uid(), coalesce(auth.role(), session_user), 'update', 'contact_imports', new.id, jsonb_build_object(
    'state', jsonb_build_object('old', old.state, 'new', new.state),
    'file_name', jsonb_build_object('new', new.file_name),
    'summary', jsonb_build_object('new', new.summary),
    'problem', jsonb_build_object('new', new.problem)));
  return null;
end
$$;
create trigger contact_imports_record_import after update of state on public.contact_imports
  for each row when (old.state <> new.state and new.state in ('imported', 'undone'))
  execute function private.record_import();
