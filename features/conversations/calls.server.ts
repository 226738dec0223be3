import { z } from 'zod'
import { asIdentity, serviceFor, asService } from '../../platform/database/as-identity.ts'
import { webhookAddress } from './phone-webhook.server.ts'
import {
  FunctionError,
  requireBody,
  uuid,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'
import { requireStaff, type StaffMember } from '../account/account.server.ts'
import { consumeStaffLimit } from '../../server/spend-limits.ts'
import { callOutcomes } from '../../db/row-types.ts'
import { explainCallRefusal } from '../consent/consent.ts'
import type { Transaction, Database } from '../../platform/database/database.ts'
import { lockContact } from './send-sms.server.ts'
import type { SendResult } from '../../server/providers/phone/phone-provider.ts'
import { adoptProviderId } from './delivery-report.server.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Phone } from '../../server/providers/phone/choose-phone.ts'

interface Needs {
  database: Database
  clock: Clock
  phone: Phone
  config: { siteUrl: string }
}

const loggedCall = z.object({
  contactId: uuid,
  outcome: z.enum(callOutcomes),
  note: z.string().trim().min(1).max(2000).nullable(),
  idempotencyKey: uuid,
})

/** Stores a call that staff made with another phone. */
export const logCall: ServerFunction<Pick<Needs, 'database' | 'clock'>> = {
  name: 'log-call',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    const staff = await requireStaff(c.get('identity'), deps)
    const call = await requireBody(c.req.raw, loggedCall, () => 'Please say how the call went')
    const rows = await asIdentity(deps.database, serviceFor(staff.id), async (tx) => {
      const stored = await tx.query<{ id: string }>(
        `insert into public.communication_logs
           (type, direction, contact_id, phone_number, status, sent_by, created_at, call_outcome, call_note, idempotency_key)
         select 'call', 'outbound', id, coalesce(phone_e164, phone), 'initiated', $2, $3, $4, $5, $6
         from public.crm_contacts where id = $1 and phone is not null
         on conflict (idempotency_key) do update set idempotency_key = excluded.idempotency_key
         returning id`,
        [call.contactId, staff.id, deps.clock(), call.outcome, call.note, call.idempotencyKey],
      )
      return stored.rows
    })
    if (rows.length === 0) throw new FunctionError(409, 'Contact has no phone number')
    return c.json({ success: true, logId: rows[0]?.id })
  },
}

// Clients also send `phoneNumber`; it is ignored in favor of the contact's stored number.
const request = z.object({ contactId: uuid })

export type RequestedCall =
  | { outcome: 'accepted'; logId: string; number: string }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'no such contact' }

interface CallResult {
  status: 'initiated' | 'failed' | 'unknown'
  /** Why the call failed, for the staff member who called. */
  reason: string | null
}

/** Longer than any carrier takes to respond. */
const CALL_TIMEOUT_MS = 120_000

const REASONS = {
  busy: 'The carrier is busy. Please try again in a minute.',
  unreachable: 'The carrier cannot be reached. Please try again in a minute.',
  'key refused': 'The carrier does not accept our key. An admin has to set the right one.',
}

/** Rings the staff phone and connects it with a contact. Never retried: a call ten minutes late helps no one. */
export const makeCall: ServerFunction<Needs> = {
  name: 'make-call',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    const staff = await requireStaff(c.get('identity'), deps)
    const { contactId } = await requireBody(c.req.raw, request, () => 'Please select a contact')
    const { staffPhone } = deps.phone
    if (staffPhone === undefined) {
      throw new FunctionError(409, 'No telephone of yours is set up to be called first (STAFF_PHONE).')
    }
    await consumeStaffLimit('call', staff, deps)
    const { logId, number } = await acceptCall(contactId, staff, deps)
    const result = await connect({ logId, number, staffPhone }, deps)
    if (result.status === 'failed') throw new FunctionError(409, result.reason ?? 'Unknown error')
    if (result.status === 'unknown') throw new FunctionError(503, result.reason ?? 'Unknown error')
    return c.json({ success: true, logId, status: result.status })
  },
}

