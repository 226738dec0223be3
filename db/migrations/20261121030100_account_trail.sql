-- What happens to accounts, in the same trail as everything else: who signed in from where, who was shut out or let in
-- again, who changed a password or a second factor. The row of an entry is the account; secrets are never copied.

create function private.record_account_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  changed jsonb := '{}';
begin
  -- A first password is no change of one. Nor is a hash renewed at a sign-in, which nobody asked for.
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
  -- With the account itself, its factors go without a word of their own.
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

create function private.record_session() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    insert into public.audit_log (actor, actor_role, action, table_name, row_id, changes)
    values (new.user_id, 'authenticated', 'insert', 'sessions', new.user_id, jsonb_build_object(
      'ip', jsonb_build_object('new', host(new.ip)),
      'user_agent', jsonb_build_object('new', new.user_agent),
      'method', jsonb_build_object('new', new.amr -> 0 ->> 'method')));
  -- People sign themselves out all the time; that somebody else did it is worth a line.
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

-- Filtered by table and by time, newest first.
create index audit_log_table_name_idx on public.audit_log (table_name, occurred_at desc);
