import type { Clock } from '../../platform/clock.ts'
import { serviceFor } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { FunctionError, requireJson, type ServerFunction } from '../../platform/functions/server-function.ts'
import { consumeRateLimits } from '../../platform/http/rate-limit.ts'
import { site } from '../../site.config.ts'
import { normalizePhone } from '../contacts/contacts.server.ts'
import {
  describeConsent,
  findReferrerHost,
  readMailOptions,
  receiveSubmission,
  recordFlagged,
  recordWebFormConsent,
  scoreSubmission,
  upsertContact,
  type ReceivedSubmission,
  type SpamTools,
  type SubmissionMailOptions,
} from '../submissions/submissions.server.ts'
import { formatMeetingTime } from './bookings.ts'
import { announceMeeting } from './meeting-mails.server.ts'
import { meetingUrl } from './meeting-token.server.ts'
import {
  checkTime,
  findMeeting,
  formatSlots,
  insertMeeting,
  lockCalendar,
  withFreeTimes,
  type Meeting,
  type Taken,
} from './meetings.server.ts'
import { parseBooking, type Booking } from './parse-booking.ts'

export const TAKEN = 'This time is no longer free. Please choose another one.'
const NO_VIDEO = 'We meet by phone only. Please choose phone.'
const NO_NUMBER = 'Please enter a phone number we can call, with its area code.'
const FLAGGED =
  'This booking looks as if a program had made it, so a person reads it first. Nothing is booked yet. ' +
  `We will write to you, or call us at ${site.phone.display}.`
/** Keeps one visitor from taking all times, with one address or with many. */
const OPEN_PER_EMAIL = 3
const PER_SENDER = { capacity: 20, perSeconds: 86_400 }
const ENOUGH = `You have ${OPEN_PER_EMAIL} meetings with us already. To change one, please use the link in its mail.`

interface Needs {
  database: Database
  clock: Clock
  secrets: { jwtSecret: string }
  config: { siteUrl: string; mail: { leadsTo: string | undefined } }
}

/** Books a meeting. Responds after everything is stored. */
export const bookMeeting: ServerFunction<Needs> = {
  name: 'book-meeting',
  method: 'POST',
  callers: 'everybody',
  answer: async (c, deps) => {
    const body = await requireJson(c.req.raw)
    const parsed = parseBooking(body)
    if (!parsed.success) throw new FunctionError(400, parsed.error)
    const booking = parsed.data
    const received = await receiveSubmission(c, { body, submission: booking.submission }, deps)
    const tools = {
      now: deps.clock(),
      consumeLimits: consumeRateLimits,
      mails: readMailOptions(deps),
    }
    const booked = await recordBooking(deps.database, { booking, received }, tools)
    switch (booked.outcome) {
      case 'booked': {
        const { id, start, end } = booked.meeting
        return c.json({ success: true, id, start, end, manageUrl: meetingUrl(id, tools.mails) })
      }
      case 'taken':
        return c.json({ error: TAKEN, slots: formatSlots(booked.slots) }, 409)
      case 'invalid':
        throw new FunctionError(400, booked.reason)
      case 'flagged':
        throw new FunctionError(403, FLAGGED)
      default:
        throw new FunctionError(
          429,
          `Too many meetings were booked from your connection today. Please call us at ${site.phone.display}.`,
          {
            'Retry-After': String(booked.retryAfter),
          },
        )
    }
  },
}

interface ReceivedBooking {
  booking: Booking
  received: ReceivedSubmission
}

export interface BookingTools extends SpamTools {
  mails: SubmissionMailOptions
}

export type RecordedBooking =
  | { outcome: 'booked'; meeting: Meeting }
  | Taken
  | { outcome: 'invalid'; reason: string }
  /** Possible spam: stored as a flagged submission, which staff may accept. Nothing is booked. */
  | { outcome: 'flagged' }
  /** Nothing was written; the sender may retry after this many seconds. */
  | { outcome: 'limited'; retryAfter: number }

