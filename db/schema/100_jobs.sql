-- Background work: texts, mail, and what the simulated carrier sends back. A job is written in the transaction of the row it
-- is about, so that neither exists without the other.

create table public.jobs (
  id bigint generated always as identity constraint jobs_pkey primary key,
  queue text not null constraint jobs_queue_check check (length(queue) between 1 and 50),
  -- Only ids, because staff may read it.
  payload jsonb not null default '{}',
  lane text not null default '',
  key text,
  state text not null default 'waiting' constraint jobs_state_check check (state in ('waiting', 'taken', 'done', 'dead')),
  run_at timestamptz not null,
  attempts integer not null default 0,
  taken_until timestamptz,
  take_number integer not null default 0,
  reason text,
  detail text constraint jobs_detail_check check (length(detail) <= 1000),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  urgent boolean not null default false,
  constraint jobs_queue_key_key unique (queue, key)
);
create index jobs_due_idx on public.jobs (queue, run_at, id) where state = 'waiting';
create index jobs_lane_idx on public.jobs (queue, lane, id) where state in ('waiting', 'taken');
create index jobs_taken_until_idx on public.jobs (taken_until) where state = 'taken';
create index jobs_dead_idx on public.jobs (finished_at desc) where state = 'dead';
create index jobs_finished_at_idx on public.jobs (finished_at) where state in ('done', 'dead');
create index jobs_next_idx on public.jobs (queue, urgent desc, id) where state = 'waiting';

comment on table public.jobs is 'Work that runs in the background, after the transaction that wrote it.';
comment on column public.jobs.id is 'Primary key.';
comment on column public.jobs.queue is 'Queue the job belongs to.';
comment on column public.jobs.payload is 'Ids of the rows concerned, never their content.';
comment on column public.jobs.lane is 'Jobs of one lane run one after the other.';
comment on column public.jobs.key is 'Key within the queue: a second job with the same key is the same job.';
comment on column public.jobs.state is 'waiting, taken, done or dead.';
comment on column public.jobs.run_at is 'When it may run.';
comment on column public.jobs.attempts is 'How often it has been tried.';
comment on column public.jobs.taken_until is 'Until then it belongs to the worker that took it.';
comment on column public.jobs.take_number is 'Number of the lease, so that a late worker notices it lost the job.';
comment on column public.jobs.reason is 'Why it failed, one word from the list of the queue.';
comment on column public.jobs.detail is 'What the other side said.';
comment on column public.jobs.created_at is 'When the row was created.';
comment on column public.jobs.finished_at is 'When it ended.';
comment on column public.jobs.urgent is 'Runs before other jobs of its queue.';

alter table public.jobs enable row level security;
grant select, insert, update, delete on public.jobs to service_role;
grant select on public.jobs to authenticated;
create policy jobs_read_as_manager on public.jobs for select to authenticated
  using ((select private.is_manager()));

-- Wakes the workers of every server copy. They also poll every few seconds, in case they miss a notification.
create function private.announce_job() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  perform pg_catalog.pg_notify('jobs_written', new.queue);
  return null;
end
$$;
create trigger jobs_announce after insert on public.jobs
  for each row execute function private.announce_job();

-- A circuit breaker per queue: it opens when the other side fails, for longer after every failure.
create table public.job_queues (
  name text constraint job_queues_pkey primary key,
  failures integer not null default 0,
  rests_until timestamptz,
  last_reason text
);

comment on table public.job_queues is 'State of each job queue.';
comment on column public.job_queues.name is 'Name of the queue.';
comment on column public.job_queues.failures is 'Failures in a row of the other side.';
comment on column public.job_queues.rests_until is 'Until then no job of the queue runs.';
comment on column public.job_queues.last_reason is 'Reason of the last failure.';

alter table public.job_queues enable row level security;
grant select, insert, update on public.job_queues to service_role;
grant select on public.job_queues to authenticated;
create policy job_queues_read_as_manager on public.job_queues for select to authenticated
  using ((select private.is_manager()));

