import type { Transaction } from '../../database/database.ts'
import { type MailsOfSubmission, mailSubmission } from '../mails/mails-of-submission.ts'
import { contactOfSubmission } from './contact-of-submission.ts'
import type { ReceivedSubmission } from './received-submission.ts'
import { scoreSpam, type SpamVerdict } from './spam-score.ts'
import { notifyOfSubmission } from './submission-notification.ts'
import { recordWebFormConsent } from './web-form-consent.ts'

/** How many submissions one sender or e-mail may send, and in which time, before they look like a program's. */
const USUAL = {
  sender: { capacity: 20, perSeconds: 600 },
  email: { capacity: 10, perSeconds: 3600 },
}
/** Beyond this a sender is refused for a while, so that nobody fills the disk. No person ever gets here. */
export const ACCEPTED = { capacity: 3000, perSeconds: 600 }

export interface RecordingTools {
  now: Date
  mails: MailsOfSubmission
  /** Counts one request against a limit; returns the seconds to wait, 0 when it is within the limit. */
  takeRateLimit: (
    tx: Transaction,
    limit: { key: string; capacity: number; perSeconds: number; now: Date },
  ) => Promise<number>
}

export type RecordedSubmission =
  | { outcome: 'recorded'; id: string }
  /** Nothing was written; the sender may try again in so many seconds. */
  | { outcome: 'limited'; retryAfter: number }

/**
 * Writes everything a submission means, in the caller's transaction: the submission as received, its contact, the
 * consent, the notification, the mails. A repeat under the same idempotency key returns the first one's id and changes nothing.
 * Needs the role `service_role`.
 */
export async function recordSubmission(
  tx: Transaction,
  received: ReceivedSubmission,
  tools: RecordingTools,
): Promise<RecordedSubmission> {
  const repeated = await findRepeated(tx, received.submission.idempotencyKey)
  if (repeated !== null) return { outcome: 'recorded', id: repeated }
  const retryAfter = await tools.takeRateLimit(tx, {
    key: `submission:accepted:${received.origin.sender}`,
    ...ACCEPTED,
    now: tools.now,
  })
  if (retryAfter > 0) return { outcome: 'limited', retryAfter }
  return { outcome: 'recorded', id: await writeSubmission(tx, received, tools) }
}

async function findRepeated(tx: Transaction, key: string | null): Promise<string | null> {
  if (key === null) return null
  // Of repeats at the same moment one goes on, the others wait here until it is committed and then find it.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('submission:' || $1::text, 0))`, [key])
  const { rows } = await tx.query<{ id: string }>(
    'select id from public.contact_submissions where idempotency_key = $1',
    [key],
  )
  return rows[0]?.id ?? null
}

async function writeSubmission(
  tx: Transaction,
  received: ReceivedSubmission,
  tools: RecordingTools,
): Promise<string> {
  const { submission } = received
  const { now } = tools
  const verdict = await judge(tx, received, tools)
  const contact = await contactOfSubmission(tx, submission, now)
  const submissionId = await insertSubmission(tx, { received, contactId: contact.id, verdict, now })
  // What looks like a program's tick proves nobody's agreement.
  if (submission.textConsent && submission.phone !== null && !verdict.spam) {
    await recordWebFormConsent(tx, { submissionId, contact, received, now })
  }
  await notifyOfSubmission(tx, {
    submission,
    submissionId,
    contactId: contact.id,
    spam: verdict.spam,
    now,
  })
  if (!verdict.spam) await mailSubmission(tx, { received, contactId: contact.id, now, ...tools.mails })
  return submissionId
}

async function judge(
  tx: Transaction,
  { submission, origin, timing }: ReceivedSubmission,
  { now, takeRateLimit }: RecordingTools,
): Promise<SpamVerdict> {
  const bySender = await takeRateLimit(tx, {
    key: `submission:address:${origin.sender}`,
    ...USUAL.sender,
    now,
  })
  const email = submission.email.toLowerCase()
  const byEmail = await takeRateLimit(tx, { key: `submission:email:${email}`, ...USUAL.email, now })
  return scoreSpam(submission, { timing, senderOverLimit: bySender > 0, emailOverLimit: byEmail > 0 })
}

async function insertSubmission(
  tx: Transaction,
  row: { received: ReceivedSubmission; contactId: string; verdict: SpamVerdict; now: Date },
): Promise<string> {
  const { submission, origin, raw } = row.received
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.contact_submissions (received_at, contact_id, name, email, company, service, message, phone,
       text_consent, page, referrer, client_ip, claimed_ip, user_agent, idempotency_key, spam, spam_score,
       spam_reasons, raw)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) returning id`,
    [
      row.now,
      row.contactId,
      submission.name,
      submission.email,
      submission.company,
      submission.service,
      submission.message,
      submission.phone,
      submission.textConsent,
      submission.page,
      submission.referrer,
      origin.address,
      submission.clientIP,
      origin.userAgent,
      submission.idempotencyKey,
      row.verdict.spam,
      row.verdict.score,
      row.verdict.reasons,
      raw,
    ],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The stored submission was not returned.')
  return id
}
