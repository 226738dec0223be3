-- Asked at the beginning of every request. PL/pgSQL keeps its plan between the calls of a connection, which a function in
-- plain SQL does not before PostgreSQL 18: planning it took longer than running it. The rule is that of 0002_auth.sql.
create or replace function private.session_is_live(claims jsonb, at timestamptz default now()) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return exists (
    select from auth.sessions as session
    join auth.users as account on account.id = session.user_id
    where session.id = (claims ->> 'session_id')::uuid
      and account.id = (claims ->> 'sub')::uuid
      and session.not_after > at
      and session.refreshed_at > at - interval '7 days'
      and (account.banned_until is null or account.banned_until <= at));
end
$$;
