import { z } from 'zod'
import { importedFields, type RowOutcome } from '../../../shared/contact-import.ts'
import type { Transaction } from '../../database/database.ts'

const storedRow = z.object({ row_number: z.number(), cells: z.array(z.string()) })
export type StoredRow = z.infer<typeof storedRow>

interface Page {
  importId: string
  after: number
  limit: number
}

/** The next rows of a file as they were in it. */
export async function storedRows(tx: Transaction, { importId, after, limit }: Page): Promise<StoredRow[]> {
  const { rows } = await tx.query(
    `select row_number, cells from public.contact_import_rows
     where import_id = $1 and row_number > $2 order by row_number limit $3`,
    [importId, after, limit],
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

/** The next rows with one of these outcomes. */
export async function rowsWithOutcome(
  tx: Transaction,
  outcomes: readonly RowOutcome[],
  { importId, after, limit }: Page,
): Promise<StoredCheckedRow[]> {
  const { rows } = await tx.query(
    `select row_number, outcome, fields, contact_id, previous from public.contact_import_rows
     where import_id = $1 and row_number > $2 and outcome = any($4) order by row_number limit $3`,
    [importId, after, limit, outcomes],
  )
  return z.array(checkedRow).parse(rows)
}
