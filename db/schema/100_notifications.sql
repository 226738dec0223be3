-- Notifications in the dashboard, and what each staff member is told about by browser and email. A deleted notification can be
-- restored for a day, by inserting only its id.

-- One row per staff member, each with its own `read`. Senders insert one row without a recipient; a trigger makes it one for
-- every manager and admin, so no sender can leave anyone out.
create table public.notifications (
  id uuid constraint notifications_pkey primary key default gen_random_uuid(),
  title text not null constraint notifications_title_check check (length(title) between 1 and 300),
  message text not null constraint notifications_message_check check (length(message) <= 10000),
  read boolean not null default false,
  created_at timestamptz not null default now(),
  contact_id uuid constraint notifications_contact_id_fkey references public.crm_contacts (id) on delete set null,
  submission_id uuid
    constraint notifications_submission_id_fkey references public.contact_submissions (id) on delete set null,
  recipient_id uuid constraint notifications_recipient_id_fkey references public.profiles (id) on delete cascade,
  notice_id uuid not null default gen_random_uuid(),
  -- The kind decides what a notification does besides standing in the list. Senders state it; others have none.
  kind text constraint notifications_kind_check check (kind in ('lead', 'text', 'call', 'email'))
);
-- For the retention.
create index notifications_created_at_idx on public.notifications (created_at desc, id);
create index notifications_recipient_id_idx on public.notifications (recipient_id, created_at desc, id);
create unique index notifications_notice_id_recipient_id_idx on public.notifications (notice_id, recipient_id);
create index notifications_unread_idx on public.notifications (recipient_id, created_at desc) where not read;
create index notifications_contact_id_idx on public.notifications (contact_id);
create index notifications_submission_id_idx on public.notifications (submission_id);

comment on table public.notifications is 'Notifications shown in the dashboard, one row per staff member.';
comment on column public.notifications.id is 'Primary key.';
comment on column public.notifications.title is 'Headline.';
comment on column public.notifications.message is 'Text.';
comment on column public.notifications.read is 'Whether the recipient has read it.';
comment on column public.notifications.created_at is 'When the row was created.';
comment on column public.notifications.contact_id is 'Contact it is about.';
comment on column public.notifications.submission_id is 'Form submission it is about.';
comment on column public.notifications.recipient_id is 'Staff member it is for. Null only while there is no staff.';
comment on column public.notifications.notice_id is 'Shared by the rows of one notification for several people.';
comment on column public.notifications.kind is 'lead, text, call (missed) or email, if staff can choose to be told at once. Null for all others.';

alter table public.notifications enable row level security;
grant select, insert, update, delete on public.notifications to service_role;
grant select, delete on public.notifications to authenticated;
grant insert (id), update (read) on public.notifications to authenticated;
create policy notifications_read_own on public.notifications for select to authenticated
  using ((select private.is_manager()) and recipient_id = (select auth.uid()));
create policy notifications_mark_own on public.notifications for update to authenticated
  using ((select private.is_manager()) and recipient_id = (select auth.uid()))
  with check ((select private.is_manager()) and recipient_id = (select auth.uid()));
create policy notifications_delete_own on public.notifications for delete to authenticated
  using ((select private.is_manager()) and recipient_id = (select auth.uid()));
create policy notifications_restore_own on public.notifications for insert to authenticated
  with check ((select private.is_manager()) and recipient_id = (select auth.uid()));
select private.enable_realtime('public.notifications');

-- Makes the new row the one of the earliest account, so that `returning` works, and adds the rows of the others.
create function private.address_notification() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- Until the transaction ends, no one joins or leaves the staff, so no one misses the notification.
  perform pg_advisory_xact_lock_shared(hashtext('private.address_notification'));
  new.recipient_id := (select id from public.profiles where role <> 'client' order by created_at, id limit 1);
  insert into public.notifications (title, message, kind, read, created_at, contact_id, submission_id, notice_id, recipient_id)
  select new.title, new.message, new.kind, new.read, new.created_at, new.contact_id, new.submission_id, new.notice_id, id
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

-- Restores only what the caller deleted. A copy without a recipient goes to the first who restores it.
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
create trigger notifications_restore before insert on public.notifications
  for each row when (current_user = 'authenticated') execute function private.restore_notification();

create function private.purge_deleted_notifications(before timestamptz) returns void
  language sql volatile security definer set search_path = ''
  as $$ delete from private.deleted_notifications where deleted_at < before $$;
grant execute on function private.purge_deleted_notifications(timestamptz) to service_role;

create table public.notification_choices (
  profile_id uuid constraint notification_choices_profile_id_fkey references public.profiles (id) on delete cascade,
  kind text constraint notification_choices_kind_check check (kind in ('lead', 'text', 'call', 'email', 'late')),
  browser boolean not null default true,
  mail text not null default 'none' constraint notification_choices_mail_kind_check
    check (mail in ('none', 'hourly', 'daily') or (mail = 'each' and kind = 'lead')),
  constraint notification_choices_pkey primary key (profile_id, kind)
);

comment on table public.notification_choices is 'What a staff member is told about, one row per kind.';
comment on column public.notification_choices.profile_id is 'Staff member.';
comment on column public.notification_choices.kind is 'lead, text, call (missed), email or late (a reply).';
comment on column public.notification_choices.browser is 'Whether browsers in which the person turned notifications on show it.';
comment on column public.notification_choices.mail is 'Email about it: none, hourly, daily, or for leads also each.';

