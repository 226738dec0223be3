-- The copies of the server that run on this database, so that one that would not understand the others notices it
-- before it answers anybody. See server/copies/.

create table private.server_copies (
  id uuid constraint server_copies_pkey primary key,
  version text not null,
  -- What all copies have to share: fingerprints of keys and places, never the keys.
  shared jsonb not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

alter table private.server_copies enable row level security;
grant select, insert, update, delete on private.server_copies to service_role;

-- Readiness asks whether everything this program was written for is there. A hosted project keeps its own journal.
do $$
begin
  if to_regclass('migrations.journal') is not null then
    grant usage on schema migrations to service_role;
    grant select on migrations.journal to service_role;
  end if;
end
$$;
