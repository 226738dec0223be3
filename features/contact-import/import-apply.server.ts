import type { Transaction } from '../../platform/database/database.ts'
import { FilePeople } from './file-people.server.ts'
import { inBatches, type ImportWork } from './import-work.server.ts'
import { matchContacts } from './import-match.server.ts'
import { planBatch, type PlannedRow } from './plan-batch.server.ts'
import { rowsWithOutcome, type StoredCheckedRow } from './import-rows.server.ts'
import { insertContacts, fillContacts, recordConsents, recordOutcomes } from './write-planned-rows.server.ts'

const BATCH = 20

/** Writes the checked rows to the contacts, batch by batch, keeping with each row what it takes to undo it. */
export async function applyImport(work: ImportWork): Promise<void> {
  const people = new FilePeople(work.import.settings.matchPhone)
  await inBatches(work, { state: 'importing', size: BATCH }, async (tx, range) => {
    const rows = await rowsWithOutcome(tx, ['new', 'known'], range)
    if (rows.length > 0) await write(tx, await plan(tx, rows, { work, people }), work)
    return rows.length
  })
}

async function plan(
  tx: Transaction,
  rows: readonly StoredCheckedRow[],
  { work, people }: { work: ImportWork; people: FilePeople },
): Promise<PlannedRow[]> {
  const { settings } = work.import
  const fields = rows.map((row) => row.fields)
  await lockEmails(
    tx,
    fields.flatMap(({ email }) => email?.toLowerCase() ?? []),
  )
  const matches = await matchContacts(tx, fields, { matchPhone: settings.matchPhone, lock: true })
  const numbers = fields.flatMap(({ consent, phone_e164: number }) => (consent ? (number ?? []) : []))
  return planBatch(rows, { settings, matches, people, optedOut: await findOptedOut(tx, numbers) })
}

/** A message of the same person at the same moment must not make a second contact. In order, so that nobody waits in a circle. */
async function lockEmails(tx: Transaction, emails: readonly string[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(key) from (
       select distinct hashtextextended('contact:' || email, 0) as key from unnest($1::text[]) as email order by 1) as keys`,
    [emails],
  )
}

/** Of these numbers those whose owner said no, or about whom the last word was no. */
async function findOptedOut(tx: Transaction, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set()
  const { rows } = await tx.query<{ number: string }>(
    `select number from (
       select distinct on (phone_e164) phone_e164 as number, action from public.consent_events
       where phone_e164 = any($1) order by phone_e164, occurred_at desc) as latest
     where action = 'revoke' or private.is_suppressed(number)`,
    [numbers],
  )
  return new Set(rows.map(({ number }) => number))
}

async function write(tx: Transaction, planned: readonly PlannedRow[], work: ImportWork): Promise<void> {
  await insertContacts(
    tx,
    planned.filter(({ outcome }) => outcome === 'created'),
  )
  await fillContacts(
    tx,
    planned.filter(({ outcome }) => outcome === 'filled'),
  )
  await recordConsents(
    tx,
    planned.filter(({ consents }) => consents),
    work,
  )
  await recordOutcomes(tx, work.import.id, planned)
}
