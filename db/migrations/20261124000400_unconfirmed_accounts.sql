-- An account nobody has confirmed may have been made by a stranger, password included: it gets no role, does not count as an
-- admin, and is forgotten after a while.

-- Whether somebody else could still administer the product without this account. Waits for others who ask, so that two
-- admins who remove each other at the same moment do not both see one left.
create or replace function private.has_other_admin(account uuid) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.has_other_admin'));
  return exists (
    select from public.profiles as profile join auth.users as other on other.id = profile.id
    where profile.role = 'admin' and profile.id <> account
      -- An invitation nobody has accepted administers nothing. Hosted projects confirm other things than addresses, too.
      and coalesce(other.email_confirmed_at, other.last_sign_in_at) is not null
      and (other.banned_until is null or other.banned_until < now()));
end
$$;

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

-- Sign-ups nobody confirmed. A hosted project tidies its own tables.
create function private.forget_sign_ups(before timestamptz, most integer) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  forgotten integer := 0;
begin
  if to_regclass('auth.schema_migrations') is null then
    delete from auth.users where id in (
      select id from auth.users as account
      where email_confirmed_at is null and invited_at is null and last_sign_in_at is null and encrypted_password is not null
        and updated_at < before and not exists (select from public.profiles where id = account.id)
      order by updated_at limit most for update skip locked);
    get diagnostics forgotten = row_count;
  end if;
  return forgotten;
end
$$;
revoke execute on function private.forget_sign_ups(timestamptz, integer) from public;
grant execute on function private.forget_sign_ups(timestamptz, integer) to service_role;

-- Roles given to such accounts before: whoever reads the mail chooses the password.
do $$
begin
  if to_regclass('auth.schema_migrations') is null then
    update auth.users as account set encrypted_password = null
    where email_confirmed_at is null and last_sign_in_at is null and encrypted_password is not null
      and exists (select from public.profiles where id = account.id and role <> 'client');
  end if;
end
$$;
