-- Runs instead of 010 and 020 beside a hosted project, which has its own roles, schema auth and change feed.

create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- A project grants everything in public to everybody. Revoke that: only explicit grants count.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

-- Returns whether the session in the verified token claims is live: it exists, has not ended, and its account is neither
-- deleted nor disabled. The project's own settings decide how long a session lives without a refresh.
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
-- The server calls it before and after it sets the role of the request, so every role needs it.
grant execute on function private.session_is_live(jsonb, timestamptz) to public;

-- Sends the changes of a table to subscribers. Only for the files of this folder: 210_privacy.sql drops it.
create function private.enable_realtime(relation regclass) returns void
  language plpgsql
  as $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    execute format('alter publication supabase_realtime add table %s', relation);
  end if;
end
$$;
