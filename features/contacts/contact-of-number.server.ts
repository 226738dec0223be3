import type { Transaction } from '../../platform/database/database.ts'
import { declarePhones } from './phone-number.ts'

/**
 * The id of the contact whose number somebody texts or calls from; made when nobody has it. Where several share a number,
 * it is the one we last had to do with. Needs `service_role`.
 */
export async function contactOfNumber(tx: Transaction, number: string): Promise<string> {
  await declarePhones(tx, [number])
  const { rows } = await tx.query<{ id: string }>('select id from private.contact_of_number($1)', [number])
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The contact of a number was not returned.')
  return id
}
