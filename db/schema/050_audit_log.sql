-- Who changed what. Triggers write it and admins read it. The arguments of a record_change trigger name columns whose values
-- are too large to store: the log says that they changed.

create table public.audit_log (
  id bigint generated always as identity constraint audit_log_pkey primary key,
  occurred_at timestamptz not null default now(),
  actor uuid,
  actor_role text not null,
  action text not null constraint audit_log_action_check check (action in ('insert', 'update', 'delete')),
  table_name text not null,
  row_id uuid not null,
  -- { column: { "old": …, "new": … } }
  changes jsonb not null,
  import_id uuid
);
create index audit_log_row_id_idx on public.audit_log (row_id, occurred_at desc);
create index audit_log_occurred_at_idx on public.audit_log (occurred_at desc);
create index audit_log_actor_idx on public.audit_log (actor, occurred_at desc, id desc) where import_id is null;
create index audit_log_table_name_idx on public.audit_log (table_name, occurred_at desc);
-- The list leaves out the changes of single rows by an import: private.record_import writes one entry for all of them.
create index audit_log_listed_idx on public.audit_log (occurred_at desc, id desc) where import_id is null;

comment on table public.audit_log is 'Who changed what. Written by triggers on the audited tables; rows are never updated.';
comment on column public.audit_log.id is 'Primary key.';
comment on column public.audit_log.occurred_at is 'When the change was made.';
comment on column public.audit_log.actor is 'User id of the person who made the change. Null for the server itself.';
comment on column public.audit_log.actor_role is 'Database role the change was made with.';
comment on column public.audit_log.action is 'insert, update or delete.';
comment on column public.audit_log.table_name is 'Table that was changed.';
comment on column public.audit_log.row_id is 'Primary key of the changed row, as text.';
comment on column public.audit_log.changes is
  'Changed columns with their old and new values; long texts hold only the changed part.';
comment on column public.audit_log.import_id is
  'Import of which the change is a part, also when that is undone. Null for all other changes. No foreign key: without its import, a line is still part of one.';

alter table public.audit_log enable row level security;
grant select, insert on public.audit_log to service_role;
grant select on public.audit_log to authenticated;
create policy audit_log_read_as_admin on public.audit_log for select to authenticated
  using ((select private.is_admin()));

-- The length of the common prefix of two texts.
create function private.alike_from_start(one text, other text) returns integer
  language plpgsql immutable set search_path = ''
  as $$
declare
  alike integer := 0;
  most integer := least(length(one), length(other));
  middle integer;
begin
  -- Most texts grow at their end.
  if starts_with(other, one) then
    return length(one);
  end if;
  while alike < most loop
    middle := (alike + most + 1) / 2;
    if left(one, middle) = left(other, middle) then alike := middle; else most := middle - 1; end if;
  end loop;
  return alike;
end
$$;

-- { "old": …, "new": … } of a column. Two long texts are cut to the part that differs, with a few characters around it and
-- "…" for the rest: otherwise the log would hold all notes of a contact twice for every form that adds a paragraph.
create function private.changed_part(before jsonb, after jsonb) returns jsonb
  language plpgsql immutable set search_path = ''
  as $$
declare
  -- Shorter texts are stored whole.
  short constant integer := 200;
  around constant integer := 20;
  one text := before #>> '{}';
  other text := after #>> '{}';
  alike integer;
begin
  if jsonb_typeof(before) is distinct from 'string' or jsonb_typeof(after) is distinct from 'string'
     or greatest(length(one), length(other)) <= short then
    return jsonb_build_object('old', before, 'new', after);
  end if;
  alike := private.alike_from_start(one, other) - around;
  if alike > 1 then
    one := '…' || substr(one, alike + 1);
    other := '…' || substr(other, alike + 1);
  end if;
  alike := private.alike_from_start(reverse(one), reverse(other)) - around;
  if alike > 1 then
    one := left(one, -alike) || '…';
    other := left(other, -alike) || '…';
  end if;
  return jsonb_build_object('old', one, 'new', other);
end
$$;

-- Imports set `private.import_id` for their transaction.
create function private.record_change() returns trigger
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
create trigger profiles_record_change after insert or update or delete on public.profiles
  for each row execute function private.record_change();

-- The row id of the entries below is the account. Secrets are never copied.
create function private.record_account_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  changed jsonb := '{}';
begin
  -- A first password is not a change, nor is a hash that is renewed at a sign-in.
  if old.encrypted_password is not null and new.encrypted_password is distinct from old.encrypted_password
    and auth.uid() is not null then
    changed := changed || '{"password": {}}';
  end if;
  if new.banned_until is distinct from old.banned_until then
    changed := changed || jsonb_build_object('banned_until', jsonb_build_object('old', old.banned_until, 'new', new.banned_until));
  end if;
  if new.invited_at is distinct from old.invited_at then
    changed := changed || jsonb_build_object('invited_at', jsonb_build_object('old', old.invited_at, 'new', new.invited_at));
  end if;
  if changed <> '{}' then
    insert into public.audit_log (actor, actor_role, action, table_name, row_id, changes)
    values (auth.uid(), coalesce(auth.role(), session_user), 'update', 'users', new.id, changed);
  end if;
  return null;
end
$$;
create trigger users_record_account_change after update of encrypted_password, banned_until, invited_at on auth.users
  for each row execute function private.record_account_change();

create function private.record_factor_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  factor constant auth.mfa_factors := case tg_op when 'DELETE' then old else new end;
begin
  -- No entry when the account itself is deleted.
  if exists (select from auth.users where id = factor.user_id) then
    insert into public.audit_log (actor, actor_role, action, table_name, row_id, changes)
    values (auth.uid(), coalesce(auth.role(), session_user), case tg_op when 'DELETE' then 'delete' else 'insert' end,
      'mfa_factors', factor.user_id,
      jsonb_build_object('factor_type', jsonb_build_object(case tg_op when 'DELETE' then 'old' else 'new' end, factor.factor_type)));
  end if;
  return null;
end
$$;
create trigger mfa_factors_record_insert after insert on auth.mfa_factors
  for each row when (new.status = 'verified') execute function private.record_factor_change();
create trigger mfa_factors_record_verified after update of status on auth.mfa_factors
  for each row when (old.status <> 'verified' and new.status = 'verified') execute function private.record_factor_change();
create trigger mfa_factors_record_delete after delete on auth.mfa_factors
  for each row when (old.status = 'verified') execute function private.record_factor_change();

-- Reads amr through JSON: a hosted project has no such column and stores the method after the session.
create function private.record_session() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    insert into public.audit_log (actor, actor_role, action, table_name, row_id, changes)
    values (new.user_id, 'authenticated', 'insert', 'sessions', new.user_id, jsonb_build_object(
      'ip', jsonb_build_object('new', host(new.ip)),
      'user_agent', jsonb_build_object('new', new.user_agent),
      'method', jsonb_build_object('new', to_jsonb(new) -> 'amr' -> 0 ->> 'method')));
  -- Only when someone else ended the session.
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
create trigger sessions_record_session after insert or delete on auth.sessions
  for each row execute function private.record_session();
