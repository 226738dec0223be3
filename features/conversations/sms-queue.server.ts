import { z } from 'zod'
import { canSend } from './send-rules.ts'
import type { Transaction } from '../../platform/database/database.ts'
import {
  type SendResult,
  type OutgoingSms,
  type PhoneProvider,
  OPTED_OUT,
} from '../../server/providers/phone/phone-provider.ts'
import { type JobOutcome, type Job, type QueueHandler, addJob } from '../../server/jobs/job.ts'
import { notifyOfFailedText } from './incoming-sms.server.ts'
import { lockContact, type TextingContact } from './send-sms.server.ts'
import { webhookAddress } from './phone-webhook.server.ts'
import { withdrawConsent } from '../consent/consent.server.ts'
import { adoptProviderId } from './delivery-report.server.ts'

/** Longer than the provider's own timeout. */
const LEASE_MS = 60_000
/** A text delayed this long by an outage is no longer worth sending. */
const STALE_MS = 24 * 3_600_000

/** Not canceled in the meantime. */
const WAITING = `status in ('queued', 'scheduled')`

const payload = z.object({ log: z.uuid() })

interface QueuedText {
  id: string
  contact_id: string | null
  phone_number: string
  message: string
  purpose: 'staff' | 'text_back'
  allowed_by: 'consent' | 'reply' | null
  override_reason: string | null
  due_at: string | Date
}

export interface TextWork extends OutgoingSms {
  logId: string
}

/** Delay before the carrier is asked about an attempt without an answer. */
const FIRST_QUERY_MS = 60_000

interface SendAttempt {
  logId: string
  answer: SendResult
  now: Date
}

/** Sends the queued texts: each at most once, and only while it is still allowed. */
export function createTextQueue(tools: {
  phone: PhoneProvider
  siteUrl: string
}): QueueHandler<TextWork, SendResult> {
  const { phone, siteUrl } = tools
  return {
    queue: 'texts',
    leaseMs: LEASE_MS,
    prepare: (tx, job, now) => prepare(tx, { job, now, siteUrl }),
    perform: (text) => phone.sendText(text),
    record: (tx, { work, answer, now }) => recordSendResult(tx, { logId: work.logId, answer, now }),
    abandoned: (tx, job, now) => recordUnknownText(tx, { logId: payload.parse(job.payload).log, now }),
    isBack: phone.isReachable,
  }
}

async function prepare(
  tx: Transaction,
  { job, now, siteUrl }: { job: Job; now: Date; siteUrl: string },
): Promise<{ work: TextWork } | { ending: JobOutcome }> {
  const text = await findText(tx, payload.parse(job.payload).log)
  if (text === null) return { ending: { state: 'done' } }
  const contact = text.contact_id === null ? null : await lockContact(tx, text.contact_id, now)
  const verdict = canSend(findRecipient(text, contact), toTextToSend(text), now)
  if (verdict.verdict === 'refuse') return refuse(tx, text, { reason: verdict.reason, now })
  if (now.getTime() - new Date(text.due_at).getTime() > STALE_MS) {
    return refuse(tx, text, { reason: 'The carrier could not be reached for a day.', now })
  }
  if (verdict.verdict === 'wait') {
    await schedule(tx, text, verdict.until)
    return { ending: { state: 'later', at: verdict.until, reason: 'quiet hours' } }
  }
  if (!(await markSending(tx, text, now)))
    return refuse(tx, text, { reason: 'This number may not be texted any more.', now })
  return {
    work: {
      logId: text.id,
      to: text.phone_number,
      body: text.message,
      reportTo: webhookAddress(siteUrl, 'message-status', text.id),
    },
  }
}

// Not locked: withdrawing consent locks the contact before its texts, and this order must match.
async function findText(tx: Transaction, id: string): Promise<QueuedText | null> {
  const { rows } = await tx.query<QueuedText>(
    `select id, contact_id, phone_number, message, purpose, allowed_by, override_reason, coalesce(send_at, created_at) as due_at
     from public.communication_logs where id = $1 and ${WAITING}`,
    [id],
  )
  return rows[0] ?? null
}

/**
 * The contact as owner of the number the text was written to; a contact with another number by now does not count. A text
 * written as a reply stays one, even if it waits for the morning.
 */
function findRecipient(text: QueuedText, contact: TextingContact | null): TextingContact {
  const number = { phone: text.phone_number, phoneE164: text.phone_number }
  const nothing = { textConsent: false, basis: 'none', replyUntil: null } as const
  if (contact === null) return { id: '', ...number, ...nothing, lastInboundAt: null }
  if (text.purpose === 'staff' && contact.phoneE164 !== text.phone_number) {
    return { ...contact, ...number, ...nothing }
  }
  const isReply = text.allowed_by === 'reply' && contact.basis !== 'opted_out'
  return { ...contact, ...number, ...(isReply ? { basis: 'reply', replyUntil: null } : {}) }
}

