-- The backups this installation has made of itself. They describe files on its machines, so they are no part of a backup.

create table public.backups (
  id uuid constraint backups_pkey primary key default gen_random_uuid(),
  -- The night it belongs to, of which every installation makes one. Null: somebody asked for it.
  night date constraint backups_night_key unique,
  started_at timestamptz not null default now(),
  -- Until then nobody else makes the one of this night: whoever has it is at work.
  taken_until timestamptz not null,
  attempts integer not null default 1,
  -- The machine that has the file, and its name in DATA_DIR/backups, or the path somebody asked for.
  host text not null,
  file_name text,
  bytes bigint,
  row_count bigint,
  file_count integer,
  -- How long everybody else had to wait for the database, in milliseconds.
  pause_ms integer,
  -- When it had been restored into another database and every table compared.
  proven_at timestamptz,
  -- In plain words, what went wrong and what to do.
  error text,
  constraint backups_proven_at_error_check check (proven_at is null or error is null)
);
create index backups_started_at_idx on public.backups (started_at desc);
create index backups_proven_at_idx on public.backups (proven_at desc) where proven_at is not null;

alter table public.backups enable row level security;
revoke all on public.backups from anon, authenticated, service_role;
grant select, insert, update, delete on public.backups to service_role;
grant select on public.backups to authenticated;

create policy backups_read_as_admin on public.backups for select to authenticated
  using ((select private.is_admin()));
