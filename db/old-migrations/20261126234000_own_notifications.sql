-- One notification per staff member, each with its own `read`. Senders insert one row without a recipient; a trigger makes it one
-- for every manager and admin, so no sender can leave anyone out, and the older program and API clients stay as they are.

alter table public.notifications
  add column recipient_id uuid constraint notifications_recipient_id_fkey references public.profiles (id) on delete cascade,
  add column notice_id uuid not null default gen_random_uuid();

comment on table public.notifications is 'Notifications shown in the dashboard, one row per staff member.';
comment on column public.notifications.read is 'Whether the recipient has read it.';
comment on column public.notifications.recipient_id is 'Staff member it is for. Null only while there is no staff.';
comment on column public.notifications.notice_id is 'Shared by the rows of one notification for several people.';

-- The earliest account takes over the existing rows, so that their ids stay valid, and all others get a copy.
insert into public.notifications (title, message, read, created_at, contact_id, submission_id, notice_id, recipient_id)
select title, message, read, notification.created_at, contact_id, submission_id, notice_id, profile.id
from public.notifications as notification
cross join (
  select id from public.profiles where role <> 'client' order by created_at, id offset 1) as profile;
update public.notifications
set recipient_id = (select id from public.profiles where role <> 'client' order by created_at, id limit 1)
where recipient_id is null;

-- The index over created_at alone stays, for the retention.
create index notifications_recipient_id_idx on public.notifications (recipient_id, created_at desc, id);
create unique index notifications_notice_id_recipient_id_idx on public.notifications (notice_id, recipient_id);
drop index public.notifications_unread_idx;
create index notifications_unread_idx on public.notifications (recipient_id, created_at desc) where not read;

-- Makes the new row the one of the earliest account, so that `returning` works, and adds the rows of the others.
create function private.address_notification() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- Until the transaction ends, no one joins or leaves the staff, so no one misses the notification.
  perform pg_advisory_xact_lock_shared(hashtext('private.address_notification'));
  new.recipient_id := (select id from public.profiles where role <> 'client' order by created_at, id limit 1);
  insert into public.notifications (title, message, read, created_at, contact_id, submission_id, notice_id, recipient_id)
  select new.title, new.message, new.read, new.created_at, new.contact_id, new.submission_id, new.notice_id, id
  from public.profiles where role <> 'client' and id <> new.recipient_id;
  return new;
end
$$;
create trigger notifications_address before insert on public.notifications
  for each row when (new.recipient_id is null and current_user <> 'authenticated')
  execute function private.address_notification();

-- Gives new staff the notifications that no one has read, and those from before there was any staff.
create function private.give_notifications() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.address_notification'));
  update public.notifications set recipient_id = new.id where recipient_id is null;
  insert into public.notifications (title, message, created_at, contact_id, submission_id, notice_id, recipient_id)
  select distinct on (notice_id) title, message, created_at, contact_id, submission_id, notice_id, new.id
  from public.notifications as notification
  where not exists (
    select from public.notifications as other
    where other.notice_id = notification.notice_id and (other.read or other.recipient_id = new.id));
  return null;
end
$$;
create trigger profiles_give_notifications_on_insert after insert on public.profiles
  for each row when (new.role <> 'client') execute function private.give_notifications();
create trigger profiles_give_notifications_on_update after update of role on public.profiles
  for each row when (new.role <> 'client' and old.role = 'client') execute function private.give_notifications();

-- Deletes the notifications of people who leave the staff, with the copies for undo. If they return, they begin like new staff.
create function private.take_notifications() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.address_notification'));
  delete from public.notifications where recipient_id = new.id;
  delete from private.deleted_notifications where copy ->> 'recipient_id' = new.id::text;
  return null;
end
$$;
create trigger profiles_take_notifications after update of role on public.profiles
  for each row when (new.role = 'client' and old.role <> 'client') execute function private.take_notifications();

-- Restores only what the caller deleted. A copy from before there were recipients goes to the first who restores it.
create or replace function private.restore_notification() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  restored public.notifications;
begin
  -- The policy refuses others; the error below would tell them which notifications there were.
  if not private.is_manager() then
    return new;
  end if;
  delete from private.deleted_notifications as kept
  where kept.id = new.id and coalesce((kept.copy ->> 'recipient_id')::uuid, auth.uid()) = auth.uid()
    returning (jsonb_populate_record(null::public.notifications, kept.copy)).* into restored;
  if not found then
    raise exception 'This notification cannot be brought back any more.' using errcode = 'P0001';
  end if;
  restored.recipient_id := auth.uid();
  restored.notice_id := coalesce(restored.notice_id, gen_random_uuid());
  -- The contact or the submission may have been deleted since.
  restored.contact_id := (select id from public.crm_contacts where id = restored.contact_id);
  restored.submission_id := (select id from public.contact_submissions where id = restored.submission_id);
  return restored;
end
$$;

drop policy notifications_read_as_manager on public.notifications;
drop policy notifications_mark_as_manager on public.notifications;
drop policy notifications_delete_as_manager on public.notifications;
drop policy notifications_restore_as_manager on public.notifications;
create policy notifications_read_own on public.notifications for select to authenticated
  using ((select private.is_manager()) and recipient_id = (select auth.uid()));
create policy notifications_mark_own on public.notifications for update to authenticated
  using ((select private.is_manager()) and recipient_id = (select auth.uid()))
  with check ((select private.is_manager()) and recipient_id = (select auth.uid()));
create policy notifications_delete_own on public.notifications for delete to authenticated
  using ((select private.is_manager()) and recipient_id = (select auth.uid()));
create policy notifications_restore_own on public.notifications for insert to authenticated
  with check ((select private.is_manager()) and recipient_id = (select auth.uid()));