/**
 * Books a meeting in one transaction with its contact, consent, notification and mails. The limits and the spam check are those
 * of the contact form. A retry with the same idempotency key returns the first meeting and changes nothing.
 */
export async function recordBooking(
  database: Database,
  wanted: ReceivedBooking,
  tools: BookingTools,
): Promise<RecordedBooking> {
  const { start, medium, submission } = wanted.booking
  if (medium === 'phone' && normalizePhone(submission.phone ?? '') === null)
    return { outcome: 'invalid', reason: NO_NUMBER }
  return withFreeTimes(database, { as: serviceFor(null), start, now: tools.now }, (tx) =>
    book(tx, wanted, tools),
  )
}

async function book(
  tx: Transaction,
  { booking, received }: ReceivedBooking,
  tools: BookingTools,
): Promise<RecordedBooking> {
  await lockCalendar(tx)
  const { idempotencyKey } = booking.submission
  const repeated = idempotencyKey === null ? null : await findMeeting(tx, { idempotencyKey })
  if (repeated !== null) return { outcome: 'booked', meeting: repeated }
  const time = await checkTime(tx, booking.start, tools)
  if (!time.free) return { outcome: 'taken', slots: time.slots }
  if (!time.media.includes(booking.medium)) return { outcome: 'invalid', reason: NO_VIDEO }
  if ((await countOpen(tx, booking.submission.email, tools.now)) >= OPEN_PER_EMAIL)
    return { outcome: 'invalid', reason: ENOUGH }
  const key = `meeting:sender:${received.origin.sender}`
  const [retryAfter = 0] = await tools.consumeLimits(tx, [{ key, ...PER_SENDER, now: tools.now }])
  if (retryAfter > 0) return { outcome: 'limited', retryAfter }
  const verdict = await scoreSubmission(tx, received, tools)
  if (verdict.spam) {
    const flagged = await recordFlagged(tx, received, { verdict, tools })
    return flagged.outcome === 'limited' ? flagged : { outcome: 'flagged' }
  }
  return { outcome: 'booked', meeting: await writeMeeting(tx, { booking, received, time }, tools) }
}

/** How many meetings an address has ahead. */
async function countOpen(tx: Transaction, email: string, now: Date): Promise<number> {
  const { rows } = await tx.query<{ open: number }>(
    `select count(*)::int as open from public.meetings
     where lower(email) = lower($1) and status = 'booked' and starts_at > $2`,
    [email, now],
  )
  return rows[0]?.open ?? 0
}

async function writeMeeting(
  tx: Transaction,
  { booking, received, time }: ReceivedBooking & { time: { end: Date; blockedUntil: Date } },
  { now, mails }: BookingTools,
): Promise<Meeting> {
  const { submission } = booking
  const occasion = `booked a meeting by ${booking.medium} for ${formatMeetingTime(booking.start)}`
  const contact = await upsertContact(tx, { ...submission, message: booking.message ?? '' }, now, occasion)
  const { start, medium, message } = booking
  const { name, email, phone, idempotencyKey } = submission
  const origin = {
    firstPage: submission.firstPage,
    referrerHost: findReferrerHost(submission.referrer, mails.siteUrl),
    adNetwork: submission.adNetwork,
    campaign: submission.utm_campaign,
  }
  const meeting = await insertMeeting(
    tx,
    {
      contactId: contact.id,
      start,
      ...time,
      medium,
      name,
      email,
      phone,
      message,
      idempotencyKey,
      origin,
    },
    now,
  )
  const consents = submission.textConsent && submission.phone !== null
  if (consents) await recordWebFormConsent(tx, { source: { meeting: meeting.id }, contact, received, now })
  const consent = consents ? describeConsent(submission) : []
  await announceMeeting(tx, meeting, { change: 'booked', now, mails, by: null, consent })
  return meeting
}
