import { randomUUID } from 'node:crypto'
import type { ImportedFields, ImportSettings, RowOutcome } from './contact-import.ts'
import type { FilePeople } from './file-people.server.ts'
import { filledFields, fillingFor, type Filling } from './fill-empty.server.ts'
import type { KnownContact, Matches } from './import-match.server.ts'

/** What is done with one row. */
export interface PlannedRow {
  row_number: number
  outcome: Extract<RowOutcome, 'created' | 'filled' | 'skipped' | 'deleted'>
  contact_id: string
  fields: ImportedFields
  filling: Filling
  /** What the contact held in the fields that change; null where nothing changes. */
  previous: Record<string, string | boolean | null> | null
  /** Whether the agreement to be texted is recorded. */
  consents: boolean
  notes: string[]
}

export interface PlanTools {
  settings: ImportSettings
  matches: Matches
  /** Numbers whose owner does not want to be texted: no file changes that. */
  optedOut: ReadonlySet<string>
  people: FilePeople
}

interface FileRow {
  row_number: number
  fields: ImportedFields
}

/** Decides for each row, by what there is now: contacts may have come since the check. */
export function planBatch(rows: readonly FileRow[], tools: PlanTools): PlannedRow[] {
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
  const filling = fillingFor(known, fields)
  const consents = proven && !known.text_consent && isForNumber(known, filling, fields)
  const previous = { ...valuesOf(known, filling), ...(consents ? { text_consent: false } : {}) }
  if (Object.keys(previous).length === 0) return { ...row, outcome: 'skipped', notes }
  return { ...row, outcome: 'filled', filling, previous, consents, notes }
}

function valuesOf(known: KnownContact, filling: Filling): Record<string, string | null> {
  return Object.fromEntries(
    filledFields.filter((field) => field in filling).map((field) => [field, known[field]]),
  )
}

/** Agreeing for one number says nothing about another. */
function isForNumber(known: KnownContact, filling: Filling, fields: ImportedFields): boolean {
  return filling.phone !== undefined || known.phone_e164 === fields.phone_e164
}
