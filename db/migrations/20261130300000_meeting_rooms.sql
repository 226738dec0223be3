-- Each staff member's own room for meetings by video.
-- Safe while the older copy serves: it neither reads nor writes the column.
alter table public.profiles
  add column meeting_room text
    -- As a browser writes an address: without spaces, and other characters than ASCII encoded.
    constraint profiles_meeting_room_check check (length(meeting_room) <= 2000
      and meeting_room ~ '^https://[a-z0-9.-]+\.[a-z0-9-]+(:[0-9]+)?([/?#][!-~]*)?$'),
  add constraint profiles_meeting_room_role_check check (meeting_room is null or role <> 'client');
comment on column public.profiles.meeting_room is
  'Address of the staff member''s own room at a video service. Null: the one of site.config.ts.';
grant update (meeting_room) on public.profiles to authenticated;
create index profiles_meeting_room_idx on public.profiles (created_at, id) where meeting_room is not null;

create function private.clear_meeting_room() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.meeting_room := null;
  return new;
end
$$;
create trigger profiles_clear_meeting_room before update of role on public.profiles
  for each row when (new.role = 'client' and old.role <> 'client') execute function private.clear_meeting_room();

create function private.find_meeting_room(contact uuid, fallback text) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return (
    select room from (
      select profile.meeting_room as room, profile.created_at, profile.id,
        case when profile.id = (select owner_id from public.crm_contacts where id = contact) then 1 else 3 end as rank
      from public.profiles as profile
      join auth.users as account on account.id = profile.id and (account.banned_until is null or account.banned_until <= now())
      where profile.meeting_room is not null
      union all
      select fallback, null, null, 2 where fallback is not null
    ) as found order by rank, created_at, id limit 1);
end
$$;
comment on function private.find_meeting_room is
  'Where a meeting by video with a contact takes place: in the room of the contact''s owner; else at the fallback; else in the room of whoever was first on the staff. Null: nobody has one.';
grant execute on function private.find_meeting_room(uuid, text) to service_role;

-- Pages that offer times also offer video while there is a room.
create trigger profiles_announce_changed_pages
  after delete or update of role, meeting_room on public.profiles
  for each statement execute function private.announce_changed_pages();
create trigger users_announce_changed_pages after update of banned_until on auth.users
  for each row when (new.banned_until is distinct from old.banned_until) execute function private.announce_changed_pages();

comment on column public.meetings.room is 'Address of the meeting room that the visitor has, for a video meeting.';
