-- Staff see their bookings in any calendar program, at a secret address they can revoke.

create table private.calendar_feeds (
  profile_id uuid constraint calendar_feeds_pkey primary key
    constraint calendar_feeds_profile_id_fkey references public.profiles (id) on delete cascade,
  key_hash bytea not null constraint calendar_feeds_key_hash_key unique
    constraint calendar_feeds_key_hash_check check (length(key_hash) = 32),
  created_at timestamptz not null,
  read_at timestamptz
);

comment on table private.calendar_feeds is 'Addresses at which calendar programs read the bookings of staff, one per person. Only the server reads it.';
comment on column private.calendar_feeds.profile_id is 'Staff member.';
comment on column private.calendar_feeds.key_hash is 'SHA-256 of the key in the address: who reads this table cannot read the feed.';
comment on column private.calendar_feeds.created_at is 'When the address was made.';
comment on column private.calendar_feeds.read_at is 'When a calendar program last read it, within five minutes.';

alter table private.calendar_feeds enable row level security;
grant select, insert, update, delete on private.calendar_feeds to service_role;

create function private.find_calendar_feed(hash bytea, at timestamptz) returns uuid
  language sql stable security definer set search_path = ''
  as $$
    select feed.profile_id
    from private.calendar_feeds as feed
    join public.profiles as profile on profile.id = feed.profile_id and profile.role in ('manager', 'admin')
    join auth.users as account on account.id = feed.profile_id
      and (account.banned_until is null or account.banned_until <= at)
    where feed.key_hash = hash
  $$;
comment on function private.find_calendar_feed is 'Whose feed has this key; null unless they are staff with an account in use.';
grant execute on function private.find_calendar_feed(bytea, timestamptz) to service_role;

create function private.delete_calendar_feed() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from private.calendar_feeds where profile_id = new.id;
  return null;
end
$$;
-- Who becomes staff again makes a new address.
create trigger profiles_delete_calendar_feed after update of role on public.profiles
  for each row when (new.role = 'client' and old.role <> 'client') execute function private.delete_calendar_feed();