-- A mail may contain a link that opens an account, so staff cannot read this table. The row is deleted once its mail is sent,
-- refused or expired; its job stays.
create table private.outgoing_mails (
  id uuid constraint outgoing_mails_pkey primary key default gen_random_uuid(),
  kind text not null constraint outgoing_mails_kind_check check (kind in ('account', 'lead', 'digest', 'confirmation')),
  message jsonb not null constraint outgoing_mails_message_check check (jsonb_typeof(message) = 'object'),
  -- A later mail would only confuse: its link has expired.
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

comment on table private.outgoing_mails is 'Mails that wait for the mail server.';
comment on column private.outgoing_mails.id is 'Primary key.';
comment on column private.outgoing_mails.kind is 'account, lead or confirmation.';
comment on column private.outgoing_mails.message is '{ to, subject, text, html, replyTo }.';
comment on column private.outgoing_mails.expires_at is 'After that the mail is no longer sent.';
comment on column private.outgoing_mails.created_at is 'When the row was created.';

grant select, delete on private.outgoing_mails to service_role;

-- Limits the mails per address, so that a stranger cannot fill a mailbox by typing its address into our form. Requests for
-- account mails are limited where they are made.
create function private.may_mail(kind text, recipient text, sender text, at timestamptz) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  return case kind
    when 'confirmation' then
      private.take_rate_limit('mail:confirmation:sender:' || sender, 10, 3600, at) = 0
      and private.take_rate_limit('mail:confirmation:hour:' || lower(recipient), 2, 3600, at) = 0
      and private.take_rate_limit('mail:confirmation:day:' || lower(recipient), 5, 86400, at) = 0
    when 'lead' then private.take_rate_limit('mail:lead:' || lower(recipient), 60, 3600, at) = 0
    else true
  end;
end
$$;

-- Writes a mail and its job in the caller's transaction. Returns null, and writes nothing, if the address is over its limit.
-- `sender` is the visitor's IP address; the server's own mails have none. Account mails are urgent: someone waits for them.
create function private.write_mail(kind text, message jsonb, sender text, at timestamptz, expires timestamptz) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  recipient constant text := message ->> 'to';
  written uuid;
begin
  if not private.may_mail(kind, recipient, coalesce(sender, ''), at) then
    return null;
  end if;
  insert into private.outgoing_mails as mail (kind, message, expires_at, created_at)
  values (write_mail.kind, write_mail.message, expires, at) returning mail.id into written;
  insert into public.jobs (queue, payload, lane, run_at, urgent)
  values ('mails', pg_catalog.jsonb_build_object('mail', written), lower(recipient), at, write_mail.kind = 'account');
  return written;
end
$$;
grant execute on function private.write_mail(text, jsonb, text, timestamptz, timestamptz) to service_role, supabase_auth_admin;

create table private.lead_digests (
  profile_id uuid constraint lead_digests_pkey primary key
    constraint lead_digests_profile_id_fkey references public.profiles (id) on delete cascade,
  told_until timestamptz not null
);

comment on table private.lead_digests is 'How far the daily mail about leads has got, per person.';
comment on column private.lead_digests.profile_id is 'Person who gets the mail.';
comment on column private.lead_digests.told_until is 'Leads up to then were in a mail.';

alter table private.lead_digests enable row level security;
grant select, insert, update, delete on private.lead_digests to service_role;

create table private.lead_mail_refusals (
  address text constraint lead_mail_refusals_pkey primary key
    constraint lead_mail_refusals_address_check check (address = lower(address) and length(address) <= 320),
  refused_at timestamptz not null
);

comment on table private.lead_mail_refusals is 'Addresses without an account that want no mail about leads.';
comment on column private.lead_mail_refusals.address is 'Email address in lower case.';
comment on column private.lead_mail_refusals.refused_at is 'When it was refused.';

alter table private.lead_mail_refusals enable row level security;
grant select, insert, delete on private.lead_mail_refusals to service_role;

-- Staff who chose this kind of mail about leads and may sign in.
create function private.lead_mail_readers(wanted text) returns table (profile_id uuid, address text)
  language sql stable security definer set search_path = ''
  as $$
    select profile.id, profile.email
    from public.profiles as profile join auth.users as account on account.id = profile.id
    where profile.lead_mail = wanted and profile.role in ('manager', 'admin')
      and (account.banned_until is null or account.banned_until < now())
    order by profile.id
  $$;
grant execute on function private.lead_mail_readers(text) to service_role;
