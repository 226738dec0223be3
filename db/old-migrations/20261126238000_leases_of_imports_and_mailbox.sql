-- Imports and the watched mailbox use the one lease, like drafts, backups and vacuum.

-- What the older copy is doing now stays its own until its claim runs out.
insert into private.leases (name, holder, expires_at)
select 'contact import ' || id, worker, heartbeat_at + interval '30 seconds' from public.contact_imports
where worker is not null and state in ('checking', 'importing', 'undoing') and heartbeat_at > now() - interval '30 seconds';
insert into private.leases (name, holder, expires_at)
select 'mailbox', holder, taken_until from private.mailbox_watch where taken_until > now();

-- Safe while the older copy serves: an import that it is doing stops and is taken back by the newer copy.
alter table public.contact_imports drop column worker, drop column heartbeat_at;
-- Safe while the older copy serves: it stops reading the mailbox, and the newer copy reads it.
drop table private.mailbox_watch;
