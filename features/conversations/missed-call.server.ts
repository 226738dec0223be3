import { canSend } from './send-rules.ts'
import { displayNumber } from '../contacts/phone.ts'
import { site } from '../../site.config.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { writeText } from './request-text.server.ts'
import { notifyStaff } from './text-notifications.server.ts'
import { lockContact } from './texting-contact.server.ts'

const TEXT_BACK =
  `Hi, this is ${site.name}. Sorry we missed your call. Reply here and tell us how we can help, ` +
  'or we will call you back. Reply STOP to opt out.'

interface MissedCall {
  contact_id: string | null
  phone_number: string
  name: string | null
}

/**
 * Nobody picked up: the caller waits for a reply, staff are told, and the caller gets one text a day, unless they opted out. A call that was answered,
 * or is known to be missed, stays as it is. Needs `service_role`.
 */
export async function recordMissedCall(
  tx: Transaction,
  missed: { logId: string; textBack: boolean; now: Date },
): Promise<void> {
  const { rows } = await tx.query<MissedCall>(
    `update public.communication_logs as log set status = 'missed', delivery_status = 'no-answer', awaits_reply = true
     where id = $1 and type = 'call' and direction = 'inbound' and status = 'received'
       and delivery_status is distinct from 'completed'
     returning contact_id, phone_number, (
       select trim(first_name || ' ' || last_name) from public.crm_contacts as contact where contact.id = log.contact_id) as name`,
    [missed.logId],
  )
  const [call] = rows
  if (call === undefined) return
  await notifyStaff(tx, [
    {
      title: 'Missed call',
      message: `${call.name ?? displayNumber(call.phone_number)} called and nobody picked up.`,
      contactId: call.contact_id,
      now: missed.now,
    },
  ])
  if (missed.textBack && call.contact_id !== null) {
    await textBack(tx, { contactId: call.contact_id, number: call.phone_number, now: missed.now })
  }
}

async function textBack(
  tx: Transaction,
  { contactId, number, now }: { contactId: string; number: string; now: Date },
): Promise<void> {
  if (await wasTextedBack(tx, number, now)) return
  const contact = await lockContact(tx, contactId, now)
  if (contact === null) return
  const caller = { ...contact, phoneE164: number }
  const verdict = canSend(caller, { body: TEXT_BACK, answersCall: true }, now)
  if (verdict.verdict === 'refuse') return
  await writeText(tx, {
    to: number,
    contactId,
    body: TEXT_BACK,
    purpose: 'text_back',
    allowedBy: null,
    by: null,
    overrideReason: null,
    idempotencyKey: null,
    sendAt: verdict.verdict === 'wait' ? verdict.until : null,
    now,
  })
}

async function wasTextedBack(tx: Transaction, number: string, now: Date): Promise<boolean> {
  // Two calls missed at the same moment: the second waits here, and then finds the first one's text.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('text back:' || $1, 0))`, [number])
  const { rows } = await tx.query(
    `select id from public.communication_logs
     where phone_number = $1 and purpose = 'text_back' and created_at > $2::timestamptz - interval '24 hours' limit 1`,
    [number, now],
  )
  return rows.length > 0
}
