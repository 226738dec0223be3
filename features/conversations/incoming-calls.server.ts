import type { Transaction } from '../../platform/database/database.ts'
import { findContactByPhone } from '../contacts/contacts.server.ts'
import { displayNumber } from '../../web/ui/phone-number.ts'
import { site } from '../../site.config.ts'
import { lockContact, writeText } from './send-sms.server.ts'
import { findSendTime } from './texting-hours.ts'
import { notifyStaff } from './incoming-sms.server.ts'
import { recordDeliveryReport, type DeliveryReport } from './delivery-report.server.ts'

export interface ReceivedCall {
  providerId: string
  /** E.164; null for a hidden number. */
  from: string | null
  now: Date
}

const TEXT_BACK =
  `Hi, this is ${site.name}. Sorry we missed your call. Reply here and tell us how we can help, ` +
  'or we will call you back. Reply STOP to opt out.'

interface MissedCall {
  contact_id: string | null
  phone_number: string
  name: string | null
}

export interface CallReport extends DeliveryReport {
  textMissedCaller: boolean
}

/** Carrier statuses of a call without an answer. */
const UNANSWERED = new Set(['busy', 'failed', 'no-answer', 'canceled'])

/** Logs an incoming call under the caller's contact. Returns the log id. Needs `service_role`. */
export async function receiveCall(tx: Transaction, call: ReceivedCall): Promise<string> {
  const contactId = call.from === null ? null : await findContactByPhone(tx, call.from)
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

/** Handles a report about the first leg: the staff phone of an outgoing call, or the incoming call itself. */
export async function recordCallStatus(tx: Transaction, report: CallReport): Promise<void> {
  const call = await findCall(tx, report)
  if (call === null) return
  if (call.direction === 'inbound' && UNANSWERED.has(report.status)) {
    await recordMissedCall(tx, { ...report, logId: call.id })
  }
  // The end of the first leg does not say whether the second leg was answered.
  const status = report.status === 'completed' ? 'ended' : report.status
  await recordDeliveryReport(tx, { ...report, logId: call.id, status })
}

async function findCall(
  tx: Transaction,
  { logId, providerId }: CallReport,
): Promise<{ id: string; direction: 'inbound' | 'outbound' } | null> {
  const { rows } = await tx.query<{ id: string; direction: 'inbound' | 'outbound' }>(
    `select id, direction from public.communication_logs where type = 'call' and (id = $1 or provider_id = $2)
     order by id = $1 desc limit 1`,
    [logId, providerId],
  )
  return rows[0] ?? null
}

/**
 * Marks a call as missed and unanswered, notifies staff, and texts the caller at most once a day unless they opted out. A
 * call that was answered or is already marked stays as it is. Needs `service_role`.
 */
export async function recordMissedCall(
  tx: Transaction,
  missed: { logId: string; textMissedCaller: boolean; now: Date },
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
      kind: 'call',
      title: 'Missed call',
      message: `${call.name ?? displayNumber(call.phone_number)} called and nobody picked up.`,
      contactId: call.contact_id,
      now: missed.now,
    },
  ])
  if (missed.textMissedCaller && call.contact_id !== null) {
    await textMissedCaller(tx, { contactId: call.contact_id, number: call.phone_number, now: missed.now })
  }
}

async function textMissedCaller(
  tx: Transaction,
  { contactId, number, now }: { contactId: string; number: string; now: Date },
): Promise<void> {
  if (await wasTextedAfterCall(tx, number, now)) return
  const caller = await lockContact(tx, { contactId, missedCallFrom: number, now })
  if (caller?.allowed !== true) return
  await writeText(tx, {
    to: number,
    contactId,
    body: TEXT_BACK,
    purpose: 'text_back',
    allowedBy: null,
    by: null,
    overrideReason: null,
    idempotencyKey: null,
    sendAt: findSendTime({ ...caller, overrideReason: null }, now),
    now,
  })
}

async function wasTextedAfterCall(tx: Transaction, number: string, now: Date): Promise<boolean> {
  // Serializes two calls missed at the same time: the second one then finds the first one's text.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('text back:' || $1, 0))`, [number])
  const { rows } = await tx.query(
    `select id from public.communication_logs
     where phone_number = $1 and purpose = 'text_back' and created_at > $2::timestamptz - interval '24 hours' limit 1`,
    [number, now],
  )
  return rows.length > 0
}

/** Handles a report about the second leg: the contact we called, or the staff phone for an incoming call. */
export async function recordDialStatus(tx: Transaction, report: CallReport): Promise<{ missed: boolean }> {
  const call = await findCall(tx, report)
  if (call === null) return { missed: false }
  const status = report.status === 'answered' ? 'completed' : report.status
  const missed = call.direction === 'inbound' && UNANSWERED.has(status)
  if (missed) await recordMissedCall(tx, { ...report, logId: call.id })
  else await recordDeliveryReport(tx, { ...report, logId: call.id, status })
  return { missed }
}
