import { createHash } from 'node:crypto'
import { escapeIdentifier } from 'pg'
import type { Transaction } from '../../platform/database/database.ts'
import type { TableSum } from './backup-records.ts'
import type { WrittenTable } from './backup-tables.ts'

/** Small enough that others get their turn between two pages, and that rows of the largest kind fit into memory. */
const PAGE = 200

/**
 * The rows of a table as lines, in the order of its primary key; each value as PostgreSQL writes it, so that the lines
 * are the same whichever engine and version wrote them. Returns their number and checksum at the end.
 */
export async function* readRows(
  tx: Transaction,
  table: Omit<WrittenTable, 'name'>,
  signal: AbortSignal,
): AsyncGenerator<string, TableSum> {
  const values = table.columns
    .map((column) => `${escapeIdentifier(column)}::text as ${escapeIdentifier(column)}`)
    .join(', ')
  await tx.query(
    `declare backup_rows no scroll cursor for select ${values} from ${table.source} order by ${table.order}`,
  )
  const hash = createHash('sha256')
  let count = 0
  for (;;) {
    signal.throwIfAborted()
    const { rows } = await tx.query(`fetch ${PAGE} from backup_rows`)
    if (rows.length === 0) break
    const lines = rows
      .map((row) => `${JSON.stringify(table.columns.map((column) => row[column]))}\n`)
      .join('')
    hash.update(lines)
    count += rows.length
    yield lines
  }
  await tx.query('close backup_rows')
  return { rows: count, sha256: hash.digest('hex') }
}

/** So that a row has the same text on every engine, and none is hidden without an error. */
export async function settleForm(tx: Transaction): Promise<void> {
  for (const setting of [
    `timezone = 'UTC'`,
    `datestyle = 'ISO, MDY'`,
    `intervalstyle = 'postgres'`,
    `bytea_output = 'hex'`,
    'extra_float_digits = 1',
    'row_security = off',
  ]) {
    await tx.query(`set local ${setting}`)
  }
}
