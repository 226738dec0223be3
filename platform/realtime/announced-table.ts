import { escapeIdentifier } from 'pg'
import type { Transaction } from '../database/database.ts'

export interface TableColumn {
  name: string
  /** The short name of the type, as clients convert by it: `timestamptz`, `_text`. */
  type: string
  /** The type as SQL, for casts. */
  cast: string
  key: boolean
}

/** A table whose changes are announced, with the columns the current role may read. */
export interface AnnouncedTable {
  /** Quoted for SQL, with its schema. */
  sql: string
  columns: TableColumn[]
  /** False when the role may not even read the key, and so cannot be told anything. */
  readable: boolean
}

/** Looks the table up as the current role; null when its changes are not announced. */
export async function findAnnouncedTable(
  tx: Transaction,
  { schema, table }: { schema: string; table: string },
): Promise<AnnouncedTable | null> {
  const { rows } = await tx.query<TableColumn & { readable: boolean }>(
    `select a.attname as name, type.typname as type, format_type(a.atttypid, a.atttypmod) as cast,
            a.attnum = any (key.indkey) as key, has_column_privilege(class.oid, a.attnum, 'select') as readable
     from pg_catalog.pg_class as class
     join pg_catalog.pg_namespace as namespace on namespace.oid = class.relnamespace
     join pg_catalog.pg_trigger as trigger on trigger.tgrelid = class.oid and trigger.tgname = 'realtime_notify_change'
     join pg_catalog.pg_index as key on key.indrelid = class.oid and key.indisprimary
     join pg_catalog.pg_attribute as a on a.attrelid = class.oid and a.attnum > 0 and not a.attisdropped
     join pg_catalog.pg_type as type on type.oid = a.atttypid
     where namespace.nspname = $1 and class.relname = $2
     order by a.attnum`,
    [schema, table],
  )
  if (rows.length === 0) return null
  const columns = rows.filter(({ readable }) => readable)
  const readable = rows.every((column) => column.readable || !column.key)
  return { sql: `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`, columns, readable }
}
