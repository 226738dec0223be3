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
