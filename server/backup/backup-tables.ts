import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/database/platform.ts'
import { PROJECT_ACCOUNTS } from './project-accounts.ts'

/** A table as a backup sees it: quoted name, the columns it keeps (not the computed ones), the order of its rows. */
export interface BackupTable {
  name: string
  columns: { name: string; type: string }[]
  order: string
}

/** A table as it is written: `source` is what its rows are read from. */
export interface WrittenTable {
  name: string
  source: string
  columns: readonly string[]
  order: string
}

/** The schemas a backup is made of. */
const SCHEMAS = ['auth', 'private', 'public']

/** They describe the files of machines and the processes that run, which are others after a move. */
const LEFT_OUT = ['public.backups', 'private.server_copies']

/** Every table that survives a crash, by name: what is unlogged is of no use a minute later. */
export async function listTables(tx: Transaction): Promise<BackupTable[]> {
  const { rows } = await tx.query<BackupTable>(
    `select format('%I.%I', nspname, relname) as name,
       (select jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute where attrelid = relation.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       (select string_agg(quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end, ', ' order by place)
        from pg_index, unnest(indkey) with ordinality as part (number, place)
        join pg_attribute on attnum = number
        where indrelid = relation.oid and attrelid = relation.oid and indisprimary) as "order"
     from pg_class as relation join pg_namespace as schema on schema.oid = relnamespace
     where relkind = 'r' and relpersistence = 'p' and nspname = any ($1) and format('%I.%I', nspname, relname) <> all ($2)
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = relation.oid and deptype = 'e')
     order by format('%I.%I', nspname, relname) collate "C"`,
    [SCHEMAS, LEFT_OUT],
  )
  return rows
}

/** What a backup of such a database holds, by name; of a hosted project's own schema only what our tables have a place for. */
export async function tablesToWrite(tx: Transaction, platform: Platform): Promise<readonly WrittenTable[]> {
  const tables = (await listTables(tx)).map(({ name, order, columns }) => ({
    name,
    source: name,
    order,
    columns: columns.map((column) => column.name),
  }))
  if (platform === 'own') return tables
  return [...PROJECT_ACCOUNTS, ...tables.filter(({ name }) => !isProjects(name))]
}

/** The counters behind the tables' numbers, with the last number given; null where none was. */
export async function listSequences(
  tx: Transaction,
  platform: Platform,
): Promise<{ name: string; last: string | null }[]> {
  const { rows } = await tx.query<{ name: string; last: string | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
     where schemaname = any ($1) order by 1`,
    [SCHEMAS],
  )
  return platform === 'own' ? rows : rows.filter(({ name }) => !isProjects(name))
}

function isProjects(name: string): boolean {
  return name.startsWith('auth.')
}
