-- Background work: texts, mail, and what the simulated carrier sends back. A job is written in the transaction of the row it
-- is about, so that neither exists without the other. Every server copy looks for jobs after its own commits, and polls for
-- those of others (server/jobs/queue-runner.ts).

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

-- One lease for each work that only one server copy may do at a time, such as the nightly backup or reading the mailbox.
create table private.leases (
  name text constraint leases_pkey primary key,
  holder uuid not null,
  expires_at timestamptz not null,
  attempt integer not null default 1
);

comment on table private.leases is 'Work that one server copy does at a time. A copy that dies stops renewing, and the next one takes over.';
comment on column private.leases.name is 'Name of the work.';
comment on column private.leases.holder is 'Number of the claim, so that a late holder notices it lost the lease.';
comment on column private.leases.expires_at is 'Until then the work belongs to the holder.';
comment on column private.leases.attempt is 'How often the work was claimed since it was last released.';

alter table private.leases enable row level security;
grant select, insert, update, delete on private.leases to service_role;
