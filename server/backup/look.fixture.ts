import type { Database } from '../../platform/database/database.ts'

/** What there is to compare between two databases, found without the code that makes and restores backups. */
export interface Look {
  /** Rows and checksum of every table, computed columns and all. */
  tables: Record<string, string>
  /** Everything migrations make: constraints, triggers, indexes, policies, grants, functions. */
  catalogue: string[]
}

const NOT_MOVED = `('public.backups'), ('private.server_copies'), ('private.rate_limits')`

export async function look(database: Database): Promise<Look> {
  return database.asOwner(async (tx) => {
    await tx.query(`set local timezone = 'UTC'`)
    const { rows: names } = await tx.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('auth', 'private', 'public')
         and format('%I.%I', schemaname, tablename) not in (select * from (values ${NOT_MOVED}) as listed)`,
    )
    const tables: Look['tables'] = {}
    for (const { name } of names) {
      const { rows } = await tx.query<{ sum: string }>(
        `select count(*) || ' ' || md5(coalesce(string_agg(line, '' order by line collate "C"), '')) as sum
         from (select row_to_json(one)::text from ${name} as one) as row (line)`,
      )
      tables[name] = rows[0]?.sum ?? ''
    }
    const { rows: lines } = await tx.query<{ line: string }>(CATALOGUE)
    return { tables, catalogue: lines.map(({ line }) => line).toSorted() }
  })
}

const CATALOGUE = `
  with ours as (select oid from pg_namespace where nspname in ('auth', 'private', 'public', 'realtime'))
  select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
    where connamespace in (select * from ours) and contype <> 'n'
  union all
  select tgenabled::text || ' ' || pg_get_triggerdef(pg_trigger.oid) from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace in (select * from ours) and not tgisinternal
  union all
  select indexdef from pg_indexes where schemaname in ('auth', 'private', 'public', 'realtime')
  union all
  select concat_ws(' ', policyname, tablename, roles, cmd, qual, with_check) from pg_policies
  union all
  select concat_ws(' ', relation.oid::regclass, relrowsecurity, grantee, privilege_type)
    from pg_class as relation
    left join information_schema.role_table_grants on table_name = relname and table_schema = relnamespace::regnamespace::text
      and grantee in ('anon', 'authenticated', 'service_role', 'supabase_auth_admin', 'PUBLIC')
    where relnamespace in (select * from ours) and relkind in ('r', 'v')
  union all
  select concat_ws(' ', oid::regprocedure, prosecdef, md5(prosrc)) from pg_proc where pronamespace in (select * from ours)`
