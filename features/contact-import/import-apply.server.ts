import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../platform/database/database.ts'
import {
  DuplicateIndex,
  matchContacts,
  fillableFields,
  findFilling,
  keepsValue,
  type Filling,
  type KnownContact,
  type Matches,
} from './import-match.server.ts'
import { runBatches, type ImportWork } from './import-record.server.ts'
import { listRowsByOutcome, type StoredCheckedRow } from './import-rows.server.ts'
import type { ImportedFields, ImportSettings, RowOutcome } from './contact-import.ts'
import { changeConsent } from '../consent/consent.server.ts'
import { declarePhones } from '../contacts/contacts.server.ts'

const BATCH = 20
const NOTES_STAY = 'The contact has notes already. What was left empty was not added to them.'

/** What to do with one row. */
interface PlannedRow {
  row_number: number
  outcome: Extract<RowOutcome, 'created' | 'filled' | 'skipped' | 'deleted'>
  contact_id: string
  fields: ImportedFields
  filling: Filling
  /** Previous values of the fields that change; null if none do. */
  previous: Record<string, string | boolean | null> | null
  /** Whether to record consent to texts. */
  consents: boolean
  notes: string[]
}

export interface PlanTools {
  settings: ImportSettings
  matches: Matches
  /** Numbers that opted out; an import cannot override that. */
  optedOut: ReadonlySet<string>
  people: DuplicateIndex
}

interface FileRow {
  row_number: number
  fields: ImportedFields
}

/** Writes the checked rows to the contacts in batches, and stores with each row what an undo needs. */
export async function applyImport(work: ImportWork): Promise<void> {
  const people = new DuplicateIndex(work.import.settings.matchPhone)
  await runBatches(work, { state: 'importing', size: BATCH }, async (tx, range) => {
    const rows = await listRowsByOutcome(tx, ['new', 'known'], range)
    if (rows.length > 0) await writeRows(tx, await planRows(tx, rows, { work, people }), work)
    return rows.length
  })
}

