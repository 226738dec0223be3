-- Work that leaves the house: texts, mail, what the simulated carrier sends back. A job is written in the transaction of the
-- row it is about, so that neither exists without the other. See server/domain/queue/README.md.

create table public.jobs (
  id bigint generated always as identity constraint jobs_pkey primary key,
  queue text not null constraint jobs_queue_check check (length(queue) between 1 and 50),
  -- Names rows, never what they say: staff may read it.
  payload jsonb not null default '{}',
  -- Jobs of one lane run one after the other, in the order they were written.
  lane text not null default '',
  -- A second job of the same queue and key is the same job.
  key text,
  state text not null default 'waiting' constraint jobs_state_check check (state in ('waiting', 'taken', 'done', 'dead')),
  run_at timestamptz not null,
  attempts integer not null default 0,
  -- Who took the job and until when nobody else may; the number tells a late worker that the job is no longer its own.
  taken_until timestamptz,
  take_number integer not null default 0,
  -- One word from the closed list of the queue, and what the other side said.
  reason text,
  detail text constraint jobs_detail_check check (length(detail) <= 1000),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint jobs_queue_key_key unique (queue, key)
);
create index jobs_due_idx on public.jobs (queue, run_at, id) where state = 'waiting';
create index jobs_lane_idx on public.jobs (queue, lane, id) where state in ('waiting', 'taken');
create index jobs_taken_until_idx on public.jobs (taken_until) where state = 'taken';
create index jobs_dead_idx on public.jobs (finished_at desc) where state = 'dead';
create index jobs_finished_at_idx on public.jobs (finished_at) where state in ('done', 'dead');

-- A queue whose other side does not answer rests; the rest is longer after every failure.
create table public.job_queues (
  name text constraint job_queues_pkey primary key,
  failures integer not null default 0,
  rests_until timestamptz,
  last_reason text
);

-- Every process is told at once; what it misses it finds by looking every few seconds.
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

alter table public.jobs enable row level security;
revoke all on public.jobs from anon, authenticated, service_role;
grant select, insert, update, delete on public.jobs to service_role;
grant select on public.jobs to authenticated;
create policy jobs_read_as_manager on public.jobs for select to authenticated
  using ((select private.is_manager()));

alter table public.job_queues enable row level security;
revoke all on public.job_queues from anon, authenticated, service_role;
grant select, insert, update on public.job_queues to service_role;
grant select on public.job_queues to authenticated;
create policy job_queues_read_as_manager on public.job_queues for select to authenticated
  using ((select private.is_manager()));
