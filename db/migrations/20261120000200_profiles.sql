-- Who an account is and what it may do. Roles are given by the service role alone.

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

-- Read by every policy, so it must not itself be subject to one.
create function private.app_role() returns text
  language sql stable security definer set search_path = ''
  as $$ select role from public.profiles where id = auth.uid() $$;

create function private.is_manager() returns boolean
  language sql stable set search_path = ''
  as $$ select coalesce(private.app_role() in ('manager', 'admin'), false) $$;

create function private.is_admin() returns boolean
  language sql stable set search_path = ''
  as $$ select coalesce(private.app_role() = 'admin', false) $$;

revoke execute on function private.app_role(), private.is_manager(), private.is_admin() from public;
grant execute on function private.app_role(), private.is_manager(), private.is_admin()
  to authenticated, service_role;

create function private.own_email() returns text
  language sql stable security definer set search_path = ''
  as $$ select email from auth.users where id = auth.uid() $$;
revoke execute on function private.own_email() from public;
grant execute on function private.own_email() to authenticated;

-- The browser sends its own profile with a role. Whatever it sent, it is a client, under the account's own address.
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

-- Whether somebody else could still administer the product without this account. Waits for others who ask, so that two
-- admins who remove each other at the same moment do not both see one left.
create function private.has_other_admin(account uuid) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.has_other_admin'));
  return exists (
    select from public.profiles as profile join auth.users as other on other.id = profile.id
    where profile.role = 'admin' and profile.id <> account
      and (other.banned_until is null or other.banned_until < now()));
end
$$;
revoke execute on function private.has_other_admin(uuid) from public;
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
-- A confirmed change of address reaches the profile.
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
create trigger profiles_touch_updated_at before update on public.profiles
  for each row execute function private.touch_updated_at();

alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated, service_role;
grant select, insert, update, delete on public.profiles to service_role;
grant select on public.profiles to authenticated;
grant insert (id, email, role, first_name, last_name) on public.profiles to authenticated;
grant update (first_name, last_name) on public.profiles to authenticated;

create policy profiles_read_own on public.profiles for select to authenticated
  using (id = (select auth.uid()));
create policy profiles_read_all_as_manager on public.profiles for select to authenticated
  using ((select private.is_manager()));
create policy profiles_insert_own on public.profiles for insert to authenticated
  with check (id = (select auth.uid()) and role = 'client');
create policy profiles_update_own on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
