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

-- Jobs name a late reply by a number of its own, because staff may read them.
alter table private.late_replies
  add column id uuid not null constraint late_replies_id_key unique default gen_random_uuid();

comment on column private.late_replies.id is 'For the jobs that tell of it.';

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

create function private.push_late_reply() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.push_to_browsers('late', null, jsonb_build_object('late', new.id), new.noticed_at);
  return null;
end
$$;
create trigger late_replies_push after insert on private.late_replies
  for each row execute function private.push_late_reply();
