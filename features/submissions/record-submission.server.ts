import type { Transaction } from '../../platform/database/database.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import { type SubmissionMailOptions, writeSubmissionMails } from './submission-mails.server.ts'
import {
  upsertContact,
  type SubmissionContact,
  type ReceivedSubmission,
} from './submission-contact.server.ts'
import { scoreSpam, type SpamVerdict } from './spam-score.server.ts'
import { textConsentWording } from '../consent/consent.ts'
import { site } from '../../site.config.ts'
import { changeConsent } from '../consent/consent.server.ts'
import { normalizePhone } from '../contacts/contacts.server.ts'
import { toExcerpt } from '../../web/ui/excerpt.ts'
import { campaignFields, enteredFields, type ContactSubmission, FLAGGED_TITLE } from './submissions.ts'

/** Seconds. */
const DAY = 86_400
/** Submissions per sender and per email; more are a sign of spam. */
const NORMAL_LIMITS = {
  sender: { capacity: 20, perSeconds: 600 },
  senderPerDay: { capacity: 100, perSeconds: DAY },
  email: { capacity: 10, perSeconds: 3600 },
}
/** Stored spam; more is refused with 429, so that a flood cannot fill the disk. */
export const SPAM_LIMITS = {
  sender: { capacity: 60, perSeconds: 600 },
  senderPerDay: { capacity: 200, perSeconds: DAY },
  total: { capacity: 1000, perSeconds: DAY },
}

/** RFC 1035, section 2.3.4. */
const MAX_HOST_LENGTH = 253
const TITLE = 'New contact form submission'

export interface SpamTools {
  now: Date
  /** Counts one request against limits; returns the seconds to wait for each, 0 within it. */
  consumeLimits: (tx: Transaction, limits: readonly RateLimit[]) => Promise<number[]>
}

export interface RecordingTools extends SpamTools {
  mails: SubmissionMailOptions
}

export type RecordedSubmission =
  | { outcome: 'recorded'; id: string }
  /** Nothing was written; the sender may retry after this many seconds. */
  | { outcome: 'limited'; retryAfter: number }

/**
 * Records a submission in the caller's transaction: the raw submission, its contact, consent, notification and mails. Possible
 * spam is only stored and listed for staff, who may accept it (`accept-submission.server.ts`). A retry with the same
 * idempotency key returns the first id and changes nothing. Needs `service_role`.
 */
export async function recordSubmission(
  tx: Transaction,
  received: ReceivedSubmission,
  tools: RecordingTools,
): Promise<RecordedSubmission> {
  const repeated = await findRepeated(tx, received.submission.idempotencyKey)
  if (repeated !== null) return { outcome: 'recorded', id: repeated }
  const verdict = await scoreSubmission(tx, received, tools)
  if (verdict.spam) return recordFlagged(tx, received, { verdict, tools })
  return { outcome: 'recorded', id: await writeSubmission(tx, received, verdict, tools) }
}

/** Records possible spam within its limits, without a contact. Needs `service_role`. */
export async function recordFlagged(
  tx: Transaction,
  received: ReceivedSubmission,
  { verdict, tools }: { verdict: SpamVerdict; tools: RecordingTools },
): Promise<RecordedSubmission> {
  const retryAfter = await consumeSpamLimit(tx, received.origin.sender, tools)
  if (retryAfter > 0) return { outcome: 'limited', retryAfter }
  return { outcome: 'recorded', id: await writeFlagged(tx, received, verdict, tools) }
}

async function findRepeated(tx: Transaction, key: string | null): Promise<string | null> {
  if (key === null) return null
  // Of concurrent retries one proceeds; the others wait here until it commits and then find its row.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('submission:' || $1::text, 0))`, [key])
  const { rows } = await tx.query<{ id: string }>(
    'select id from public.contact_submissions where idempotency_key = $1',
    [key],
  )
  return rows[0]?.id ?? null
}

/** Counts a submission against the limits and scores it. Needs `service_role`. */
export async function scoreSubmission(
  tx: Transaction,
  { submission, origin, timing }: ReceivedSubmission,
  { now, consumeLimits }: SpamTools,
): Promise<SpamVerdict> {
  const email = submission.email.toLowerCase()
  const [bySender = 0, byDay = 0, byEmail = 0] = await consumeLimits(tx, [
    { key: `submission:address:${origin.sender}`, ...NORMAL_LIMITS.sender, now },
    { key: `submission:day:${origin.sender}`, ...NORMAL_LIMITS.senderPerDay, now },
    { key: `submission:email:${email}`, ...NORMAL_LIMITS.email, now },
  ])
  return scoreSpam(submission, { timing, senderOverLimit: bySender + byDay > 0, emailOverLimit: byEmail > 0 })
}

async function writeSubmission(
  tx: Transaction,
  received: ReceivedSubmission,
  verdict: SpamVerdict,
  tools: RecordingTools,
): Promise<string> {
  const { submission } = received
  const { now } = tools
  const contact = await upsertContact(tx, submission, now)
  const row = { received, contactId: contact.id, verdict, now, siteUrl: tools.mails.siteUrl }
  const submissionId = await insertSubmission(tx, row)
  if (submission.textConsent && submission.phone !== null) {
    await recordWebFormConsent(tx, { source: { submissionId }, contact, received, now })
  }
  await notifyOfSubmission(tx, { submission, submissionId, contactId: contact.id, now })
  await writeSubmissionMails(tx, { received, contactId: contact.id, now, ...tools.mails })
  return submissionId
}

