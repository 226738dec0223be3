import { z } from 'zod'
import { importedFields, type RowOutcome } from './contact-import.ts'
import type { Transaction } from '../../platform/database/database.ts'

const storedRow = z.object({ row_number: z.number(), cells: z.array(z.string()) })
export type StoredRow = z.infer<typeof storedRow>

/** Row numbers above `after`, up to `upTo`. A limit instead of an end would make the planner read the whole file. */
export interface RowRange {
  importId: string
  after: number
  upTo: number
}

/** The number of the last row of a file; 0 where it has none. */
export async function lastRow(tx: Transaction, importId: string): Promise<number> {
  const { rows } = await tx.query<{ last: number | null }>(
    'select max(row_number) as last from public.contact_import_rows where import_id = $1',
    [importId],
  )
  return rows[0]?.last ?? 0
}

/** Rows of a file as they were in it. */
export async function storedRows(tx: Transaction, { importId, after, upTo }: RowRange): Promise<StoredRow[]> {
  const { rows } = await tx.query(
    `select row_number, cells from public.contact_import_rows
     where import_id = $1 and row_number > $2 and row_number <= $3 order by row_number`,
    [importId, after, upTo],
  )
  return z.array(storedRow).parse(rows)
}

const checkedRow = z.object({
  row_number: z.number(),
  outcome: z.string(),
  fields: importedFields,
  contact_id: z.nullable(z.string()),
  previous: z.nullable(z.record(z.string(), z.union([z.string(), z.boolean(), z.null()]))),
})
export type StoredCheckedRow = z.infer<typeof checkedRow>

/** The rows with one of these outcomes. */
export async function rowsWithOutcome(
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
