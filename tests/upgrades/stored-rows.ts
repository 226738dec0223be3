import type { Database } from '../../platform/database/database.ts'

/** Every row of every table, by its key: what must still be there at every later level. */
export type StoredRows = Map<string, Record<string, unknown>>

const MAY_CHANGE = /_key$|^updated_at$/

const TABLES = `
  select table_schema || '.' || table_name as name from information_schema.tables
  where table_schema in ('public', 'auth', 'private') and table_type = 'BASE TABLE'
    and table_name not in ('rate_limits', 'audit_log') order by 1`

export async function readStoredRows(database: Database): Promise<StoredRows> {
  return database.transaction(
    async (tx) => {
      const stored: StoredRows = new Map()
      const { rows: tables } = await tx.query<{ name: string }>(TABLES)
      const all = tables.map(({ name }) => `select '${name}' as name, to_jsonb(t) as row from ${name} as t`)
      const { rows } = await tx.query<{ name: string; row: Record<string, unknown> }>(all.join(' union all '))
      for (const { name, row } of rows) stored.set(`${name} ${keyOf(row)}`, row)
      return stored
    },
    { readOnly: true },
  )
}

function keyOf(row: Record<string, unknown>): string {
  const key = row['id'] ?? row['key'] ?? row['name'] ?? row['slug']
  if (typeof key === 'string' || typeof key === 'number') return String(key)
  const parts = Object.entries(row).filter(([column]) => column.endsWith('_id') || column === 'row_number')
  return JSON.stringify(Object.fromEntries(parts))
}

/** Values that are not as they were, as `row: column`. Computed and touched columns may change with the version. */
export function lostValues(before: StoredRows, after: StoredRows): string[] {
  return [...before].flatMap(([key, row]) => {
    const now = after.get(key)
    if (now === undefined) return [`${key}: gone`]
    return Object.entries(row)
      .filter(
        ([column, value]) =>
          !MAY_CHANGE.test(column) && JSON.stringify(now[column]) !== JSON.stringify(value),
      )
      .map(([column]) => `${key}: ${column}`)
  })
}
