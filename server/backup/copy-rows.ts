import { escapeIdentifier } from 'pg'
import type { Transaction } from '../../platform/database/database.ts'
import { BackupError } from './backup-error.ts'
import type { BackupTable } from './backup-tables.ts'

const PAGE_ROWS = 500
const PAGE_CHARACTERS = 1_000_000

/** Fills one table from lines of rows, many with each statement. */
export class RowLoader {
  readonly #tx: Transaction
  readonly #insert: string
  #lines: string[] = []
  #characters = 0

  /** Throws BackupError when the table does not have exactly these columns. */
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
