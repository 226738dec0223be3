import { z } from 'zod'
import { canSend } from './send-rules.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Handed, OutgoingText, PhoneProvider } from '../../server/providers/phone/phone-provider.ts'
import type { Ending, Job, QueueHandler } from '../../server/jobs/job.ts'
import { recordHandedText, recordUnknownText } from './record-handed-text.server.ts'
import { notifyOfDeadText } from './text-notifications.server.ts'
import { lockContact, type TextingContact } from './texting-contact.server.ts'
import { webhookAddress } from './webhook-address.server.ts'

/** Longer than the provider waits for the carrier. */
const LEASE_MS = 60_000
/** A text that has waited for the carrier this long is no longer worth sending. */
const STALE_MS = 24 * 3_600_000

/** Nobody has canceled it meanwhile. */
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

export interface TextWork extends OutgoingText {
  logId: string
}

/** Hands the texts of the queue to the carrier: each at most once, and only while it may still be sent. */
export function createTextQueue(tools: {
  phone: PhoneProvider
  siteUrl: string
}): QueueHandler<TextWork, Handed> {
  const { phone, siteUrl } = tools
  return {
    queue: 'texts',
    leaseMs: LEASE_MS,
    prepare: (tx, job, now) => prepare(tx, { job, now, siteUrl }),
    perform: (text) => phone.sendText(text),
    record: (tx, { work, answer, now }) => recordHandedText(tx, { logId: work.logId, answer, now }),
    abandoned: (tx, job, now) => recordUnknownText(tx, { logId: payload.parse(job.payload).log, now }),
    isBack: phone.isReachable,
  }
}

async function prepare(
  tx: Transaction,
  { job, now, siteUrl }: { job: Job; now: Date; siteUrl: string },
): Promise<{ work: TextWork } | { ending: Ending }> {
  const text = await findText(tx, payload.parse(job.payload).log)
  if (text === null) return { ending: { state: 'done' } }
  const contact = text.contact_id === null ? null : await lockContact(tx, text.contact_id, now)
  const verdict = canSend(recipientOf(text, contact), toSend(text), now)
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

// Not locked: whoever withdraws consent locks the contact first and its texts then, and so must we.
async function findText(tx: Transaction, id: string): Promise<QueuedText | null> {
  const { rows } = await tx.query<QueuedText>(
    `select id, contact_id, phone_number, message, purpose, allowed_by, override_reason, coalesce(send_at, created_at) as due_at
     from public.communication_logs where id = $1 and ${WAITING}`,
    [id],
  )
  return rows[0] ?? null
}

/**
 * Whoever has the number the text was written to; a contact that has another one by now has none for this text. A text that
 * was written as a reply stays one, also when it waits for the morning.
 */
function recipientOf(text: QueuedText, contact: TextingContact | null): TextingContact {
  const number = { phone: text.phone_number, phoneE164: text.phone_number }
  const nothing = { textConsent: false, basis: 'none', replyUntil: null } as const
  if (contact === null) return { id: '', ...number, ...nothing, lastInboundAt: null }
  if (text.purpose === 'staff' && contact.phoneE164 !== text.phone_number) {
    return { ...contact, ...number, ...nothing }
  }
  const isReply = text.allowed_by === 'reply' && contact.basis !== 'opted_out'
  return { ...contact, ...number, ...(isReply ? { basis: 'reply', replyUntil: null } : {}) }
}

function toSend(text: QueuedText) {
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
): Promise<{ ending: Ending }> {
  const { rowCount } = await tx.query(
    `update public.communication_logs set status = 'failed', error_message = $2 where id = $1 and ${WAITING}`,
    [text.id, reason],
  )
  // Canceled at this very moment: whoever did that knows.
  if (rowCount === 0) return { ending: { state: 'done' } }
  await notifyOfDeadText(tx, text.id, now)
  return { ending: { state: 'dead', reason: 'refused', detail: reason } }
}

async function schedule(tx: Transaction, text: QueuedText, until: Date): Promise<void> {
  await tx.query(
    `update public.communication_logs set status = 'scheduled', send_at = $2 where id = $1 and ${WAITING}`,
    [text.id, until],
  )
}

/** From here on the text may have been sent. The condition is the last word on whether it may be. */
async function markSending(tx: Transaction, text: QueuedText, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update public.communication_logs as log set status = 'sending', attempted_at = $2
     where log.id = $1 and ${WAITING} and private.may_text(log)`,
    [text.id, now],
  )
  return rowCount === 1
}
