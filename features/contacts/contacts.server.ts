import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/package.json' with { type: 'json' }
import { asService } from '../../platform/database/as-identity.ts'
import { retentionCutoff } from '../privacy/privacy.ts'
import type { Transaction, Database } from '../../platform/database/database.ts'
import type { KeptCounts } from '../../platform/rest/plan.ts'
import type { Clock } from '../../platform/clock.ts'

export { chosenContacts, selectChosen } from './contact-selection.server.ts'

interface Needs {
  database: Database
  clock: Clock
}

/** Version of the `normalizePhone` rule: another version of the library may accept other numbers. */
export const PHONE_RULE = `libphonenumber-js ${metadata.version}`

/** Purges deleted and merged contacts once their undo period is over. */
export async function purgeDeletedContacts({ database, clock }: Needs): Promise<void> {
  const before = retentionCutoff('deletedContacts', clock())
  await asService(database, async (tx) => {
    await tx.query('select private.purge_deleted_contacts($1)', [before])
    await tx.query('select private.purge_contact_merges($1)', [before])
  })
}

/**
 * Finds the contact that texts or calls from `number`, or creates one, and returns its id. If several share the number, the
 * one with the latest text or call wins. Needs `service_role`.
 */
export async function findContactByPhone(tx: Transaction, number: string): Promise<string> {
  await declarePhones(tx, [number])
  const { rows } = await tx.query<{ id: string }>('select id from private.contact_of_number($1)', [number])
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The contact of a number was not returned.')
  return id
}

/** Converts a number to E.164 (`+19105550142`); the default country is the US. Null if the number cannot exist. */
export function normalizePhone(raw: string): string | null {
  const number = parsePhoneNumberFromString(raw, 'US')
  return number?.isValid() === true ? number.number : null
}

/**
 * Declares the E.164 form of phones before the transaction writes them to `crm_contacts.phone`: a trigger fills `phone_e164`
 * from it (docs/decisions/011). `phones` must equal the written values exactly.
 */
export async function declarePhones(
  tx: Transaction,
  phones: readonly (string | null | undefined)[],
): Promise<void> {
  const numbers = phones.flatMap((phone) => {
    const number = normalizePhone(phone ?? '')
    return number === null ? [] : [[phone, number] as const]
  })
  if (numbers.length === 0) return
  await tx.query(`select set_config('private.phone_numbers', $1, true)`, [
    JSON.stringify(Object.fromEntries(numbers)),
  ])
}

/** Runs `declarePhones` for rows a client writes to `crm_contacts` over REST. */
export async function declareRowPhones(
  tx: Transaction,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  await declarePhones(
    tx,
    rows.map(({ phone }) =>
      typeof phone === 'number' ? String(phone) : typeof phone === 'string' ? phone : null,
    ),
  )
}

interface PersonName {
  first: string
  /** Empty when only one name was given. */
  last: string
}

/** Splits a full name: `Ana de la Cruz` → Ana + de la Cruz; `Cruz, Ana` → Ana + Cruz. */
export function splitName(name: string): PersonName {
  const [family, given] = name.split(/,\s*(.+)/s)
  if (family && given) return { first: given.trim(), last: family.trim() }
  const [first = '', ...rest] = name.split(/\s+/)
  return { first, last: rest.join(' ') }
}

/** The totals of the contact list without a search, for REST. */
export const keptCounts: KeptCounts = {
  crm_contacts: {
    relation: 'private.contact_counts',
    by: ['status', 'source', 'owner_id', 'text_consent'],
  },
}
