import { createHash } from 'node:crypto'
import { escapeIdentifier } from 'pg'
import type { Transaction } from '../../platform/database/database.ts'
import { BackupError, type TableSum } from './backup-records.ts'
import type { BackupTable, WrittenTable } from './backup-tables.ts'

const PAGE_ROWS = 500
const PAGE_CHARACTERS = 1_000_000
/** Small enough to let others run between two pages, and to hold the largest rows in memory. */
const PAGE = 200

/** Loads a table's row lines, many per statement. */
export class RowLoader {
  readonly #tx: Transaction
  readonly #insert: string
  #lines: string[] = []
  #characters = 0

  /** Throws BackupError unless the table has exactly these columns. */
  constructor(tx: Transaction, table: BackupTable, columns: readonly string[]) {
    const types = new Map(table.columns.map(({ name, type }) => [name, type]))
    if (types.size !== columns.length || !columns.every((name) => types.has(name))) {
      throw new BackupError(`The backup's table ${table.name} is not the one this version knows.`)
    }
    const values = columns.map((name, place) => `(row ->> ${place})::${types.get(name)}`)
    this.#tx = tx
    this.#insert = `insert into ${table.name} (${columns.map(escapeIdentifier).join(', ')}) overriding system value
                    select ${values.join(', ')} from jsonb_array_elements($1::jsonb) as row`
  }

  async add(line: string): Promise<void> {
    this.#lines.push(line)
    this.#characters += line.length
    if (this.#lines.length >= PAGE_ROWS || this.#characters >= PAGE_CHARACTERS) await this.finish()
  }

  async finish(): Promise<void> {
    if (this.#lines.length === 0) return
    await this.#tx.query(this.#insert, [`[${this.#lines.join(',')}]`])
    this.#lines = []
    this.#characters = 0
  }
}

/**
 * Yields a table's rows as lines in primary key order, with values in PostgreSQL's text form, so that lines are
 * identical for every engine and version. Returns their number and checksum at the end.
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

/** Gives rows the same text on every engine, and makes row-level security fail instead of hiding rows. */
export async function fixTextFormat(tx: Transaction): Promise<void> {
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
