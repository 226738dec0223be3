-- Roles and schemas under the names that hosted Supabase uses, and the functions with which policies read the claims of a
-- request. Nothing is readable or callable until a file grants it.

do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role', 'supabase_auth_admin'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin noinherit', wanted);
      exception when duplicate_object or unique_violation then
        -- Roles belong to the whole server: the migration of another database created it first. Reading a catalog that this
        -- transaction has not read yet updates the session's cache; otherwise the grant below may not find the role.
        perform from pg_catalog.pg_shseclabel;
      end;
    end if;
    begin
      execute format('grant %I to current_user', wanted);
    exception when unique_violation then
      null; -- The same, for this login.
    end;
  end loop;
  if not (select rolbypassrls from pg_roles where rolname = 'service_role') then
    begin
      alter role service_role bypassrls;
    exception when insufficient_privilege then
      raise exception 'The role service_role must bypass row-level security, and this login may not arrange that.'
        using errcode = '42501', hint = 'Once, as an administrator of the server: create role service_role nologin noinherit bypassrls;';
    end;
  end if;
end
$$;

revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

create schema auth authorization supabase_auth_admin;
grant usage on schema auth to anon, authenticated, service_role;

-- Rules and bookkeeping; the API never exposes this schema.
create schema private;
grant usage on schema private to anon, authenticated, service_role, supabase_auth_admin;

create function auth.jwt() returns jsonb
  language sql stable set search_path = ''
  as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb $$;

create function auth.uid() returns uuid
  language sql stable set search_path = ''
  as $$ select nullif(auth.jwt() ->> 'sub', '')::uuid $$;

create function auth.role() returns text
  language sql stable set search_path = ''
  as $$ select nullif(auth.jwt() ->> 'role', '') $$;

grant execute on function auth.jwt(), auth.uid(), auth.role()
  to anon, authenticated, service_role, supabase_auth_admin;
