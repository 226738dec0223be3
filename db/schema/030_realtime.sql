-- The change feed. A trigger notifies every server copy of the keys of changed rows; each copy reads the row as its
-- subscriber, so row-level security decides who receives it.

create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;

-- Deleted rows, kept for a minute: could_read needs a copy to check whether a subscriber could have read the row.
create unlogged table realtime.deleted_rows (
  id bigint generated always as identity constraint deleted_rows_pkey primary key,
  relation regclass not null,
  old jsonb not null,
  deleted_at timestamptz not null default clock_timestamp()
);
create index deleted_rows_deleted_at_idx on realtime.deleted_rows (deleted_at);

alter table realtime.deleted_rows enable row level security;
grant select on realtime.deleted_rows to service_role;

-- The trigger's arguments are the columns of the primary key.
create function realtime.notify_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  changed constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  deleted_id bigint;
begin
  if tg_op = 'DELETE' then
    insert into realtime.deleted_rows (relation, old) values (tg_relid, changed) returning id into deleted_id;
    -- Skips rows that another transaction is purging, so that no change waits for another.
    delete from realtime.deleted_rows where id in (
      select gone.id from realtime.deleted_rows as gone where gone.deleted_at < clock_timestamp() - interval '1 minute'
      limit 100 for update skip locked);
  end if;
  perform pg_notify('realtime_changes', jsonb_build_object(
    'schema', tg_table_schema, 'table', tg_table_name, 'type', tg_op,
    -- As text: some JSON readers lose digits of a bigint.
    'key', (select jsonb_object_agg(name, changed ->> name) from unnest(tg_argv) as name),
    'deleted', deleted_id::text, 'at', clock_timestamp())::text);
  return null;
end
$$;

-- Sends the changes of a table to subscribers from now on. Its key must have a fixed size, because a notification holds at
-- most 8000 bytes.
create function realtime.enable(relation regclass) returns void
  language plpgsql set search_path = ''
  as $$
declare
  key_columns text;
  fixed_size boolean;
begin
  select string_agg(quote_literal(attname), ', ' order by attnum), bool_and(attlen > 0)
  into key_columns, fixed_size
  from pg_attribute
  where attrelid = relation
    and attnum = any (array(select unnest(indkey) from pg_index where indrelid = relation and indisprimary));

  if fixed_size is distinct from true then
    raise exception 'realtime: % needs a primary key of fixed size.', relation using errcode = '0A000';
  end if;
  execute format('create trigger realtime_notify_change after insert or update or delete on %s
                  for each row execute function realtime.notify_change(%s)', relation, key_columns);
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

-- The same name as beside a hosted project (000_hosted.sql). Only for the files of this folder: 190_personal_data.sql drops it.
create function private.enable_realtime(relation regclass) returns void
  language sql
  as $$ select realtime.enable(relation) $$;
