-- What the server stores about itself: running copies, failures, backups and statistics.

-- A copy whose keys do not fit those of the others refuses to start.
create table private.server_copies (
  id uuid constraint server_copies_pkey primary key,
  version text not null,
  -- Never the keys themselves.
  shared jsonb not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

comment on table private.server_copies is 'Server copies that run on this database.';
comment on column private.server_copies.id is 'Primary key.';
comment on column private.server_copies.version is 'Version of the program.';
comment on column private.server_copies.shared is 'Fingerprints of what all copies must share.';
comment on column private.server_copies.started_at is 'When the copy started.';
comment on column private.server_copies.seen_at is 'When it last reported.';

alter table private.server_copies enable row level security;
grant select, insert, update, delete on private.server_copies to service_role;

-- Readiness checks that all migrations of the program were applied. The hosted service's command line has a table of its own.
do $$
begin
  if to_regclass('migrations.journal') is not null then
    grant usage on schema migrations to service_role;
    grant select on migrations.journal to service_role;
  end if;
end
$$;

-- What failed, never what it was about; the log has the request's line under request_id.
create table private.server_problems (
  id bigint generated always as identity constraint server_problems_pkey primary key,
  at timestamptz not null,
  what text not null constraint server_problems_what_check check (length(what) <= 200),
  kind text constraint server_problems_kind_check check (length(kind) <= 100),
  request_id uuid,
  times bigint not null default 1 constraint server_problems_times_check check (times > 0)
);

comment on table private.server_problems is 'Recent failures of the server, for the status page.';
comment on column private.server_problems.id is 'Primary key.';
comment on column private.server_problems.at is 'When it failed.';
comment on column private.server_problems.what is 'Message of the log.';
comment on column private.server_problems.kind is 'Kind of error.';
comment on column private.server_problems.request_id is 'Request it happened in.';
comment on column private.server_problems.times is 'How often it failed in the same way, the last time included.';

alter table private.server_problems enable row level security;
grant select, insert, delete on private.server_problems to service_role;

-- Describes files on this installation's machines, so a backup leaves this table out.
create table public.backups (
  id uuid constraint backups_pkey primary key default gen_random_uuid(),
  night date constraint backups_night_key unique,
  started_at timestamptz not null default now(),
  attempts integer not null default 1,
  host text not null,
  file_name text,
  bytes bigint,
  row_count bigint,
  file_count integer,
  pause_ms integer,
  proven_at timestamptz,
  error text,
  constraint backups_proven_at_error_check check (proven_at is null or error is null)
);
create index backups_started_at_idx on public.backups (started_at desc);
create index backups_proven_at_idx on public.backups (proven_at desc) where proven_at is not null;

comment on table public.backups is 'Backups that were started, one row per attempt of a night or per request. The files are on the host that made them.';
comment on column public.backups.id is 'Primary key.';
comment on column public.backups.night is
  'Night the backup belongs to; unique, so that every installation makes one. Null: somebody asked for it.';
comment on column public.backups.started_at is 'When the backup began.';
comment on column public.backups.attempts is 'How often the backup of this night was tried.';
comment on column public.backups.host is 'Machine that holds the file.';
comment on column public.backups.file_name is 'File in DATA_DIR/backups, or the requested path.';
comment on column public.backups.bytes is 'Size of the file in bytes.';
comment on column public.backups.row_count is 'Rows in the backup.';
comment on column public.backups.file_count is 'Stored files in the backup.';
comment on column public.backups.pause_ms is 'How long other transactions waited for the snapshot, in milliseconds.';
comment on column public.backups.proven_at is 'When the backup had been restored into another database and compared.';
comment on column public.backups.error is 'What went wrong and what to do, in plain words. Null when nothing did.';

alter table public.backups enable row level security;
grant select, insert, update, delete on public.backups to service_role;
grant select on public.backups to authenticated;
create policy backups_read_as_admin on public.backups for select to authenticated
  using ((select private.is_admin()));

-- A PostgreSQL server analyzes tables by itself; the embedded engine never does. Analyzes the table whose size changed most
-- since the last time, if it changed by a tenth, and returns its name or null. Compares sizes, because the embedded engine
-- does not count changed rows.
create function private.refresh_statistics() returns text
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  stale text;
begin
  with sizes as (
    select class.oid, case when class.reltuples < 0 then 0 else class.relpages end as known,
           pg_catalog.pg_relation_size(class.oid) / pg_catalog.current_setting('block_size')::bigint as pages
    from pg_catalog.pg_class as class join pg_catalog.pg_namespace as namespace on namespace.oid = class.relnamespace
    where class.relkind = 'r' and namespace.nspname in ('public', 'private', 'auth')
      and pg_catalog.pg_has_role(class.relowner, 'usage')
  )
  select oid::pg_catalog.regclass::text into stale from sizes
  where abs(pages - known) > 4 + known / 10 order by abs(pages - known) desc limit 1;
  if stale is not null then execute 'analyze ' || stale; end if;
  return stale;
end
$$;
grant execute on function private.refresh_statistics() to service_role;
