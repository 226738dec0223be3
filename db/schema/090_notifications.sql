-- Notifications in the dashboard. A deleted one can be restored for a day, by inserting only its id.

create table public.notifications (
  id uuid constraint notifications_pkey primary key default gen_random_uuid(),
  title text not null constraint notifications_title_check check (length(title) between 1 and 300),
  message text not null constraint notifications_message_check check (length(message) <= 10000),
  read boolean not null default false,
  created_at timestamptz not null default now(),
  contact_id uuid constraint notifications_contact_id_fkey references public.crm_contacts (id) on delete set null,
  submission_id uuid
    constraint notifications_submission_id_fkey references public.contact_submissions (id) on delete set null
);
create index notifications_created_at_idx on public.notifications (created_at desc, id);
create index notifications_unread_idx on public.notifications (created_at desc) where not read;
create index notifications_contact_id_idx on public.notifications (contact_id);
create index notifications_submission_id_idx on public.notifications (submission_id);

comment on table public.notifications is 'Notifications shown in the dashboard, shared by all staff.';
comment on column public.notifications.id is 'Primary key.';
comment on column public.notifications.title is 'Headline.';
comment on column public.notifications.message is 'Text.';
comment on column public.notifications.read is 'Whether somebody has read it.';
comment on column public.notifications.created_at is 'When the row was created.';
comment on column public.notifications.contact_id is 'Contact it is about.';
comment on column public.notifications.submission_id is 'Form submission it is about.';

alter table public.notifications enable row level security;
grant select, insert, update, delete on public.notifications to service_role;
grant select, delete on public.notifications to authenticated;
grant insert (id), update (read) on public.notifications to authenticated;
create policy notifications_read_as_manager on public.notifications for select to authenticated
  using ((select private.is_manager()));
create policy notifications_mark_as_manager on public.notifications for update to authenticated
  using ((select private.is_manager())) with check ((select private.is_manager()));
create policy notifications_delete_as_manager on public.notifications for delete to authenticated
  using ((select private.is_manager()));
create policy notifications_restore_as_manager on public.notifications for insert to authenticated
  with check ((select private.is_manager()));
select private.enable_realtime('public.notifications');

create table private.deleted_notifications (
  id uuid constraint deleted_notifications_pkey primary key,
  copy jsonb not null,
  deleted_at timestamptz not null default now()
);
create index deleted_notifications_deleted_at_idx on private.deleted_notifications (deleted_at);

comment on table private.deleted_notifications is 'Deleted notifications, so that a deletion can be undone.';
comment on column private.deleted_notifications.id is 'Id of the notification.';
comment on column private.deleted_notifications.copy is 'The row of notifications.';
comment on column private.deleted_notifications.deleted_at is 'When it was deleted.';

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
  -- The policy refuses others; the error below would tell them which notifications there were.
  if not private.is_manager() then
    return new;
  end if;
  delete from private.deleted_notifications as kept where kept.id = new.id
    returning (jsonb_populate_record(null::public.notifications, kept.copy)).* into restored;
  if not found then
    raise exception 'This notification cannot be brought back any more.' using errcode = 'P0001';
  end if;
  -- The contact or the submission may have been deleted since.
  restored.contact_id := (select id from public.crm_contacts where id = restored.contact_id);
  restored.submission_id := (select id from public.contact_submissions where id = restored.submission_id);
  return restored;
end
$$;
create trigger notifications_restore before insert on public.notifications
  for each row when (current_user = 'authenticated') execute function private.restore_notification();

create function private.purge_deleted_notifications(before timestamptz) returns void
  language sql volatile security definer set search_path = ''
  as $$ delete from private.deleted_notifications where deleted_at < before $$;
grant execute on function private.purge_deleted_notifications(timestamptz) to service_role;
