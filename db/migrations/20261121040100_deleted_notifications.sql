-- Deleting a notification can be undone: a copy is kept for a day, and inserting nothing but its id brings it back.

create table private.deleted_notifications (
  id uuid constraint deleted_notifications_pkey primary key,
  copy jsonb not null,
  deleted_at timestamptz not null default now()
);
create index deleted_notifications_deleted_at_idx on private.deleted_notifications (deleted_at);

create function private.keep_deleted_notification() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.deleted_notifications as kept (id, copy) values (old.id, to_jsonb(old))
  on conflict on constraint deleted_notifications_pkey
    do update set copy = excluded.copy, deleted_at = excluded.deleted_at;
  return null;
end
$$;
create trigger notifications_keep_deleted after delete on public.notifications
  for each row execute function private.keep_deleted_notification();

create function private.restore_notification() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  restored public.notifications;
begin
  -- The policy refuses everybody else; this must not tell them which notifications there were.
  if not private.is_manager() then
    return new;
  end if;
  delete from private.deleted_notifications as kept where kept.id = new.id
    returning (jsonb_populate_record(null::public.notifications, kept.copy)).* into restored;
  if not found then
    raise exception 'This notification cannot be brought back any more.' using errcode = 'P0001';
  end if;
  -- What it was about may have gone meanwhile.
  restored.contact_id := (select id from public.crm_contacts where id = restored.contact_id);
  restored.submission_id := (select id from public.contact_submissions where id = restored.submission_id);
  return restored;
end
$$;
create trigger notifications_restore before insert on public.notifications
  for each row when (current_user = 'authenticated') execute function private.restore_notification();

grant insert (id) on public.notifications to authenticated;
create policy notifications_restore_as_manager on public.notifications for insert to authenticated
  with check ((select private.is_manager()));

create function private.purge_deleted_notifications(before timestamptz) returns void
  language sql volatile security definer set search_path = ''
  as $$ delete from private.deleted_notifications where deleted_at < before $$;
revoke execute on function private.purge_deleted_notifications(timestamptz) from public;
grant execute on function private.purge_deleted_notifications(timestamptz) to service_role;
