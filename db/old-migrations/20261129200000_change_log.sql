-- Writers no longer notify: a transaction that notifies holds a lock of the whole server while it commits, so writers
-- waited for each other. Every server copy reads changes of live tables from a log (platform/realtime/change-log.ts), and
-- looks for jobs after its own commits (server/jobs/queue-runner.ts).

drop trigger jobs_announce on public.jobs;
-- Safe while the older copy serves: only that trigger called it, and the older copy also polls every five seconds.
drop function private.announce_job();

-- A hosted project has its own change feed.
do $migration$
declare
  live record;
begin
  if to_regprocedure('realtime.enable(regclass)') is null then
    return;
  end if;

  create table realtime.changes (
    id bigint generated always as identity constraint changes_pkey primary key,
    xid xid8 not null default pg_current_xact_id(),
    relation regclass not null,
    type text not null,
    key jsonb not null,
    old jsonb,
    at timestamptz not null default clock_timestamp()
  );
  create index changes_xid_idx on realtime.changes (xid);
  comment on table realtime.changes is 'Rows changed in the last minute, for the change feed.';
  comment on column realtime.changes.id is 'Orders the changes of a row.';
  comment on column realtime.changes.xid is 'Transaction: readers tell by it which changes are new to them.';
  comment on column realtime.changes.relation is 'Table of the row.';
  comment on column realtime.changes.type is 'INSERT, UPDATE or DELETE.';
  comment on column realtime.changes.key is 'Primary key of the row, its values as text.';
  comment on column realtime.changes.old is 'The deleted row: could_read checks whether a subscriber could have read it.';
  comment on column realtime.changes.at is 'When the statement ran.';
  alter table realtime.changes enable row level security;
  grant select, delete on realtime.changes to service_role;

  create function realtime.log_change() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
  declare
    changed constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  begin
    insert into realtime.changes (relation, type, key, old)
    values (tg_relid, tg_op,
            -- As text: some JSON readers lose digits of a bigint.
            (select jsonb_object_agg(name, changed ->> name) from unnest(tg_argv) as name),
            case when tg_op = 'DELETE' then changed end);
    return null;
  end
  $$;

  -- Logs the changes of a table from now on. The trigger's arguments are the columns of the primary key.
  create or replace function realtime.enable(relation regclass) returns void
    language plpgsql set search_path = ''
    as $$
  declare
    key_columns text;
  begin
    select string_agg(quote_literal(attname), ', ' order by attnum)
    into strict key_columns
    from pg_attribute
    where attrelid = relation
      and attnum = any (array(select unnest(indkey) from pg_index where indrelid = relation and indisprimary));
    execute format('create trigger realtime_log_change after insert or update or delete on %s
                    for each row execute function realtime.log_change(%s)', relation, key_columns);
  end
  $$;

  -- Whether users with equal realtime.rights may read the same rows of a table. True if its SELECT policies check only the
  -- role or a column of the row.
  create function realtime.is_shared(relation regclass) returns boolean
    language sql stable set search_path = ''
    as $$
    select coalesce(bool_and(
      pg_get_expr(polqual, polrelid) ~ '^(\( SELECT private\.is_(manager|admin)\(\) AS is_(manager|admin)\)|[a-z_]+)$'), false)
    from pg_policy where polrelid = relation and polcmd in ('r', '*')
  $$;

  -- What each user may read of shared tables, as a key; null for an ended session. In the order of the claims.
  create function realtime.rights(claims jsonb) returns text[]
    language plpgsql volatile set search_path = ''
    as $$
  declare
    one jsonb;
    keys text[] := '{}';
  begin
    for one in select value from jsonb_array_elements(claims) with ordinality order by ordinality loop
      perform set_config('request.jwt.claims', one::text, true);
      keys := keys || case when private.session_is_live(one)
        then format('manager %s, admin %s', private.is_manager(), private.is_admin()) end;
    end loop;
    return keys;
  end
  $$;
  revoke execute on function realtime.rights(jsonb) from public;
  grant execute on function realtime.is_shared(regclass), realtime.rights(jsonb) to service_role;

  for live in
    select tgrelid::regclass as relation from pg_trigger where tgname = 'realtime_notify_change'
  loop
    execute format('drop trigger realtime_notify_change on %s', live.relation);
    perform realtime.enable(live.relation);
  end loop;

  -- Safe while the older copy serves: no trigger calls it. Dashboards on that copy load their lists when it stops.
  drop function realtime.notify_change();
  -- Safe while the older copy serves: it reads only rows of which it was notified. private.forget_deleted_rows, which it
  -- calls every night, does nothing without the table, and stays until a later file drops it.
  drop table realtime.deleted_rows;
end
$migration$;
