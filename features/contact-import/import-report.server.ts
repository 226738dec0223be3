import { z } from 'zod'
import type { ImportRow, RowOutcome } from './contact-import.ts'
import type { Transaction, Database } from '../../platform/database/database.ts'
import { BYTE_ORDER_MARK, csvLines } from '../../server/csv.ts'
import { hasReason, listImportedOutcomes } from './import-reasons.server.ts'
import { findLastRow, type RowRange, type Transact } from './import-rows.server.ts'
import { asIdentity } from '../../platform/database/as-identity.ts'
import { findImport } from './import-record.server.ts'
import { csvResponse } from '../../server/csv-response.ts'
import { FunctionError, uuid, type ServerFunction } from '../../platform/functions/server-function.ts'
import { requireStaff } from '../account/account.server.ts'

/** Row numbers per transaction. */
const BATCH = 1000

const reportedRow = z.object({
  row_number: z.number(),
  cells: z.array(z.string()),
  problems: z.array(z.string()),
  notes: z.array(z.string()),
  outcome: z.string(),
  same_as: z.number().nullable(),
  contact: z.string().nullable(),
})
type ReportedRow = z.infer<typeof reportedRow>

const OUTCOME_TEXTS: Partial<Record<RowOutcome, (row: ReportedRow) => string>> = {
  repeated: ({ same_as: row }) => `The same person as row ${row}.`,
  known: ({ contact }) => `Already a contact: ${contact ?? 'since deleted'}.`,
  skipped: ({ contact }) => `Already a contact: ${contact ?? 'since deleted'}.`,
  deleted: ({ contact }) => `A deleted contact: ${contact ?? 'gone for good'}. Restore it to go on with it.`,
  kept: ({ contact }) => `Left as it is, because it has changed since: ${contact ?? 'deleted'}.`,
}

const NOT_IMPORTED = ['invalid', 'repeated', 'known', 'skipped', 'deleted', 'kept'] satisfies RowOutcome[]

/** Which rows to report: an SQL condition with its parameters from $4 on, and a name for the file. */
interface ReportedRows {
  where: string
  values: unknown[]
  fileName: string
}

/**
 * Rows of an import (`?id=`) that were not imported, with `rows=warnings` those imported in part, or with `reason=` those with
 * that reason, as CSV with the reasons.
 */
export const importReport: ServerFunction<{ database: Database }> = {
  name: 'import-report',
  method: 'GET',
  callers: ['authenticated'],
  answer: async (c, { database }) => {
    const caller = c.get('identity')
    await requireStaff(caller, { database })
    const id = uuid.safeParse(c.req.query('id'))
    const found = id.success
      ? await asIdentity(database, caller, (tx) => findImport(tx, id.data), { readOnly: true })
      : null
    if (found === null) throw new FunctionError(404, 'This import does not exist any more.')
    const rows = chooseRows(found, { rows: c.req.query('rows'), reason: c.req.query('reason') })
    return csvResponse(
      streamReport({ found, rows }, (work) => asIdentity(database, caller, work, { readOnly: true })),
      { fileName: rows.fileName },
    )
  },
}

function chooseRows(
  { settings }: ImportRow,
  { rows, reason }: { rows: string | undefined; reason: string | undefined },
): ReportedRows {
  const imported = listImportedOutcomes(settings)
  if (reason !== undefined) {
    return {
      where: hasReason({ outcomes: '$4', reason: '$5' }),
      values: [imported, reason],
      fileName: 'rows-by-reason.csv',
    }
  }
  if (rows === 'warnings') {
    return {
      where: `outcome = any($4) and row.notes <> '[]'`,
      values: [imported],
      fileName: 'rows-with-warnings.csv',
    }
  }
  const left = NOT_IMPORTED.filter((outcome) => !imported.includes(outcome))
  return { where: 'outcome = any($4)', values: [left], fileName: 'rows-not-imported.csv' }
}

/**
 * Rows of an import as CSV: row number, problem and original cells, so that users can correct and import them again.
 * `transact` opens a transaction as the caller.
 */
async function* streamReport(
  { found: { id, columns }, rows: wanted }: { found: ImportRow; rows: ReportedRows },
  transact: Transact,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([['Row', 'Problem', ...columns]])
  const last = await transact((tx) => findLastRow(tx, id))
  for (let after = 0; after < last; after += BATCH) {
    const rows = await transact((tx) => readRows(tx, { importId: id, after, upTo: after + BATCH }, wanted))
    yield csvLines(
      rows.map((row) => [String(row.row_number), describeRow(row), ...padCells(row.cells, columns.length)]),
    )
  }
}

async function readRows(
  tx: Transaction,
  { importId, after, upTo }: RowRange,
  { where, values }: ReportedRows,
): Promise<ReportedRow[]> {
  const { rows } = await tx.query(
    `select row_number, cells, problems, row.notes, outcome, same_as,
            trim(coalesce(contact.first_name || ' ' || contact.last_name,
              deleted.contact ->> 'first_name' || ' ' || (deleted.contact ->> 'last_name'))) as contact
     from public.contact_import_rows as row left join public.crm_contacts as contact on contact.id = row.contact_id
     left join public.deleted_contacts as deleted on deleted.id = row.contact_id
     where import_id = $1 and row_number > $2 and row_number <= $3
       and ${where}
     order by row_number`,
    [importId, after, upTo, ...values],
  )
  return z.array(reportedRow).parse(rows)
}

function describeRow(row: ReportedRow): string {
  const byOutcome = Object.entries(OUTCOME_TEXTS).find(([outcome]) => outcome === row.outcome)?.[1](row)
  return [
    ...row.problems,
    ...(byOutcome === undefined || row.notes.length > 0 ? [] : [byOutcome]),
    ...row.notes,
  ].join(' ')
}

function padCells(cells: readonly string[], length: number): string[] {
  return [...cells, ...Array<string>(Math.max(0, length - cells.length)).fill('')]
}
