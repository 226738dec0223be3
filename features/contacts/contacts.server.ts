import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Dependencies } from '../../server/dependencies.ts'
import { keptSince } from '../privacy/privacy.ts'
import type { Transaction } from '../../platform/database/database.ts'
import metadata from 'libphonenumber-js/package.json' with { type: 'json' }
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Forgets for good what was deleted or merged so long ago that it can no longer be undone. */
export async function purgeDeletedContacts({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const before = keptSince('deletedContacts', clock())
  await asIdentity(database, { role: 'service_role' }, async (tx) => {
    await tx.query('select private.purge_deleted_contacts($1)', [before])
    await tx.query('select private.purge_contact_merges($1)', [before])
  })
}

/**
 * The id of the contact whose number somebody texts or calls from; made when nobody has it. Where several share a number,
 * it is the one we last had to do with. Needs `service_role`.
 */
export async function findContactByPhone(tx: Transaction, number: string): Promise<string> {
  await declarePhones(tx, [number])
  const { rows } = await tx.query<{ id: string }>('select id from private.contact_of_number($1)', [number])
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The contact of a number was not returned.')
  return id
}

/** Names the rule that `normalizePhone` follows. Another version of the library may know other numbers. */
export const PHONE_RULE = `libphonenumber-js ${metadata.version}`

/** The number in E.164 (`+19105550142`), read as a North American one when it has no country; null if it cannot exist. */
export function normalizePhone(raw: string): string | null {
  const number = parsePhoneNumberFromString(raw, 'US')
  return number?.isValid() === true ? number.number : null
}

/**
 * Declares what phones normalize to before the transaction writes them to `crm_contacts.phone`: a trigger fills `phone_e164`
 * from it (docs/decisions/011). Takes them exactly as they are written.
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

/** `declarePhones` for rows somebody sends to `crm_contacts` over REST. */
export async function declarePhonesOfRows(
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
