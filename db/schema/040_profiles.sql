-- Accounts of people and their roles. Only the service role gives roles. Every policy below asks private.app_role() through
-- is_manager and is_admin. These functions run with nearly every statement, so they are PL/pgSQL: before PostgreSQL 18, a
-- function in plain SQL is planned again for every call, which took longer than the query.

-- Returns whether the session has used a second factor, where the account has one. Users with MFA get no role until aal2.
-- Reads the session, not the token, so an added factor or a downgraded session counts from the next request.
create function private.is_proved() returns boolean
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
grant execute on function private.is_proved() to authenticated;

-- Security definer, because the policies that call it must not apply to it.
create function private.app_role() returns text
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  caller constant uuid := auth.uid();
begin
  return (select role from public.profiles where id = caller and private.is_proved());
end
$$;
grant execute on function private.app_role() to authenticated, service_role;

create function private.is_manager() returns boolean
  language plpgsql stable set search_path = ''
  as $$
begin
  return coalesce(private.app_role() in ('manager', 'admin'), false);
end
$$;
grant execute on function private.is_manager() to authenticated, service_role;

create function private.is_admin() returns boolean
  language plpgsql stable set search_path = ''
  as $$
begin
  return coalesce(private.app_role() = 'admin', false);
end
$$;
grant execute on function private.is_admin() to authenticated, service_role;

create table public.profiles (
  id uuid constraint profiles_pkey primary key
    constraint profiles_id_fkey references auth.users (id) on delete cascade,
  email text not null constraint profiles_email_check check (length(email) between 3 and 320),
  role text not null default 'client' constraint profiles_role_check check (role in ('client', 'manager', 'admin')),
  first_name text constraint profiles_first_name_check check (length(first_name) <= 100),
  last_name text constraint profiles_last_name_check check (length(last_name) <= 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index profiles_role_idx on public.profiles (role) where role <> 'client';

comment on table public.profiles is 'People with an account: clients and staff.';
comment on column public.profiles.id is 'Id of the account in auth.users.';
comment on column public.profiles.email is 'Email address of the account.';
comment on column public.profiles.role is 'client, manager or admin.';
comment on column public.profiles.first_name is 'First name.';
comment on column public.profiles.last_name is 'Last name.';
comment on column public.profiles.created_at is 'When the row was created.';
comment on column public.profiles.updated_at is 'When the row was last changed.';

create trigger profiles_touch_updated_at before update on public.profiles
  for each row execute function private.touch_updated_at();

alter table public.profiles enable row level security;
grant select, insert, update, delete on public.profiles to service_role;
grant select on public.profiles to authenticated;
grant insert (id, email, role, first_name, last_name) on public.profiles to authenticated;
grant update (first_name, last_name) on public.profiles to authenticated;
create policy profiles_read_own on public.profiles for select to authenticated
  using (id = (select auth.uid()) and (select private.is_proved()));
create policy profiles_read_all_as_manager on public.profiles for select to authenticated
  using ((select private.is_manager()));
create policy profiles_insert_own on public.profiles for insert to authenticated
  with check (id = (select auth.uid()) and role = 'client' and (select private.is_proved()));
create policy profiles_update_own on public.profiles for update to authenticated
  using (id = (select auth.uid()) and (select private.is_proved()))
  with check (id = (select auth.uid()) and (select private.is_proved()));

create function private.own_email() returns text
  language sql stable security definer set search_path = ''
  as $$ select email from auth.users where id = auth.uid() $$;
grant execute on function private.own_email() to authenticated;

-- Sets the role to client and the email to the account's address, whatever the browser sends.
create function private.force_client_profile() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if current_user <> 'service_role' then
    new.role := 'client';
    new.email := coalesce(nullif(private.own_email(), ''), new.email);
  end if;
  return new;
end
$$;
create trigger profiles_force_client before insert on public.profiles
  for each row execute function private.force_client_profile();

-- A stranger may have signed up with this address and chosen the password: without a confirmation the account gets no role.
create function private.refuse_role_of_stranger() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if exists (
    select from auth.users
    where id = new.id and email_confirmed_at is null and last_sign_in_at is null
      and coalesce(encrypted_password, '') <> '')
  then
    raise exception 'Nobody has confirmed the address of this account.'
      using errcode = 'P0001', hint = 'Invite the person instead.';
  end if;
  return new;
end
$$;
create trigger profiles_refuse_role_of_stranger_on_insert before insert on public.profiles
  for each row when (new.role <> 'client') execute function private.refuse_role_of_stranger();
create trigger profiles_refuse_role_of_stranger_on_update before update of role on public.profiles
  for each row when (new.role <> 'client' and new.role <> old.role) execute function private.refuse_role_of_stranger();

-- Returns whether another account can administer the product. Takes a lock, so that two admins who remove each other at the
-- same moment do not both find one left.
create function private.has_other_admin(account uuid) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.has_other_admin'));
  return exists (
    select from public.profiles as profile join auth.users as other on other.id = profile.id
    where profile.role = 'admin' and profile.id <> account
      -- A pending invitation does not count. Hosted projects also confirm by other means than email.
      and coalesce(other.email_confirmed_at, other.last_sign_in_at) is not null
      and (other.banned_until is null or other.banned_until < now()));
end
$$;
grant execute on function private.has_other_admin(uuid) to service_role, supabase_auth_admin;

create function private.keep_an_admin() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if not private.has_other_admin(old.id) then
    raise exception 'The last admin cannot be demoted or removed.'
      using errcode = 'P0001', hint = 'Make somebody else an admin first.';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger profiles_keep_an_admin_on_update before update of role on public.profiles
  for each row when (old.role = 'admin' and new.role <> 'admin') execute function private.keep_an_admin();
create trigger profiles_keep_an_admin_on_delete before delete on public.profiles
  for each row when (old.role = 'admin') execute function private.keep_an_admin();

-- Copies a confirmed change of address to the profile.
create function private.follow_account_email() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.profiles set email = new.email where id = new.id and email <> new.email;
  return null;
end
$$;
create trigger users_follow_account_email after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function private.follow_account_email();
