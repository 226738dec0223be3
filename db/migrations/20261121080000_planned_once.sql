-- What nearly every policy asks, at least once a statement. PL/pgSQL keeps its plans between the calls of a connection, which
-- a function in plain SQL does not before PostgreSQL 18: planning these took longer than running them. The rules stay.

create or replace function private.is_proved() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  caller constant uuid := auth.uid();
begin
  return not exists (
      select from auth.mfa_factors where user_id = caller and status = 'verified')
    or exists (
      select from auth.sessions
      where id = (auth.jwt() ->> 'session_id')::uuid and user_id = caller and aal = 'aal2');
end
$$;

create or replace function private.app_role() returns text
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  caller constant uuid := auth.uid();
begin
  return (select role from public.profiles where id = caller and private.is_proved());
end
$$;

create or replace function private.is_manager() returns boolean
  language plpgsql stable set search_path = ''
  as $$
begin
  return coalesce(private.app_role() in ('manager', 'admin'), false);
end
$$;

create or replace function private.is_admin() returns boolean
  language plpgsql stable set search_path = ''
  as $$
begin
  return coalesce(private.app_role() = 'admin', false);
end
$$;
