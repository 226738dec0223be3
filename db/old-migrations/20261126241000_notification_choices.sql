-- What each staff member is told about, and how: in the browser, and by email. Replaces profiles.lead_mail.

-- The kind decides what a notification does besides standing in the list. Senders state it; others have none.
alter table public.notifications
  add column kind text constraint notifications_kind_check check (kind in ('lead', 'text', 'call', 'email'));

comment on column public.notifications.kind is 'lead, text, call (missed) or email, if staff can choose to be told at once. Null for all others.';

create or replace function private.address_notification() returns trigger
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

insert into public.notification_choices (profile_id, kind, mail)
select id, kind, case kind when 'lead' then lead_mail else 'none' end
from public.profiles, unnest(array['lead', 'text', 'call', 'email', 'late']) as kind
where role <> 'client';

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

-- When a person was last told by email about a kind. The digest of leads becomes one of them.
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

insert into private.notification_digests (profile_id, kind, told_until)
select profile_id, 'lead', told_until from private.lead_digests
where profile_id in (select profile_id from public.notification_choices where kind = 'lead' and mail = 'daily');

-- Replies that became late, so that each is told once. due_at tells a person's next wait from this one.
create table private.late_replies (
  waiting_id uuid constraint late_replies_waiting_id_fkey references public.waiting_people (id) on delete cascade,
  due_at timestamptz,
  noticed_at timestamptz not null,
  constraint late_replies_pkey primary key (waiting_id, due_at)
);
create index late_replies_noticed_at_idx on private.late_replies (noticed_at);

comment on table private.late_replies is 'People who wait longer than promised. A reply deletes the row.';
comment on column private.late_replies.waiting_id is 'Row of waiting_people.';
comment on column private.late_replies.due_at is 'When the reply was due.';
comment on column private.late_replies.noticed_at is 'When the server noticed.';

alter table private.late_replies enable row level security;
grant select, insert on private.late_replies to service_role;

-- Who is late when this is installed was late before: nobody needs to be told.
insert into private.late_replies (waiting_id, due_at, noticed_at)
select id, due_at, due_at from public.waiting_people where due_at <= now();

-- Safe while the older copy serves: there is none before the first release.
drop function private.lead_mail_readers(text);
-- Safe while the older copy serves: there is none before the first release.
drop table private.lead_digests;
-- Safe while the older copy serves: there is none before the first release.
alter table public.profiles drop column lead_mail;