alter table public.notification_choices enable row level security;
grant select, insert, update, delete on public.notification_choices to service_role;
grant select, update (browser, mail) on public.notification_choices to authenticated;
create policy notification_choices_read_own on public.notification_choices for select to authenticated
  using ((select private.is_manager()) and profile_id = (select auth.uid()));
create policy notification_choices_update_own on public.notification_choices for update to authenticated
  using ((select private.is_manager()) and profile_id = (select auth.uid()))
  with check ((select private.is_manager()) and profile_id = (select auth.uid()));

-- Gives everyone who joins the staff the defaults.
create function private.give_notification_choices() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.notification_choices (profile_id, kind)
  select new.id, kind from unnest(array['lead', 'text', 'call', 'email', 'late']) as kind
  on conflict do nothing;
  return null;
end
$$;
create trigger profiles_give_notification_choices_on_insert after insert on public.profiles
  for each row when (new.role <> 'client') execute function private.give_notification_choices();
create trigger profiles_give_notification_choices_on_update after update of role on public.profiles
  for each row when (new.role <> 'client' and old.role = 'client') execute function private.give_notification_choices();

-- Addresses of staff who may sign in, with what they chose to get by email.
create function private.mail_choices() returns table (profile_id uuid, address text, kind text, mail text)
  language sql stable security definer set search_path = ''
  as $$
    select profile.id, profile.email, choice.kind, choice.mail
    from public.notification_choices as choice
    join public.profiles as profile on profile.id = choice.profile_id
    join auth.users as account on account.id = profile.id
    where choice.mail <> 'none' and profile.role in ('manager', 'admin')
      and (account.banned_until is null or account.banned_until < now())
    order by profile.id, choice.kind
  $$;
grant execute on function private.mail_choices() to service_role;

create table private.notification_digests (
  profile_id uuid constraint notification_digests_profile_id_fkey references public.profiles (id) on delete cascade,
  kind text,
  told_until timestamptz not null,
  constraint notification_digests_pkey primary key (profile_id, kind)
);

comment on table private.notification_digests is 'How far the mails about notifications have got, per person and kind.';
comment on column private.notification_digests.profile_id is 'Person who gets the mail.';
comment on column private.notification_digests.kind is 'Kind, as in notification_choices.';
comment on column private.notification_digests.told_until is 'Notifications up to then were in a mail, or read before it.';

alter table private.notification_digests enable row level security;
grant select, insert, update, delete on private.notification_digests to service_role;

-- Browsers that get notifications while the dashboard is closed.
create table private.push_subscriptions (
  id uuid constraint push_subscriptions_pkey primary key default gen_random_uuid(),
  profile_id uuid not null constraint push_subscriptions_profile_id_fkey references public.profiles (id) on delete cascade,
  session_id uuid not null,
  endpoint text not null constraint push_subscriptions_endpoint_key unique
    constraint push_subscriptions_endpoint_check check (endpoint like 'https://%' and length(endpoint) <= 1000),
  p256dh text not null constraint push_subscriptions_p256dh_check check (length(p256dh) <= 100),
  auth text not null constraint push_subscriptions_auth_check check (length(auth) <= 50),
  created_at timestamptz not null
);
create index push_subscriptions_profile_id_idx on private.push_subscriptions (profile_id, created_at desc);
create index push_subscriptions_session_id_idx on private.push_subscriptions (session_id);

comment on table private.push_subscriptions is 'Browsers that get push messages. Whoever knows a row can send to that browser, so the server alone reads it.';
comment on column private.push_subscriptions.id is 'Primary key.';
comment on column private.push_subscriptions.profile_id is 'Staff member.';
comment on column private.push_subscriptions.session_id is 'Session of that browser. When it ends, the row is deleted.';
comment on column private.push_subscriptions.endpoint is 'Address at the push service, as the browser sent it.';
comment on column private.push_subscriptions.p256dh is 'Public key of the browser, base64url.';
comment on column private.push_subscriptions.auth is 'Shared secret of the browser, base64url.';
comment on column private.push_subscriptions.created_at is 'When the browser subscribed.';

alter table private.push_subscriptions enable row level security;
grant select, insert, update, delete on private.push_subscriptions to service_role;

create function private.delete_push_subscriptions() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_table_name = 'sessions' then
    delete from private.push_subscriptions where session_id = old.id;
  else
    delete from private.push_subscriptions where profile_id = new.id;
  end if;
  return null;
end
$$;
create trigger sessions_delete_push_subscriptions after delete on auth.sessions
  for each row execute function private.delete_push_subscriptions();
create trigger profiles_delete_push_subscriptions after update of role on public.profiles
  for each row when (new.role = 'client' and old.role <> 'client') execute function private.delete_push_subscriptions();

-- Queues a message for each browser of the people who chose this kind.
create function private.push_to_browsers(wanted text, recipient uuid, content jsonb, at timestamptz) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.jobs (queue, payload, lane, run_at)
    select 'pushes', content || jsonb_build_object('subscription', subscription.id), subscription.id::text, at
    from private.push_subscriptions as subscription
    join public.notification_choices as choice on choice.profile_id = subscription.profile_id and choice.kind = wanted
    where choice.browser and (recipient is null or subscription.profile_id = recipient)
  $$;

create function private.push_notification() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.push_to_browsers(new.kind, new.recipient_id, jsonb_build_object('notification', new.id), new.created_at);
  return null;
end
$$;
create trigger notifications_push after insert on public.notifications
  for each row when (new.kind is not null and new.recipient_id is not null and not new.read and current_user <> 'authenticated')
  execute function private.push_notification();
