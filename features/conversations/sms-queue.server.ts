import { z } from 'zod'
import { explainTextRefusal, type TextingDecision } from '../consent/consent.ts'
import type { Transaction } from '../../platform/database/database.ts'
import {
  type SendResult,
  type OutgoingSms,
  type PhoneProvider,
  OPTED_OUT,
} from '../../server/providers/phone/phone-provider.ts'
import { type JobOutcome, type Job, type QueueHandler, addJob } from '../../server/jobs/job.ts'
import { notifyOfFailedText } from './incoming-sms.server.ts'
import { findSendTime } from './texting-hours.ts'
import { signMediaAddress, type MediaSigner } from './outgoing-media.server.ts'
import { webhookAddress } from './phone-webhook.server.ts'
import { changeConsent } from '../consent/consent.server.ts'
import { adoptProviderId } from './delivery-report.server.ts'

/** Longer than the provider's own timeout. */
const LEASE_MS = 60_000
/** A text delayed this long by an outage is no longer worth sending. */
const STALE_MS = 24 * 3_600_000

/** Still to be sent: neither canceled nor claimed. */
const WAITING = `status in ('queued', 'scheduled')`

const payload = z.object({ log: z.uuid() })

/** The decision about a row `log` at `$2`. */
const DECISION = `private.may_text(
  (select contact from public.crm_contacts as contact where contact.id = log.contact_id),
  log.phone_number, $2, case when log.batch_id is null then log.purpose else 'batch' end, log.allowed_by, log.created_at)`

interface QueuedText extends TextingDecision {
  id: string
  phone_number: string
  message: string
  override_reason: string | null
  due_at: string | Date
  last_inbound_at: string | Date | null
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
  /** Signs the addresses of pictures. */
  secret: string
}): QueueHandler<TextWork, SendResult> {
  const { phone } = tools
  return {
    queue: 'texts',
    leaseMs: LEASE_MS,
    prepare: (tx, job, now) => prepare(tx, { job, now, signer: tools }),
    perform: (text) => phone.sendText(text),
    record: (tx, { work, answer, now }) => recordSendResult(tx, { logId: work.logId, answer, now }),
    abandoned: (tx, job, now) => recordUnknownText(tx, { logId: payload.parse(job.payload).log, now }),
    isBack: phone.isReachable,
  }
}

async function prepare(
  tx: Transaction,
  { job, now, signer }: { job: Job; now: Date; signer: MediaSigner },
): Promise<{ work: TextWork } | { outcome: JobOutcome }> {
  const text = await findText(tx, payload.parse(job.payload).log, now)
  if (text === null) return { outcome: { state: 'done' } }
  const refusal = explainTextRefusal(text)
  if (refusal !== null) return refuse(tx, text, { reason: refusal, now })
  if (now.getTime() - new Date(text.due_at).getTime() > STALE_MS) {
    return refuse(tx, text, { reason: 'The carrier could not be reached for a day.', now })
  }
  const sendTime = findSendTime(
    {
      phoneE164: text.phone_number,
      lastInboundAt: text.last_inbound_at,
      overrideReason: text.override_reason,
    },
    now,
  )
  if (sendTime !== null) {
    await schedule(tx, text, sendTime)
    return { outcome: { state: 'later', at: sendTime, reason: 'quiet hours' } }
  }
  if (!(await markSending(tx, text, now)))
    return refuse(tx, text, { reason: 'This number may not be texted any more.', now })
  return {
    work: {
      logId: text.id,
      to: text.phone_number,
      body: text.message,
      media: await signPictures(tx, text.id, { signer, now }),
      reportTo: webhookAddress(signer.siteUrl, 'message-status', text.id),
    },
  }
}

/** The addresses of a text's pictures for the carrier, valid from now. */
async function signPictures(
  tx: Transaction,
  logId: string,
  { signer, now }: { signer: MediaSigner; now: Date },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from public.text_media where log_id = $1 order by position',
    [logId],
  )
  return rows.map(({ id }) => signMediaAddress(id, signer, now))
}

/** A text that waits, and whether it may go out at `now`. */
async function findText(tx: Transaction, id: string, now: Date): Promise<QueuedText | null> {
  // Withdrawing consent locks the contact before its texts, and this order must match. So the text itself is not locked.
  await tx.query(
    `select from public.crm_contacts
     where id = (select contact_id from public.communication_logs where id = $1) for share`,
    [id],
  )
  const { rows } = await tx.query<QueuedText>(
    `select id, phone_number, message, override_reason, coalesce(send_at, created_at) as due_at,
       -- A text to many is no direct reply, so it has quiet hours.
       case when batch_id is null then private.last_inbound_at(phone_number) end as last_inbound_at, decision.allowed, decision.reason
     from public.communication_logs as log cross join lateral ${DECISION} as decision
     where id = $1 and ${WAITING}`,
    [id, now],
  )
  return rows[0] ?? null
}

async function refuse(
  tx: Transaction,
  text: QueuedText,
  { reason, now }: { reason: string; now: Date },
): Promise<{ outcome: JobOutcome }> {
  const { rowCount } = await tx.query(
    `update public.communication_logs set status = 'failed', error_message = $2 where id = $1 and ${WAITING}`,
    [text.id, reason],
  )
  // Canceled concurrently; the person who canceled knows.
  if (rowCount === 0) return { outcome: { state: 'done' } }
  await notifyOfFailedText(tx, text.id, now)
  return { outcome: { state: 'dead', reason: 'refused', detail: reason } }
}

async function schedule(tx: Transaction, text: QueuedText, until: Date): Promise<void> {
  await tx.query(
    `update public.communication_logs set status = 'scheduled', send_at = $2, allowed_by = $3 where id = $1 and ${WAITING}`,
    [text.id, until, toAllowedBy(text)],
  )
}

/** Null for the automatic text after a missed call. */
function toAllowedBy({ reason }: TextingDecision): 'consent' | 'reply' | null {
  return reason === 'consent' || reason === 'reply' ? reason : null
}

/** Once this commits, the text may have been sent. The last condition catches a withdrawal committed since `findText`. */
async function markSending(tx: Transaction, text: QueuedText, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update public.communication_logs as log set status = 'sending', attempted_at = $2, allowed_by = $3
     where log.id = $1 and ${WAITING} and (${DECISION}).allowed`,
    [text.id, now, toAllowedBy(text)],
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
      return { state: 'done', pauseReason: answer.reason }
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
  await changeConsent(tx, {
    action: 'revoke',
    method: 'carrier',
    occurred_at: now,
    contact_id: row.contact_id,
    phone_e164: row.phone_number,
    evidence: { log: logId, code: answer.code },
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