async function insertSubmission(
  tx: Transaction,
  row: {
    received: ReceivedSubmission
    contactId: string | null
    verdict: SpamVerdict
    now: Date
    siteUrl: string
  },
): Promise<string> {
  const { submission, origin, raw } = row.received
  const copied = [...enteredFields, ...campaignFields]
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.contact_submissions (received_at, contact_id, text_consent, page, referrer, client_ip, claimed_ip,
       user_agent, idempotency_key, spam, spam_score, spam_reasons, raw, first_page, referrer_host, ad_network,
       ${copied.join(', ')})
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
       ${copied.map((field) => `sent.${field}`).join(', ')}
     from jsonb_populate_record(null::public.contact_submissions, $17) as sent returning id`,
    [
      row.now,
      row.contactId,
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
      submission.firstPage,
      findReferrerHost(submission.referrer, row.siteUrl),
      submission.adNetwork,
      submission,
    ],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The stored submission was not returned.')
  return id
}

/** The site a visitor came from, without `www.`; null for none, for our own and for an invalid address. */
export function findReferrerHost(referrer: string | null, siteUrl: string): string | null {
  const host = URL.parse(referrer ?? '')?.hostname
  if (!host || host.length > MAX_HOST_LENGTH || host === URL.parse(siteUrl)?.hostname) return null
  return host.replace(/^www\./, '')
}

export interface ConsentGrant {
  /** The submission, or another row that proves the grant: `{ meeting: id }`. */
  source: { submissionId: string } | { meeting: string }
  contact: SubmissionContact
  received: ReceivedSubmission
  now: Date
}

/**
 * Records that the visitor ticked the consent box, with the evidence. Applies to the contact only if the number is the
 * contact's: consent covers one number.
 */
export async function recordWebFormConsent(tx: Transaction, grant: ConsentGrant): Promise<void> {
  const { submission, origin } = grant.received
  const number = normalizePhone(submission.phone ?? '')
  const sameNumber =
    number === null ? submission.phone === grant.contact.phone : number === grant.contact.phone_e164
  await changeConsent(tx, {
    action: 'grant',
    method: 'web_form',
    occurred_at: grant.now,
    contact_id: sameNumber ? grant.contact.id : null,
    phone_e164: number,
    email: submission.email,
    wording: textConsentWording(site.name),
    page: submission.page,
    ...('submissionId' in grant.source ? { submission_id: grant.source.submissionId } : {}),
    client_ip: origin.address,
    claimed_ip: submission.clientIP,
    user_agent: origin.userAgent,
    evidence: {
      field: 'textConsent',
      phone: submission.phone,
      contact: grant.contact.id,
      ...('meeting' in grant.source ? { meeting: grant.source.meeting } : {}),
    },
  })
}

/**
 * Notifies staff of a submission. Possible spam is listed too, so that no false positive is lost, but only one such
 * notification is unread at a time: a flood raises each unread count by one.
 */
async function notifyOfSubmission(
  tx: Transaction,
  about: {
    submission: ContactSubmission
    submissionId: string
    /** Null for possible spam. */
    contactId: string | null
    now: Date
  },
): Promise<void> {
  const flagged = about.contactId === null
  await tx.query(
    `insert into public.notifications (title, message, contact_id, created_at, submission_id, kind)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      flagged ? FLAGGED_TITLE : TITLE,
      flagged
        ? `${about.submission.email}, ${formatMessage(about.submission)}`
        : formatMessage(about.submission),
      about.contactId,
      about.now,
      about.submissionId,
      flagged ? null : 'lead',
    ],
  )
  if (!flagged) return
  await tx.query(
    `update public.notifications as new set read = true
     where submission_id = $1 and exists (
       select from public.notifications as earlier
       where earlier.recipient_id is not distinct from new.recipient_id and earlier.title = new.title
         and not earlier.read and earlier.id <> new.id)`,
    [about.submissionId],
  )
}

function formatMessage({ name, service, message }: ContactSubmission): string {
  return `${name}${service === null ? '' : ` (${service})`}: ${toExcerpt(message)}`
}

/** Counts one stored spam submission. Returns the seconds to wait, 0 within the limits. */
async function consumeSpamLimit(
  tx: Transaction,
  sender: string,
  { now, consumeLimits }: SpamTools,
): Promise<number> {
  const limits = [
    { key: `submission:flagged:${sender}`, ...SPAM_LIMITS.sender },
    { key: `submission:flagged-day:${sender}`, ...SPAM_LIMITS.senderPerDay },
    { key: 'submission:flagged', ...SPAM_LIMITS.total },
  ]
  for (const limit of limits) {
    const [wait = 0] = await consumeLimits(tx, [{ ...limit, now }])
    if (wait > 0) return wait
  }
  return 0
}

/** Stores possible spam without a contact or consent: a bot may have ticked the box. */
async function writeFlagged(
  tx: Transaction,
  received: ReceivedSubmission,
  verdict: SpamVerdict,
  { now, mails }: RecordingTools,
): Promise<string> {
  const { submission } = received
  const row = { received, contactId: null, verdict, now, siteUrl: mails.siteUrl }
  const submissionId = await insertSubmission(tx, row)
  await notifyOfSubmission(tx, { submission, submissionId, contactId: null, now })
  return submissionId
}
