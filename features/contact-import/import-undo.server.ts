import { changeConsent } from '../consent/consent.server.ts'
import type { RowOutcome } from './contact-import.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { releaseLease } from '../../server/jobs/lease.ts'
import { fillableFields } from './import-match.server.ts'
import { runBatches, type ImportWork, claimImport, asService } from './import-record.server.ts'
import { listRowsByOutcome, type StoredCheckedRow } from './import-rows.server.ts'

const BATCH = 20

/** Rows deleted per transaction. */
const REMOVAL_BATCH = 2000

/**
 * Undoes an import in batches: removes contacts it created, restores fields it filled and withdraws consent it recorded.
 * Leaves contacts unchanged that were edited since, or that have messages, submissions or notes.
 */
export async function undoImport(work: ImportWork): Promise<void> {
  await runBatches(work, { state: 'undoing', size: BATCH }, async (tx, range) => {
    const rows = await listRowsByOutcome(tx, ['created', 'filled'], range)
    if (rows.length > 0) await undoRows(tx, rows, work)
    return rows.length
  })
}

async function undoRows(tx: Transaction, rows: readonly StoredCheckedRow[], work: ImportWork): Promise<void> {
  const untouched = await lockUntouched(tx, rows, work.import.id)
  const reversible = rows.filter(({ contact_id: id }) => id !== null && untouched.has(id))
  const filled = reversible.filter(({ outcome }) => outcome === 'filled')
  await withdrawConsents(tx, filled, work)
  await restoreFields(tx, filled)
  await recordUndone(tx, work.import.id, rows, (row) => decideOutcome(row, reversible.includes(row)))
}

/** Locks and returns the contacts that are exactly as the import left them. */
async function lockUntouched(
  tx: Transaction,
  rows: readonly StoredCheckedRow[],
  importId: string,
): Promise<Set<string>> {
  const { rows: contacts } = await tx.query<{ id: string }>(
    `select contact.id from public.crm_contacts as contact
     join public.contact_import_rows as row on row.contact_id = contact.id
     where row.import_id = $1 and row.row_number = any($2) and contact.updated_at = row.contact_version
       and (row.outcome = 'filled' or not exists (
         select from public.communication_logs as log where log.contact_id = contact.id
         union all select from public.contact_submissions as submission where submission.contact_id = contact.id
         union all select from public.contact_notes as note where note.contact_id = contact.id))
     for update of contact`,
    [importId, rows.map(({ row_number: row }) => row)],
  )
  return new Set(contacts.map(({ id }) => id))
}

/** The event has no number, because its owner did not withdraw consent. */
async function withdrawConsents(
  tx: Transaction,
  rows: readonly StoredCheckedRow[],
  { import: { id }, actor, clock }: ImportWork,
): Promise<void> {
  for (const { contact_id, previous } of rows) {
    if (previous?.['text_consent'] !== false) continue
    await changeConsent(tx, {
      action: 'revoke',
      method: 'import',
      occurred_at: clock(),
      contact_id,
      phone_e164: null,
      actor,
      evidence: { reason: 'the import was undone', import: id },
    })
  }
}

async function restoreFields(tx: Transaction, rows: readonly StoredCheckedRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `update public.crm_contacts as contact
     set ${fillableFields.map(restoreColumn).join(', ')}
     from jsonb_to_recordset($1::jsonb) as row (contact_id uuid, previous jsonb)
     where contact.id = row.contact_id`,
    [JSON.stringify(rows)],
  )
}

function restoreColumn(column: string): string {
  return `${column} = case when previous ? '${column}' then previous ->> '${column}' else contact.${column} end`
}

/** A trigger removes the contacts of rows that were created. */
async function recordUndone(
  tx: Transaction,
  importId: string,
  rows: readonly StoredCheckedRow[],
  outcome: (row: StoredCheckedRow) => RowOutcome,
): Promise<void> {
  await tx.query(
    `update public.contact_import_rows as row set outcome = undone ->> 1
     from jsonb_array_elements($2::jsonb) as undone
     where row.import_id = $1 and row.row_number = any($3) and row.row_number = (undone ->> 0)::integer`,
    [
      importId,
      JSON.stringify(rows.map((row) => [row.row_number, outcome(row)])),
      rows.map(({ row_number: row }) => row),
    ],
  )
}

function decideOutcome({ outcome, contact_id: id }: StoredCheckedRow, reversed: boolean): RowOutcome {
  if (id === null || !reversed) return 'kept'
  return outcome === 'created' ? 'removed' : 'restored'
}

type Removal = Pick<ImportWork, 'database' | 'actor'>

/** Deletes a file and its record, which must not be importable: see `discardImport`. */
export async function removeImport(work: Removal, id: string): Promise<void> {
  await removeRows(work, id)
  await asService(work, (tx) => tx.query('delete from public.contact_imports where id = $1', [id]))
}

/** Deletes in short transactions. */
async function removeRows(work: Removal, id: string): Promise<void> {
  let removed = 0
  do {
    const { rowCount } = await asService(work, (tx) =>
      tx.query(
        `delete from public.contact_import_rows where import_id = $1 and row_number in (
           select row_number from public.contact_import_rows where import_id = $1 limit ${REMOVAL_BATCH})`,
        [id],
      ),
    )
    removed = rowCount
  } while (removed === REMOVAL_BATCH)
}

/**
 * Deletes a file that was not imported. First moves it to `reading`, a state that cannot be imported and that `recoverImports`
 * cleans up after an interruption. Returns false if the import is in another state.
 */
export async function discardImport(work: Removal & Pick<ImportWork, 'clock'>, id: string): Promise<boolean> {
  const from = ['read', 'checked'] as const
  const claim = { id, from, to: 'reading', now: work.clock() } as const
  const claimed = await asService(work, (tx) => claimImport(tx, claim))
  if (claimed === null) return false
  await removeImport(work, id)
  await asService(work, (tx) => releaseLease(tx, claimed.lease, work.clock()))
  return true
}

/** Deletes the rows an undo would need; the import's record stays. */
export async function closeImport(work: Removal, id: string): Promise<void> {
  const { rowCount } = await asService(work, (tx) =>
    tx.query(
      `update public.contact_imports set state = 'closed' where id = $1 and state in ('imported', 'undone', 'closed')`,
      [id],
    ),
  )
  if (rowCount > 0) await removeRows(work, id)
}
