import type { Transaction } from '../../platform/database/database.ts'
import { contactOfNumber } from '../contacts/contact-of-number.server.ts'

export interface ReceivedCall {
  providerId: string
  /** E.164; null when the caller hides it. */
  from: string | null
  now: Date
}

/** Writes an incoming call into the history, under the contact it comes from. Returns its id there. Needs `service_role`. */
export async function receiveCall(tx: Transaction, call: ReceivedCall): Promise<string> {
  const contactId = call.from === null ? null : await contactOfNumber(tx, call.from)
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.communication_logs (type, direction, contact_id, phone_number, status, delivery_status, provider_id,
       created_at)
     values ('call', 'inbound', $1, $2, 'received', 'ringing', $3, $4) returning id`,
    [contactId, call.from ?? 'Hidden number', call.providerId, call.now],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The call was not returned.')
  return id
}
