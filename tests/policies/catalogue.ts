import type { Transaction } from '../../platform/database/database.ts'

/** The PostgreSQL catalog as comparable lines. All schemas except the system's are ours. */
const OURS = `nspname !~ '^(pg_|information_schema$|extensions$)'`

/** Includes views: the API treats them alike. */
export function publicTables(tx: Transaction): Promise<string[]> {
  return lines(
    tx,
    `select relname as line from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`,
  )
}

/** `policy: table verb`. */
export function policyLines(tx: Transaction): Promise<string[]> {
  return lines(
    tx,
    `select policyname || ': ' || tablename || ' ' || lower(cmd) as line from pg_policies where schemaname = 'public'`,
  )
}

/** `role verb table` for every privilege on our tables, or on some of their columns. */
export function grantLines(tx: Transaction): Promise<string[]> {
  return lines(
    tx,
    `select role || ' ' || verb || ' ' || relation as line
     from (select pg_class.oid, case nspname when 'public' then '' else nspname || '.' end || relname as relation
           from pg_class join pg_namespace on pg_namespace.oid = relnamespace
           where relkind in ('r', 'p', 'v', 'm', 'f') and ${OURS}) as relations,
          unnest(array['anon', 'authenticated', 'service_role']) as role,
          unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as verb
     where case when verb in ('select', 'insert', 'update', 'references') then has_any_column_privilege(role, oid, verb)
                else has_table_privilege(role, oid, verb) end
       and not (role = 'service_role' and verb in ('truncate', 'references', 'trigger'))`,
  )
}

/** `table verb: column, …` for tables of which signed-in users may write only some columns. */
export function partlyWritable(tx: Transaction): Promise<string[]> {
  return lines(
    tx,
    `select table_name || ' ' || verb || ': ' || string_agg(column_name, ', ' order by ordinal_position) as line
     from information_schema.columns, unnest(array['insert', 'update']) as verb
     where table_schema = 'public'
       and has_column_privilege('authenticated', format('public.%I', table_name), column_name, verb)
       and not has_table_privilege('authenticated', format('public.%I', table_name), verb)
     group by table_name, verb`,
  )
}

export function tablesWithoutRowLevelSecurity(tx: Transaction): Promise<string[]> {
  return lines(
    tx,
    `select relname as line from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`,
  )
}

/** Views run as their owner, past every policy, unless security_invoker is set. */
export function viewsPastPolicies(tx: Transaction): Promise<string[]> {
  return lines(
    tx,
    `select relname as line from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
       and not coalesce(reloptions, '{}') @> array['security_invoker=true']
       -- Search and the trail of contacts: see the decision on searching through a view. What is published is for everybody.
       and pg_get_viewdef(oid) !~ '(SELECT private\\.is_manager\\(\\)|WHERE (blog_posts\\.)?published;$)'`,
  )
}

/** Our functions that `role` may run, except trigger functions. */
export function callableFunctions(tx: Transaction, role: string): Promise<string[]> {
  return lines(
    tx,
    `select nspname || '.' || proname as line from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
     where ${OURS} and prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
       and has_schema_privilege($1, nspname, 'usage') and has_function_privilege($1, pg_proc.oid, 'execute')`,
    [role],
  )
}

/** Without a fixed search_path the caller decides what names refer to; a function in `public` is part of the API. */
export function carelessFunctions(tx: Transaction): Promise<string[]> {
  return lines(
    tx,
    `select nspname || '.' || proname as line from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
     where ${OURS} and (nspname = 'public' or not coalesce(proconfig, '{}') @> array['search_path=""'])`,
  )
}

/** Foreign keys without an index: deleting a referenced row would scan the whole table. */
export function unindexedForeignKeys(tx: Transaction): Promise<string[]> {
  return lines(
    tx,
    `select conname as line from pg_constraint join pg_namespace on pg_namespace.oid = connamespace
     where contype = 'f' and ${OURS} and not exists (
       select from pg_index where indrelid = conrelid and indpred is null
         and (indkey::smallint[])[0:cardinality(conkey) - 1] @> conkey)`,
  )
}

/** Constraints not named after table, columns and kind, or named by PostgreSQL (`…_check1`). */
export function unnamedConstraints(tx: Transaction): Promise<string[]> {
  return lines(
    tx,
    `select conrelid::regclass || ' ' || conname as line
     from pg_constraint
     join pg_class on pg_class.oid = conrelid
     join pg_namespace on pg_namespace.oid = connamespace
     where contype in ('p', 'u', 'f', 'c', 'x') and ${OURS} and conname <> relname || (
       select case contype when 'p' then '' else '_' || string_agg(attname, '_' order by place) end
       from unnest(conkey) with ordinality as part (number, place)
       join pg_attribute on attrelid = conrelid and attnum = number
     ) || case contype when 'p' then '_pkey' when 'u' then '_key' when 'f' then '_fkey' when 'c' then '_check' end`,
  )
}

async function lines(tx: Transaction, sql: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await tx.query<{ line: string }>(sql, values)
  return rows.map(({ line }) => line).toSorted()
}
