import { z } from 'zod'
import { asIdentity, serviceFor, type Identity } from '../../platform/database/as-identity.ts'
import {
  FunctionError,
  requireBody,
  uuid,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'
import { requireAdmin } from '../account/account.server.ts'
import { storedKinds } from './privacy.ts'
import type { Transaction, Database } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { MailProvider } from '../../server/mail/mail-provider.ts'

interface Needs {
  database: Database
  clock: Clock
  mail: MailProvider
}

/** Any text: forms, imports and the first-start setup accept different kinds of addresses, and all must be findable. */
const email = z.string().trim().min(1).max(320)
const personRef = z.union([z.object({ contactId: uuid }), z.object({ email })])
const request = z.intersection(z.object({ action: z.enum(['summary', 'export', 'erase']) }), personRef)

const storedData = z.object({
  contacts: z.array(z.string()),
  emails: z.array(z.string()),
  numbers: z.array(z.string()),
  shared_with: z.array(z.string()),
  records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})

/** A person: a contact, or an email without a contact. */
type PersonRef = { contactId: string } | { email: string }

interface PersonalData {
  emails: string[]
  numbers: string[]
  /** Names of other people with one of the numbers; rows that carry only the number count as theirs too. */
  sharedWith: string[]
  /** Kinds of the privacy policy, without empty ones. */
  kinds: KindOfData[]
}

interface KindOfData {
  label: string
  name: string
  what: string
  why: string
  kept: string
  /** Rows by their table. */
  records: Record<string, Record<string, unknown>[]>
}

/** Summarizes, exports or erases the data of one person. For admins and command-line tools. */
export const personalData: ServerFunction<Needs> = {
  name: 'personal-data',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    const { id: actor } = await requireAdmin(c.get('identity'), deps)
    const { action, ...person } = await requireBody(c.req.raw, request)
    const identity = serviceFor(actor)
    if (action === 'erase') return c.json(await erasePerson(person, identity, deps))
    const data = await requirePersonalData(person, identity, deps)
    if (action === 'summary') return c.json(summarize(data))
    const file = JSON.stringify({ exported_at: deps.clock().toISOString(), ...data }, null, 2)
    return c.body(file, 200, {
      'Content-Type': 'application/json',
      'Content-Disposition': 'attachment; filename="personal-data.json"',
    })
  },
}

async function erasePerson(person: PersonRef, identity: Identity, deps: Needs): Promise<object> {
  await requirePersonalData(person, identity, deps)
  const erased = await asIdentity(deps.database, identity, async (tx) => {
    const named = await findNamingPattern(tx, person)
    const rows = await erasePersonalData(tx, person)
    // Before the commit: if this fails, the transaction rolls back and the erasure can be retried.
    if (named !== null) await deps.mail.forget?.(named)
    return rows
  })
  return { success: true, erased }
}

async function requirePersonalData(person: PersonRef, identity: Identity, { database }: Needs) {
  const data = await asIdentity(database, identity, (tx) => findPersonalData(tx, person), { readOnly: true })
  if (data === null) throw new FunctionError(404, 'Nothing is stored about this person.')
  return data
}

/** Everything stored about one person; null if nothing is. Needs `service_role`. */
async function findPersonalData(tx: Transaction, person: PersonRef): Promise<PersonalData | null> {
  const { rows } = await tx.query<{ data: unknown }>(
    'select private.personal_data($1, $2) as data',
    toParameters(person),
  )
  const { emails, numbers, shared_with: sharedWith, records } = storedData.parse(rows[0]?.data)
  if (Object.keys(records).length === 0) return null
  return { emails, numbers, sharedWith, kinds: groupByKind(records) }
}

function toParameters(person: PersonRef): (string | null)[] {
  return 'contactId' in person ? [person.contactId, null] : [null, person.email]
}

function groupByKind(records: PersonalData['kinds'][number]['records']): KindOfData[] {
  return storedKinds
    .map(({ label, name, what, why, kept, tables }) => ({
      label,
      name,
      what,
      why,
      kept,
      records: Object.fromEntries(
        tables.flatMap((table) => (records[table] ? [[table, records[table]]] : [])),
      ),
    }))
    .filter((kind) => Object.keys(kind.records).length > 0)
}

/** Pattern that finds this person in lower-case text outside the database; null if no email is known. */
async function findNamingPattern(tx: Transaction, person: PersonRef): Promise<RegExp | null> {
  const { rows } = await tx.query<{ pattern: string | null }>(
    'select private.pattern_naming($1, $2) as pattern',
    toParameters(person),
  )
  const pattern = rows[0]?.pattern ?? null
  return pattern === null ? null : new RegExp(pattern)
}

/**
 * Permanently erases a person in the caller's transaction, except evidence of consent to texts. Returns the row count per
 * table. Needs `service_role` acting for the requesting admin.
 */
async function erasePersonalData(tx: Transaction, person: PersonRef): Promise<Record<string, number>> {
  const { rows } = await tx.query<{ erased: unknown }>(
    'select private.erase_person($1, $2) as erased',
    toParameters(person),
  )
  return z.record(z.string(), z.number()).parse(rows[0]?.erased)
}

/** Row counts per kind, and whether an erasure keeps them. */
function summarize({ emails, numbers, sharedWith, kinds }: PersonalData): object {
  const counted = kinds.map(({ label, kept, records }) => ({
    name: label,
    kept,
    rows: Object.values(records).flat().length,
    stays: 'public.consent_events' in records,
  }))
  return { emails, numbers, sharedWith, kinds: counted }
}
