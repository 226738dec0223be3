-- How many contacts there are of each kind, kept so that the dashboard's totals do not count 100,000 rows each time.

-- Every change adds entries, so that writers do not wait for each other; the sum of a kind's entries is its count. Each transaction
-- sees exactly the entries of the contacts it sees.
create table private.contact_counts (
  entry bigint generated always as identity constraint contact_counts_pkey primary key,
  status text not null,
  source text,
  owner_id uuid,
  text_consent boolean not null,
  -- Negative in an entry for contacts that left.
  rows bigint not null
);
comment on table private.contact_counts is 'Numbers of contacts by status, source, owner and consent. Written by triggers of crm_contacts alone.';
comment on column private.contact_counts.entry is 'Primary key.';
comment on column private.contact_counts.status is 'As in crm_contacts, like the next three.';
comment on column private.contact_counts.source is 'As in crm_contacts.';
comment on column private.contact_counts.owner_id is 'As in crm_contacts.';
comment on column private.contact_counts.text_consent is 'As in crm_contacts.';
comment on column private.contact_counts.rows is 'To add up.';

-- The condition of crm_contacts_read_as_manager: who sees all contacts sees all counts.
alter table private.contact_counts enable row level security;
grant select on private.contact_counts to authenticated, service_role;
create policy contact_counts_read_as_manager on private.contact_counts for select to authenticated
  using ((select private.is_manager()));

create function private.count_changed_contacts() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  added integer;
  last_entry bigint;
begin
  if tg_op = 'TRUNCATE' then
    delete from private.contact_counts;
    return null;
  elsif tg_op = 'INSERT' then
    with entries as (
      insert into private.contact_counts (status, source, owner_id, text_consent, rows)
      select status, source, owner_id, text_consent, count(*) from new_rows group by 1, 2, 3, 4 returning entry)
    select count(*), max(entry) into added, last_entry from entries;
  elsif tg_op = 'DELETE' then
    with entries as (
      insert into private.contact_counts (status, source, owner_id, text_consent, rows)
      select status, source, owner_id, text_consent, -count(*) from old_rows group by 1, 2, 3, 4 returning entry)
    select count(*), max(entry) into added, last_entry from entries;
  else
    with entries as (
      insert into private.contact_counts (status, source, owner_id, text_consent, rows)
      select status, source, owner_id, text_consent, sum(rows)
      from (select status, source, owner_id, text_consent, 1 as rows from new_rows
            union all select status, source, owner_id, text_consent, -1 from old_rows) as changed
      group by 1, 2, 3, 4 having sum(rows) <> 0 returning entry)
    select count(*), max(entry) into added, last_entry from entries;
  end if;
  -- At every 64th entry.
  if added > 0 and (last_entry - added) / 64 < last_entry / 64 then
    perform private.fold_contact_counts();
  end if;
  return null;
end
$$;

-- Replaces a kind's entries by their sum. Skips entries that another transaction folds, so that no change waits for another.
create function private.fold_contact_counts() returns void
  language sql volatile security definer set search_path = ''
  as $$
    with folded as (
      delete from private.contact_counts
      where entry in (
        select entry from private.contact_counts
        where entry in (select entry from (
          select entry, count(*) over (partition by status, source, owner_id, text_consent) as entries
          from private.contact_counts) as counted where entries > 1)
        for update skip locked)
      returning status, source, owner_id, text_consent, rows)
    insert into private.contact_counts (status, source, owner_id, text_consent, rows)
    select status, source, owner_id, text_consent, sum(rows) from folded group by 1, 2, 3, 4 having sum(rows) <> 0
  $$;

-- Counts all contacts again: after rows were written without triggers.
create function private.recount_contacts() returns void
  language sql volatile security definer set search_path = ''
  as $$
    delete from private.contact_counts;
    insert into private.contact_counts (status, source, owner_id, text_consent, rows)
    select status, source, owner_id, text_consent, count(*) from public.crm_contacts group by 1, 2, 3, 4
  $$;
grant execute on function private.recount_contacts() to service_role;

create trigger crm_contacts_count_insert after insert on public.crm_contacts
  referencing new table as new_rows for each statement execute function private.count_changed_contacts();
create trigger crm_contacts_count_update after update on public.crm_contacts
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_changed_contacts();
create trigger crm_contacts_count_delete after delete on public.crm_contacts
  referencing old table as old_rows for each statement execute function private.count_changed_contacts();
-- Safe while the older copy serves: follows an emptied table, and empties none.
create trigger crm_contacts_count_truncate after truncate on public.crm_contacts
  for each statement execute function private.count_changed_contacts();

-- After the triggers, which lock the table: a contact written at the same time is counted once.
select private.recount_contacts();
