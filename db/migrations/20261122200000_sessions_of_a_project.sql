-- The trail of sessions, as it also works in a hosted project, whose sessions have other columns: how somebody signed in is
-- kept elsewhere there, and written after the session.
create or replace function private.record_session() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'INSERT' then
    insert into public.audit_log (actor, actor_role, action, table_name, row_id, changes)
    values (new.user_id, 'authenticated', 'insert', 'sessions', new.user_id, jsonb_build_object(
      'ip', jsonb_build_object('new', host(new.ip)),
      'user_agent', jsonb_build_object('new', new.user_agent),
      'method', jsonb_build_object('new', to_jsonb(new) -> 'amr' -> 0 ->> 'method')));
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