function toTextToSend(text: QueuedText) {
  return {
    body: text.message,
    overrideReason: text.override_reason,
    answersCall: text.purpose === 'text_back',
  }
}

async function refuse(
  tx: Transaction,
  text: QueuedText,
  { reason, now }: { reason: string; now: Date },
): Promise<{ ending: JobOutcome }> {
  const { rowCount } = await tx.query(
    `update public.communication_logs set status = 'failed', error_message = $2 where id = $1 and ${WAITING}`,
    [text.id, reason],
  )
  // Canceled concurrently; the person who canceled knows.
  if (rowCount === 0) return { ending: { state: 'done' } }
  await notifyOfFailedText(tx, text.id, now)
  return { ending: { state: 'dead', reason: 'refused', detail: reason } }
}

async function schedule(tx: Transaction, text: QueuedText, until: Date): Promise<void> {
  await tx.query(
    `update public.communication_logs set status = 'scheduled', send_at = $2 where id = $1 and ${WAITING}`,
    [text.id, until],
  )
}

/** From here on the text may have been sent. The condition is the final permission check. */
async function markSending(tx: Transaction, text: QueuedText, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update public.communication_logs as log set status = 'sending', attempted_at = $2
     where log.id = $1 and ${WAITING} and private.may_text(log)`,
    [text.id, now],
  )
  return rowCount === 1
}

/** Records the carrier's answer to a text, in the transaction that ends its job. */
export async function recordSendResult(
  tx: Transaction,
  { logId, answer, now }: SendAttempt,
): Promise<JobOutcome> {
  switch (answer.result) {
    case 'accepted':
      await recordSent(tx, { logId, answer })
      return { state: 'done' }
    case 'refused':
      await recordRefused(tx, { logId, answer, now })
      return { state: 'dead', reason: 'refused', detail: answer.message }
    case 'not sent':
      await tx.query(
        `update public.communication_logs set status = 'queued', attempted_at = null where id = $1 and status = 'sending'`,
        [logId],
      )
      return { state: 'provider-down', reason: answer.reason }
    case 'unknown':
      await recordUnknownText(tx, { logId, now })
      return { state: 'done', queueRests: answer.reason }
  }
}

/** Records that the carrier has the text, with the carrier's id. */
export async function recordSent(
  tx: Transaction,
  sent: { logId: string; answer: { providerId: string; status: string; segments: number | null } },
): Promise<void> {
  const { logId, answer } = sent
  await tx.query(
    `update public.communication_logs
     set status = case when status = 'failed' then status else 'sent' end,
         segments = coalesce($2, segments), error_message = case when status = 'failed' then error_message end
     where id = $1`,
    [logId, answer.segments],
  )
  await adoptProviderId(tx, { logId, providerId: answer.providerId, status: answer.status })
}

async function recordRefused(
  tx: Transaction,
  { logId, answer, now }: { logId: string; answer: SendResult & { result: 'refused' }; now: Date },
): Promise<void> {
  const { rows } = await tx.query<{ contact_id: string | null; phone_number: string }>(
    `update public.communication_logs set status = 'failed', error_code = $2, error_message = left($3, 1000)
     where id = $1 returning contact_id, phone_number`,
    [logId, answer.code, answer.message],
  )
  await notifyOfFailedText(tx, logId, now)
  const [row] = rows
  if (row === undefined || answer.code !== OPTED_OUT) return
  await withdrawConsent(tx, {
    number: row.phone_number,
    contactId: row.contact_id,
    method: 'carrier',
    evidence: { log: logId, code: answer.code },
    now,
  })
}

/** Delivery is unknown: schedules a query to the carrier. The text is never resent automatically. */
async function recordUnknownText(
  tx: Transaction,
  { logId, now }: { logId: string; now: Date },
): Promise<JobOutcome> {
  const { rows } = await tx.query<{ phone_number: string }>(
    `update public.communication_logs set status = 'unknown' where id = $1 and status = 'sending' returning phone_number`,
    [logId],
  )
  const runAt = new Date(now.getTime() + FIRST_QUERY_MS)
  for (const { phone_number: lane } of rows) {
    await addJob(tx, { queue: 'unknown-texts', payload: { log: logId }, lane, runAt })
  }
  return { state: 'done' }
}
