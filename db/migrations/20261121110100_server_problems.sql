-- The last failures of all copies, for the admins' status panel: what failed and of which kind, never what it was about.
-- Whoever needs more finds the line of the request in the log by its id.

create table private.server_problems (
  id bigint generated always as identity constraint server_problems_pkey primary key,
  at timestamptz not null,
  what text not null constraint server_problems_what_check check (length(what) <= 200),
  kind text constraint server_problems_kind_check check (length(kind) <= 100),
  request_id uuid
);

alter table private.server_problems enable row level security;
grant select, insert, delete on private.server_problems to service_role;
