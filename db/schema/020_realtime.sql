-- The change feed. Triggers log the keys of changed rows; every server copy reads the log (platform/realtime/change-log.ts) and
-- reads each row as its subscriber, so row-level security decides who receives it. Nothing notifies: a transaction that notifies
-- holds a lock of the whole server while it commits, and writers would wait for each other.

create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;

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
create function realtime.enable(relation regclass) returns void
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

-- Returns whether the current role, with the current claims, could have read the row `gone` of `relation`: evaluates the
-- table's SELECT policies against the copy. Safe to call by anyone, because the caller already has the row.
create function realtime.could_read(relation regclass, gone jsonb) returns boolean
  language plpgsql stable set search_path = ''
  as $$
declare
  allowed text;
  answer boolean;
begin
  if not has_table_privilege(relation, 'select') then
    return false;
  end if;
  if not row_security_active(relation) then
    return true;
  end if;
  select format('(%s) and (%s)',
      coalesce(string_agg(policy.condition, ' or ') filter (where polpermissive), 'false'),
      coalesce(string_agg(policy.condition, ' and ') filter (where not polpermissive), 'true'))
  into allowed
  from pg_policy
  cross join lateral (select '(' || coalesce(pg_get_expr(polqual, polrelid), 'true') || ')') as policy (condition)
  where polrelid = relation and polcmd in ('r', '*')
    and exists (select from unnest(polroles) as role where role = 0 or pg_has_role(role, 'usage'));

  -- Under the table's own name, because policies refer to columns by it.
  execute format('select %s from jsonb_populate_record(null::%s, $1) as %I',
                 allowed, relation, (select relname from pg_class where oid = relation))
  into answer using gone;
  return coalesce(answer, false);
end
$$;
grant execute on function realtime.could_read(regclass, jsonb) to anon, authenticated, service_role;

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
grant execute on function realtime.is_shared(regclass), realtime.rights(jsonb) to service_role;

-- The same name as beside a hosted project (000_hosted.sql). Only for the files of this folder: 210_privacy.sql drops it.
create function private.enable_realtime(relation regclass) returns void
  language sql
  as $$ select realtime.enable(relation) $$;
