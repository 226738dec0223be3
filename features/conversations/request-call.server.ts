import { callRefusal } from './send-rules.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { lockContact } from './texting-contact.server.ts'

export type RequestedCall =
  | { outcome: 'accepted'; logId: string; number: string }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'no such contact' }

/**
 * Writes down that a contact's own number is about to be called. The call itself follows, once, after the commit: a call
 * is never tried again by itself. Needs `service_role`.
 */
export async function requestCall(
  tx: Transaction,
  { contactId, by, now }: { contactId: string; by: string | null; now: Date },
): Promise<RequestedCall> {
  const contact = await lockContact(tx, contactId, now)
  if (contact === null) return { outcome: 'no such contact' }
  const reason = callRefusal(contact)
  if (reason !== null) return { outcome: 'refused', reason }
  const number = contact.phoneE164 ?? ''
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.communication_logs (type, direction, contact_id, phone_number, status, sent_by, attempted_at, created_at)
     values ('call', 'outbound', $1, $2, 'queued', $3, $4, $4) returning id`,
    [contactId, number, by, now],
  )
  const logId = rows[0]?.id
  if (logId === undefined) throw new Error('The call was not returned.')
  return { outcome: 'accepted', logId, number }
}
