import { z } from 'zod'
import { asIdentity, serviceFor, type Identity } from '../../platform/database/as-identity.ts'
import {
  FunctionError,
  requireBody,
  uuid,
  type FunctionDependencies,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'
import { requireAdmin } from '../account/account.server.ts'
import { storedAboutVisitors } from './privacy.ts'
import type { Transaction } from '../../platform/database/database.ts'

/** Any text: forms, imports and the first start take addresses of different kinds, and each of those people may ask. */
const email = z.string().trim().min(1).max(320)
const whose = z.union([z.object({ contactId: uuid }), z.object({ email })])
const request = z.intersection(z.object({ action: z.enum(['summary', 'export', 'erase']) }), whose)

/** What is stored about one person: counted, handed out, or erased. For admins and the machine's own commands. */
export const personalData: ServerFunction = {
  name: 'personal-data',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    const { id: actor } = await requireAdmin(c.get('identity'), deps)
    const { action, ...person } = await requireBody(c.req.raw, request)
    const identity = serviceFor(actor)
    if (action === 'erase') return c.json(await erase(person, identity, deps))
    const data = await find(person, identity, deps)
    if (action === 'summary') return c.json(summaryOf(data))
    const file = JSON.stringify({ exported_at: deps.clock().toISOString(), ...data }, null, 2)
    return c.body(file, 200, {
      'Content-Type': 'application/json',
      'Content-Disposition': 'attachment; filename="personal-data.json"',
    })
  },
}

async function find(person: WhoseData, identity: Identity, { database }: FunctionDependencies) {
  const data = await asIdentity(database, identity, (tx) => findPersonalData(tx, person), { readOnly: true })
  if (data === null) throw new FunctionError(404, 'Nothing is stored about this person.')
  return data
}

async function erase(person: WhoseData, identity: Identity, deps: FunctionDependencies): Promise<object> {
  await find(person, identity, deps)
  const erased = await asIdentity(deps.database, identity, async (tx) => {
    const named = await findNamingPattern(tx, person)
    const rows = await erasePersonalData(tx, person)
    // Before the commit: if this fails, the person is still there to be erased again.
    if (named !== null) await deps.mail.forget?.(named)
    return rows
  })
  return { success: true, erased }
}

/** How much there is of each kind, and what an erasure leaves. */
function summaryOf({ emails, numbers, sharedWith, kinds }: PersonalData): object {
  const counted = kinds.map(({ label, kept, records }) => ({
    name: label,
    kept,
    rows: Object.values(records).flat().length,
    stays: 'public.consent_events' in records,
  }))
  return { emails, numbers, sharedWith, kinds: counted }
}

/** Whose data it is: everything that belongs to a contact, or to an address nobody is entered under. */
type WhoseData = { contactId: string } | { email: string }

const found = z.object({
  contacts: z.array(z.string()),
  emails: z.array(z.string()),
  numbers: z.array(z.string()),
  shared_with: z.array(z.string()),
  records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})

interface PersonalData {
  emails: string[]
  numbers: string[]
  /** Names of other people with one of the numbers: what hangs on the number alone counts as theirs, too. */
  sharedWith: string[]
  /** By the kinds of the privacy policy; those of which there is nothing are left out. */
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

/** Everything that is stored about one person; null where nothing is. Needs `service_role`. */
async function findPersonalData(tx: Transaction, whose: WhoseData): Promise<PersonalData | null> {
  const { rows } = await tx.query<{ data: unknown }>(
    'select private.personal_data($1, $2) as data',
    parametersOf(whose),
  )
  const { emails, numbers, shared_with: sharedWith, records } = found.parse(rows[0]?.data)
  if (Object.keys(records).length === 0) return null
  return { emails, numbers, sharedWith, kinds: kindsOf(records) }
}

/**
 * Erases a person for good, in the caller's transaction, and says how many rows there were by table. What proves consent
 * to texts stays. Needs `service_role`, acting for whoever asked for it.
 */
async function erasePersonalData(tx: Transaction, whose: WhoseData): Promise<Record<string, number>> {
  const { rows } = await tx.query<{ erased: unknown }>(
    'select private.erase_person($1, $2) as erased',
    parametersOf(whose),
  )
  return z.record(z.string(), z.number()).parse(rows[0]?.erased)
}

/** What lower-case text that names this person looks like, outside the database; null where no address is known. */
async function findNamingPattern(tx: Transaction, whose: WhoseData): Promise<RegExp | null> {
  const { rows } = await tx.query<{ pattern: string | null }>(
    'select private.pattern_naming($1, $2) as pattern',
    parametersOf(whose),
  )
  const pattern = rows[0]?.pattern ?? null
  return pattern === null ? null : new RegExp(pattern)
}

function parametersOf(whose: WhoseData): (string | null)[] {
  return 'contactId' in whose ? [whose.contactId, null] : [null, whose.email]
}

function kindsOf(records: PersonalData['kinds'][number]['records']): KindOfData[] {
  return storedAboutVisitors
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
