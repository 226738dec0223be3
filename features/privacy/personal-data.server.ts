import { z } from 'zod'
import { storedAboutVisitors } from './privacy.ts'
import type { Transaction } from '../../platform/database/database.ts'

/** Whose data it is: everything that belongs to a contact, or to an address nobody is entered under. */
export type WhoseData = { contactId: string } | { email: string }

const found = z.object({
  contacts: z.array(z.string()),
  emails: z.array(z.string()),
  numbers: z.array(z.string()),
  shared_with: z.array(z.string()),
  records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})

export interface PersonalData {
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
export async function findPersonalData(tx: Transaction, whose: WhoseData): Promise<PersonalData | null> {
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
export async function erasePersonalData(tx: Transaction, whose: WhoseData): Promise<Record<string, number>> {
  const { rows } = await tx.query<{ erased: unknown }>(
    'select private.erase_person($1, $2) as erased',
    parametersOf(whose),
  )
  return z.record(z.string(), z.number()).parse(rows[0]?.erased)
}

/** What lower-case text that names this person looks like, outside the database; null where no address is known. */
export async function findNamingPattern(tx: Transaction, whose: WhoseData): Promise<RegExp | null> {
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
