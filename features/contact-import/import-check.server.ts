import { importedFields, type ImportedFields, type ReadRow, type RowOutcome } from './contact-import.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { DuplicateIndex, mergeRows, matchContacts } from './import-match.server.ts'
import { runBatches, type ImportWork } from './import-record.server.ts'
import { readContactRow } from './import-row.server.ts'
import { listStoredRows, type StoredRow } from './import-rows.server.ts'

const BATCH = 100

interface CheckedRow extends ReadRow {
  outcome: RowOutcome
  same_as: number | null
  contact_id: string | null
}

interface CheckContext {
  work: ImportWork
  people: DuplicateIndex
}

/** Parses every row with the settings and stores its expected outcome. Writes no contacts. */
export async function checkImport(work: ImportWork): Promise<void> {
  const people = new DuplicateIndex(work.import.settings.matchPhone)
  await runBatches(work, { state: 'checking', size: BATCH }, async (tx, range) => {
    const rows = await listStoredRows(tx, range)
    if (rows.length > 0) await checkBatch(tx, rows, { work, people })
    return rows.length
  })
}

async function checkBatch(tx: Transaction, rows: readonly StoredRow[], check: CheckContext): Promise<void> {
  const { settings, columns, id } = check.work.import
  const now = check.work.clock()
  const read = rows.map((row) => readContactRow(row, { settings, columns, now }))
  const checked = await decideOutcomes(tx, read, check)
  await writeChecked(tx, id, checked)
  if (settings.duplicates === 'fill') await mergeRepeated(tx, id, checked)
}

async function decideOutcomes(
  tx: Transaction,
  read: readonly ReadRow[],
  { work, people }: CheckContext,
): Promise<CheckedRow[]> {
  const { matchPhone } = work.import.settings
  const sound = read.filter(({ problems }) => problems.length === 0)
  const matches = await matchContacts(
    tx,
    sound.map(({ fields }) => fields),
    { matchPhone },
  )
  return read.map((row) => {
    if (row.problems.length > 0) return { ...row, outcome: 'invalid', same_as: null, contact_id: null }
    const known = matches.known(row.fields)?.id ?? null
    const deleted = known === null ? matches.deleted(row.fields) : null
    const contact_id = known ?? deleted
    const earlier = people.findEarlier(row.row_number, row.fields, contact_id)
    if (earlier !== null) return { ...row, outcome: 'repeated', same_as: earlier, contact_id }
    const found = known === null ? 'new' : 'known'
    return { ...row, outcome: deleted === null ? found : 'deleted', same_as: null, contact_id }
  })
}

async function writeChecked(tx: Transaction, id: string, rows: readonly CheckedRow[]): Promise<void> {
  await tx.query(
    `update public.contact_import_rows as row
     set fields = checked.fields, problems = checked.problems, notes = checked.notes, outcome = checked.outcome,
         same_as = checked.same_as, contact_id = checked.contact_id
     from jsonb_to_recordset($2::jsonb) as checked (row_number integer, fields jsonb, problems jsonb, notes jsonb,
       outcome text, same_as integer, contact_id uuid)
     where row.import_id = $1 and row.row_number = any($3) and row.row_number = checked.row_number`,
    [id, JSON.stringify(rows), rows.map(({ row_number: row }) => row)],
  )
}

/** Adds the extra values of repeated rows to the person's first row. */
async function mergeRepeated(tx: Transaction, id: string, checked: readonly CheckedRow[]): Promise<void> {
  const repeated = checked.filter(({ outcome }) => outcome === 'repeated')
  if (repeated.length === 0) return
  const { rows } = await tx.query<{ row_number: number; fields: unknown }>(
    'select row_number, fields from public.contact_import_rows where import_id = $1 and row_number = any($2)',
    [id, repeated.map(({ same_as: first }) => first)],
  )
  const merged = new Map<number, ImportedFields>(
    rows.map(({ row_number: row, fields }) => [row, importedFields.parse(fields)]),
  )
  for (const { same_as: first, fields } of repeated) {
    const earlier = merged.get(first ?? 0)
    if (earlier) merged.set(first ?? 0, mergeRows(earlier, fields))
  }
  await tx.query(
    `update public.contact_import_rows as row set fields = merged -> 1
     from jsonb_array_elements($2::jsonb) as merged
     where row.import_id = $1 and row.row_number = any($3) and row.row_number = (merged ->> 0)::integer`,
    [id, JSON.stringify([...merged]), [...merged.keys()]],
  )
}
