-- One lease for work that only one server copy may do at a time: drafts, backups, vacuum. It replaces a column in two tables and
-- a separate table.

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

-- What the older copy is doing now stays its own until its claim runs out.
insert into private.leases (name, holder, expires_at)
select 'nightly backup', gen_random_uuid(), max(taken_until) from public.backups
where night is not null and proven_at is null and error is null having max(taken_until) > now();

-- A draft that was being written is due again: the older copy cannot save it without the column.
update public.draft_schedule set next_on = current_date where taken_until is not null and every_weeks is not null;

-- Safe while the older copy serves: its job fails and is logged, and the newer copy writes the draft.
alter table public.draft_schedule drop column taken_until, drop column attempts;
-- Safe while the older copy serves: a running backup ends as before, only its heartbeat is logged as failed.
alter table public.backups drop column taken_until;
-- Safe while the older copy serves: its job fails and is logged, and the newer copy vacuums.
drop function private.take_upkeep(date);
-- Safe while the older copy serves: only the function above used it.
drop table private.upkeep;