async function acceptCall(
  contactId: string,
  staff: StaffMember,
  deps: Needs,
): Promise<{ logId: string; number: string }> {
  const requested = await asIdentity(deps.database, serviceFor(staff.id), (tx) =>
    requestCall(tx, { contactId, by: staff.id, now: deps.clock() }),
  )
  if (requested.outcome === 'no such contact')
    throw new FunctionError(404, 'This contact does not exist any more.')
  if (requested.outcome === 'refused') throw new FunctionError(409, requested.reason)
  return requested
}

/**
 * Logs a call to a contact's own number. The caller dials once after the commit; calls are never retried. Needs
 * `service_role`.
 */
async function requestCall(
  tx: Transaction,
  { contactId, by, now }: { contactId: string; by: string | null; now: Date },
): Promise<RequestedCall> {
  const contact = await lockContact(tx, { contactId, now })
  if (contact === null) return { outcome: 'no such contact' }
  const reason = explainCallRefusal(contact.reason)
  if (reason !== null) return { outcome: 'refused', reason }
  const number = contact.phoneE164
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.communication_logs (type, direction, contact_id, phone_number, status, sent_by, attempted_at, created_at)
     values ('call', 'outbound', $1, $2, 'queued', $3, $4, $4) returning id`,
    [contactId, number, by, now],
  )
  const logId = rows[0]?.id
  if (logId === undefined) throw new Error('The call was not returned.')
  return { outcome: 'accepted', logId, number }
}

async function connect(
  call: { logId: string; number: string; staffPhone: string },
  { phone, config, database }: Needs,
): Promise<CallResult> {
  const answer = await phone.provider.connectCall({
    staff: call.staffPhone,
    contact: call.number,
    reportTo: webhookAddress(config.siteUrl, 'call-status', call.logId),
    reportContactTo: webhookAddress(config.siteUrl, 'dial-status', call.logId),
  })
  return asService(database, (tx) => recordCallResult(tx, { logId: call.logId, answer }))
}

/** Records the carrier's answer to a call. Needs `service_role`. */
export async function recordCallResult(
  tx: Transaction,
  { logId, answer }: { logId: string; answer: SendResult },
): Promise<CallResult> {
  switch (answer.result) {
    case 'accepted':
      await adoptProviderId(tx, { logId, providerId: answer.providerId, status: answer.status })
      return { status: 'initiated', reason: null }
    case 'refused':
      await endCall(tx, { logId, status: 'failed', code: answer.code, reason: answer.message })
      return { status: 'failed', reason: answer.message }
    case 'not sent':
      await endCall(tx, { logId, status: 'failed', code: null, reason: REASONS[answer.reason] })
      return { status: 'failed', reason: REASONS[answer.reason] }
    case 'unknown': {
      const reason = 'The carrier did not answer. If your phone does not ring in a moment, please call again.'
      await endCall(tx, { logId, status: 'unknown', code: null, reason })
      return { status: 'unknown', reason }
    }
  }
}

async function endCall(
  tx: Transaction,
  call: { logId: string; status: 'failed' | 'unknown'; code: string | null; reason: string },
): Promise<void> {
  // A delivery report may have arrived before the answer.
  await tx.query(
    `update public.communication_logs set status = $2, error_code = $3, error_message = left($4, 1000)
     where id = $1 and status = 'queued'`,
    [call.logId, call.status, call.code, call.reason],
  )
}

/** Marks calls as unknown whose process died before it recorded the answer. */
export async function expireCalls({ database, clock }: Pick<Needs, 'database' | 'clock'>): Promise<void> {
  await asService(database, (tx) =>
    tx.query(
      `update public.communication_logs set status = 'unknown', error_message = 'The server stopped before the carrier answered.'
       where type = 'call' and status = 'queued' and attempted_at < $1`,
      [new Date(clock().getTime() - CALL_TIMEOUT_MS)],
    ),
  )
}