async function planRows(
  tx: Transaction,
  rows: readonly StoredCheckedRow[],
  { work, people }: { work: ImportWork; people: DuplicateIndex },
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

/** Prevents a concurrent form submission from creating a second contact. Locks in a fixed order to avoid deadlocks. */
async function lockEmails(tx: Transaction, emails: readonly string[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(key) from (
       select distinct hashtextextended('contact:' || email, 0) as key from unnest($1::text[]) as email order by 1) as keys`,
    [emails],
  )
}

/** Numbers for which consent from a file does not count. */
async function findOptedOut(tx: Transaction, numbers: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ number: string }>(
    `select number from unnest($1::text[]) as number where private.consent_refusal('import', number) is not null`,
    [numbers],
  )
  return new Set(rows.map(({ number }) => number))
}

/** Decides for each row from the current contacts, which may have changed since the check. */
function planBatch(rows: readonly FileRow[], tools: PlanTools): PlannedRow[] {
  return rows.map((row) => planRow(row, tools))
}

function planRow(
  { row_number, fields }: FileRow,
  { settings, matches, optedOut, people }: PlanTools,
): PlannedRow {
  const known = matches.known(fields)
  const deleted = known === null ? matches.deleted(fields) : null
  const contact_id = known?.id ?? deleted ?? randomUUID()
  const row = { row_number, fields, contact_id, filling: {}, previous: null, consents: false }
  const earlier = people.findEarlier(row_number, fields, contact_id)
  if (earlier !== null) return { ...row, outcome: 'skipped', notes: [`The same person as row ${earlier}.`] }
  if (deleted !== null) return { ...row, outcome: 'deleted', notes: [] }
  const refused = fields.consent !== null && optedOut.has(fields.phone_e164 ?? '')
  const notes = refused ? ['Consent to texts was left off: this number has opted out.'] : []
  const proven = fields.consent !== null && !refused
  if (known === null) return { ...row, outcome: 'created', consents: proven, notes }
  if (settings.duplicates === 'skip') return { ...row, outcome: 'skipped', notes: [] }
  const filling = findFilling(known, fields)
  const consents = proven && !known.text_consent && coversNumber(known, filling, fields)
  const previous = { ...pickValues(known, filling), ...(consents ? { text_consent: false } : {}) }
  if (Object.keys(previous).length === 0) return { ...row, outcome: 'skipped', notes }
  if (keepsValue(fields.notes) && filling.notes === undefined) notes.push(NOTES_STAY)
  return { ...row, outcome: 'filled', filling, previous, consents, notes }
}

/** Consent applies only to the number it was given for. */
function coversNumber(known: KnownContact, filling: Filling, fields: ImportedFields): boolean {
  return filling.phone !== undefined || known.phone_e164 === fields.phone_e164
}

function pickValues(known: KnownContact, filling: Filling): Record<string, string | null> {
  return Object.fromEntries(
    fillableFields.filter((field) => field in filling).map((field) => [field, known[field]]),
  )
}

async function writeRows(tx: Transaction, planned: readonly PlannedRow[], work: ImportWork): Promise<void> {
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

async function insertContacts(tx: Transaction, rows: readonly PlannedRow[]): Promise<void> {
  if (rows.length === 0) return
  await declarePhones(
    tx,
    rows.map(({ fields }) => fields.phone),
  )
  await tx.query(
    `insert into public.crm_contacts
       (id, first_name, last_name, email, phone, phone_type, company, status, service_request, notes)
     select id, first_name, coalesce(last_name, ''), email, phone, coalesce(phone_type, 'mobile'), company,
            coalesce(status, 'lead'), service_request, notes
     from jsonb_to_recordset($1::jsonb) as new (id uuid, first_name text, last_name text, email text, phone text,
       phone_type text, company text, status text, service_request text, notes text)`,
    [JSON.stringify(rows.map(({ contact_id: id, fields }) => ({ ...fields, id })))],
  )
}

/** Fills only fields that were empty when the contacts were locked. */
async function fillContacts(tx: Transaction, rows: readonly PlannedRow[]): Promise<void> {
  const filled = rows.filter(({ filling }) => Object.keys(filling).length > 0)
  if (filled.length === 0) return
  await declarePhones(
    tx,
    filled.map(({ filling }) => filling.phone),
  )
  await tx.query(
    `update public.crm_contacts as contact
     set last_name = coalesce(filling.last_name, contact.last_name), email = coalesce(filling.email, contact.email),
         phone = coalesce(filling.phone, contact.phone), company = coalesce(filling.company, contact.company),
         service_request = coalesce(filling.service_request, contact.service_request),
         notes = coalesce(filling.notes, contact.notes)
     from jsonb_to_recordset($1::jsonb) as filling (id uuid, last_name text, email text, phone text, company text,
       service_request text, notes text)
     where contact.id = filling.id`,
    [JSON.stringify(filled.map(({ contact_id: id, filling }) => ({ ...filling, id })))],
  )
}

async function recordConsents(
  tx: Transaction,
  rows: readonly PlannedRow[],
  { import: { id, file_name: file }, actor }: ImportWork,
): Promise<void> {
  for (const { contact_id, row_number, fields } of rows) {
    if (fields.consent === null) continue
    await changeConsent(tx, {
      action: 'grant',
      method: 'import',
      occurred_at: new Date(fields.consent.given_at),
      contact_id,
      wording: fields.consent.source,
      actor,
      evidence: { import: id, file, row: row_number },
    })
  }
}

async function recordOutcomes(tx: Transaction, importId: string, rows: readonly PlannedRow[]): Promise<void> {
  await tx.query(
    `update public.contact_import_rows as row
     set outcome = planned.outcome, contact_id = planned.contact_id, notes = row.notes || planned.notes,
         previous = planned.previous, contact_version = contact.updated_at
     from jsonb_to_recordset($2::jsonb) as planned (row_number integer, outcome text, contact_id uuid, notes jsonb,
       previous jsonb)
     left join public.crm_contacts as contact on contact.id = planned.contact_id
     where row.import_id = $1 and row.row_number = any($3) and row.row_number = planned.row_number`,
    [importId, JSON.stringify(rows), rows.map(({ row_number: row }) => row)],
  )
}
