-- What a hosted project lacks of what db/platform provides elsewhere. Its roles, its schema `auth` and its change feed are its
-- own and stay as they are.

create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- A project gives everything in `public` to everybody. Here nothing is readable or callable unless a migration says so.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

-- Whether the session behind verified token claims still counts: there, not past its end if it has one, and its account neither
-- removed nor disabled. How long a session lives without a refresh is among the project's own settings.
create function private.session_is_live(claims jsonb, at timestamptz default now()) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return exists (
    select from auth.sessions as session
    join auth.users as account on account.id = session.user_id
    where session.id = (claims ->> 'session_id')::uuid
      and account.id = (claims ->> 'sub')::uuid
      and (session.not_after is null or session.not_after > at)
      and account.deleted_at is null
      and (account.banned_until is null or account.banned_until <= at));
end
$$;
-- Asked before the role of the request is set and after, so by every role there is.
grant execute on function private.session_is_live(jsonb, timestamptz) to public;
