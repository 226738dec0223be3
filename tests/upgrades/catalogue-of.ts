import type { Database } from '../../platform/database/database.ts'

/** Everything the migrations made, as lines that do not depend on the order in which they were applied. */
export async function catalogueOf(database: Database): Promise<string[]> {
  const { rows } = await database.transaction((tx) => tx.query<{ line: string }>(CATALOGUE), {
    readOnly: true,
  })
  return rows.map(({ line }) => line)
}

const OURS = `nspname in ('public', 'auth', 'private', 'realtime', 'migrations')`

const CATALOGUE = `
  select line from (
    select format('column %s.%s.%s %s %s %s', table_schema, table_name, column_name, data_type, is_nullable,
                  coalesce(column_default, generation_expression)) as line
    from information_schema.columns where table_schema in ('public', 'auth', 'private', 'realtime')
    union all
    select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid))
    from pg_constraint join pg_namespace on pg_namespace.oid = connamespace where conrelid <> 0 and ${OURS}
    union all
    select indexdef from pg_indexes where schemaname in ('public', 'auth', 'private', 'realtime')
    union all
    select format('policy %s on %s %s %s %s %s %s', policyname, tablename, permissive, roles, cmd, qual, with_check)
    from pg_policies
    union all
    select format('function %s %s %s', pg_proc.oid::regprocedure, md5(prosrc), coalesce(proacl::text, ''))
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace where ${OURS}
    union all
    select pg_get_triggerdef(pg_trigger.oid) from pg_trigger
    join pg_class on pg_class.oid = tgrelid join pg_namespace on pg_namespace.oid = relnamespace
    where not tgisinternal and ${OURS}
    union all
    select format('table %s %s %s %s', pg_class.oid::regclass, relrowsecurity, relkind,
                  (select string_agg(entry::text, ',' order by entry::text) from unnest(relacl) as entry))
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace where relkind in ('r', 'v') and ${OURS}
  ) as lines order by line collate "C"`
