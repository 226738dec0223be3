import type { Database } from '../../platform/database/database.ts'

/** What the schema consists of, as sorted lines that do not depend on the order in which it was made. */
export async function readCatalog(database: Database): Promise<string[]> {
  const { rows } = await database.transaction((tx) => tx.query<{ line: string }>(CATALOG), { readOnly: true })
  return rows.map(({ line }) => line)
}

const SCHEMAS = `('public', 'auth', 'private', 'realtime', 'migrations')`
const OURS = `nspname in ${SCHEMAS}`

function sortedAcl(acl: string): string {
  return `(select string_agg(entry::text, ',' order by entry::text) from unnest(${acl}) as entry)`
}

// Differences that do not count: comments and line breaks in the source of functions, the gaps that dropped columns leave, and
// whether a constraint was checked for the rows that were there before it.
const CATALOG = `
  select line from (
    select format('schema %s %s %s', nspname, nspowner::regrole, ${sortedAcl('nspacl')}) as line
    from pg_namespace where ${OURS}
    union all
    select format('relation %s %s %s %s %s %s %s %s', pg_class.oid::regclass, relkind, relpersistence, relowner::regrole,
                  relrowsecurity, relforcerowsecurity, reloptions, ${sortedAcl('relacl')})
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace where relkind in ('r', 'v', 'S') and ${OURS}
    union all
    select format('column %s %s %s %s %s %s %s %s %s %s', attrelid::regclass,
                  row_number() over (partition by attrelid order by attnum), attname, format_type(atttypid, atttypmod),
                  attnotnull, attidentity, attgenerated, attcollation, pg_get_expr(adbin, adrelid), ${sortedAcl('attacl')})
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped and relkind in ('r', 'v', 'c') and ${OURS}
    union all
    select format('constraint %s %s %s', conrelid::regclass, conname,
                  regexp_replace(pg_get_constraintdef(pg_constraint.oid), ' NOT VALID$', ''))
    from pg_constraint join pg_namespace on pg_namespace.oid = connamespace where conrelid <> 0 and ${OURS}
    union all
    select format('view %s %s', pg_class.oid::regclass, pg_get_viewdef(pg_class.oid))
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace where relkind = 'v' and ${OURS}
    union all
    select indexdef from pg_indexes where schemaname in ${SCHEMAS}
    union all
    select format('policy %s on %s %s %s %s %s %s', policyname, tablename, permissive, roles, cmd, qual, with_check)
    from pg_policies
    union all
    select format('function %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s', pg_proc.oid::regprocedure, prokind, proowner::regrole,
                  pg_get_function_arguments(pg_proc.oid), pg_get_function_result(pg_proc.oid), prolang, provolatile, proisstrict,
                  prosecdef, proparallel, proleakproof, procost, proconfig, ${sortedAcl('proacl')},
                  md5(regexp_replace(regexp_replace(prosrc, '--[^\\n]*', '', 'g'), '\\s+', ' ', 'g')))
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace where ${OURS}
    union all
    select format('trigger %s %s', pg_get_triggerdef(pg_trigger.oid), tgenabled) from pg_trigger
    join pg_class on pg_class.oid = tgrelid join pg_namespace on pg_namespace.oid = relnamespace
    where not tgisinternal and ${OURS}
    union all
    select format('sequence %s.%s %s %s %s %s', schemaname, sequencename, data_type, start_value, increment_by, cycle)
    from pg_sequences where schemaname in ${SCHEMAS}
    union all
    select format('comment on %s: %s', pg_describe_object(classoid, objoid, objsubid), description)
    from pg_description cross join lateral pg_identify_object(classoid, objoid, objsubid) as commented
    where commented.schema in ${SCHEMAS}
    union all
    select format('default privileges %s %s %s', defaclnamespace, defaclobjtype, ${sortedAcl('defaclacl')}) from pg_default_acl
    union all
    select format('published %s %s.%s', pubname, schemaname, tablename) from pg_publication_tables
    union all
    select format('extension %s in %s', extname, nspname)
    from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
  ) as lines order by line collate "C"`
