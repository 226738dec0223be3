import type { Transaction } from '../../platform/database/database.ts'
import { consumeRateLimit } from '../../platform/http/rate-limit.ts'
import { findSendTime, lockContact, writeText } from '../conversations/conversations.server.ts'
import type { Meeting } from './meetings.server.ts'

const DAY = 86_400
/** Anyone can type a stranger's number and tick the box. */
const LIMITS = { number: { capacity: 3, perSeconds: DAY }, total: { capacity: 100, perSeconds: DAY } }

/**
 * Queues a text about a meeting, if the number it was booked with is the contact's and the contact agreed to texts. Writes
 * nothing if it could only arrive after the start, or over the limits. Needs `service_role`.
 */
export async function textMeeting(
  tx: Transaction,
  { contactId, number, start }: Meeting,
  { body, now }: { body: string; now: Date },
): Promise<void> {
  const contact = contactId === null ? null : await lockContact(tx, { contactId, now })
  if (contact === null || contact.reason !== 'consent' || contact.phoneE164 !== number) return
  const sendAt = findSendTime({ ...contact, overrideReason: null }, now)
  if (sendAt !== null && sendAt >= start) return
  if (await isOverLimit(tx, contact.phoneE164, now)) return
  await writeText(tx, {
    to: contact.phoneE164,
    contactId: contact.id,
    body,
    purpose: 'meeting',
    allowedBy: 'consent',
    by: null,
    overrideReason: null,
    idempotencyKey: null,
    sendAt,
    now,
  })
}

async function isOverLimit(tx: Transaction, number: string, now: Date): Promise<boolean> {
  const byNumber = await consumeRateLimit(tx, { key: `meeting:text:${number}`, ...LIMITS.number, now })
  return byNumber > 0 || (await consumeRateLimit(tx, { key: 'meeting:texts', ...LIMITS.total, now })) > 0
}

/** Cancels texts about a meeting that still wait for the morning: they name the old time. Needs `service_role`. */
export async function cancelMeetingTexts(tx: Transaction, { contactId }: Meeting): Promise<void> {
  // The contact before its texts, as the queue does.
  await tx.query('select from public.crm_contacts where id = $1 for no key update', [contactId])
  await tx.query(
    `update public.communication_logs set status = 'canceled', error_message = 'The meeting was moved or canceled.'
     where contact_id = $1 and purpose = 'meeting' and status in ('queued', 'scheduled')`,
    [contactId],
  )
}
