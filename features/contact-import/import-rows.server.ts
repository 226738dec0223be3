import { z } from 'zod'
import { importedFields, type RowOutcome } from './contact-import.ts'
import type { Transaction } from '../../platform/database/database.ts'

const storedRow = z.object({ row_number: z.number(), cells: z.array(z.string()) })
export type StoredRow = z.infer<typeof storedRow>

const checkedRow = z.object({
  row_number: z.number(),
  outcome: z.string(),
  fields: importedFields,
  contact_id: z.nullable(z.string()),
  previous: z.nullable(z.record(z.string(), z.union([z.string(), z.boolean(), z.null()]))),
})
export type StoredCheckedRow = z.infer<typeof checkedRow>

/** Row numbers above `after`, up to `upTo`. With a LIMIT instead, the planner would read the whole file. */
export interface RowRange {
  importId: string
  after: number
  upTo: number
}

/** Number of the last row; 0 for an empty file. */
export async function findLastRow(tx: Transaction, importId: string): Promise<number> {
  const { rows } = await tx.query<{ last: number | null }>(
    'select max(row_number) as last from public.contact_import_rows where import_id = $1',
    [importId],
  )
  return rows[0]?.last ?? 0
}

/** Rows with their original cells. */
export async function listStoredRows(
  tx: Transaction,
  { importId, after, upTo }: RowRange,
): Promise<StoredRow[]> {
  const { rows } = await tx.query(
    `select row_number, cells from public.contact_import_rows
     where import_id = $1 and row_number > $2 and row_number <= $3 order by row_number`,
    [importId, after, upTo],
  )
  return z.array(storedRow).parse(rows)
}

/** Checked rows with one of these outcomes. */
export async function listRowsByOutcome(
  tx: Transaction,
  outcomes: readonly RowOutcome[],
  { importId, after, upTo }: RowRange,
): Promise<StoredCheckedRow[]> {
  const { rows } = await tx.query(
    `select row_number, outcome, fields, contact_id, previous from public.contact_import_rows
     where import_id = $1 and row_number > $2 and row_number <= $3 and outcome = any($4)
     order by row_number`,
    [importId, after, upTo, outcomes],
  )
  return z.array(checkedRow).parse(rows)
}

/** Runs a query in its own transaction. */
export type Transact = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

/** Row numbers per transaction of a count, so that a large file does not block other requests. */
const TALLY_BATCH = 5000

/**
 * Counts the rows of an import by `key`, an SQL expression over the row and `from`. `values` are its parameters from $4 on.
 */
export async function tallyRows(
  transact: Transact,
  importId: string,
  {
    key,
    from = '',
    where = 'true',
    values,
  }: { key: string; from?: string; where?: string; values: unknown[] },
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const last = await transact((tx) => findLastRow(tx, importId))
  for (let after = 0; after < last; after += TALLY_BATCH) {
    const { rows } = await transact((tx) =>
      tx.query<{ key: string | null; rows: number }>(
        `select ${key} as key, count(*)::integer as rows from public.contact_import_rows as row ${from}
         where import_id = $1 and row_number > $2 and row_number <= $3 and ${where}
         group by 1`,
        [importId, after, after + TALLY_BATCH, ...values],
      ),
    )
    for (const found of rows)
      if (found.key !== null) counts.set(found.key, (counts.get(found.key) ?? 0) + found.rows)
  }
  return counts
}
