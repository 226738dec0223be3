-- Whoever has a second factor is nobody until it was used: every policy asks for the role through private.app_role(),
-- and the ones about a person's own rows ask for private.is_proved() themselves.

-- Whether the session behind the request has shown as much as its account demands. The session decides, not the token:
-- a factor that is added or a session that is downgraded counts at the next request.
create function private.is_proved() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select not exists (
        select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
      or exists (
        select from auth.sessions
        where id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid() and aal = 'aal2')
  $$;
revoke execute on function private.is_proved() from public;
grant execute on function private.is_proved() to authenticated;

create or replace function private.app_role() returns text
  language sql stable security definer set search_path = ''
  as $$ select role from public.profiles where id = auth.uid() and private.is_proved() $$;

alter policy profiles_read_own on public.profiles
  using (id = (select auth.uid()) and (select private.is_proved()));
alter policy profiles_insert_own on public.profiles
  with check (id = (select auth.uid()) and role = 'client' and (select private.is_proved()));
alter policy profiles_update_own on public.profiles
  using (id = (select auth.uid()) and (select private.is_proved()))
  with check (id = (select auth.uid()) and (select private.is_proved()));
