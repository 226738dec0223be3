import { parseAreaCode, isKnownAreaCode, findTimeZones } from './area-codes.ts'
import { Temporal } from 'temporal-polyfill'

/** The carrier's limit. */
export const LONGEST_TEXT = 1600
/** A direct reply is exempt from quiet hours: its recipient texted or called within this time. */
const DIRECT_REPLY_MS = 3_600_000

/** Consent, a reply within 24 hours of their own message, or why neither applies. */
export type TextingBasis = 'consent' | 'reply' | 'opted_out' | 'none'

export interface TextableContact {
  phone: string | null
  /** E.164; null for a missing or invalid number. */
  phoneE164: string | null
  textConsent: boolean
  /** What allows staff to text this number, from `private.texting_basis`. */
  basis: TextingBasis
  /** When the basis `reply` ends; null: no limit. */
  replyUntil: Date | null
  /** When this number last texted or called us. */
  lastInboundAt: Date | null
}

export interface TextToSend {
  body: string
  /** An admin's reason for sending outside the allowed hours. */
  overrideReason?: string | null
  /** An automatic answer to a person's call: needs no consent, only no opt-out. */
  answersCall?: boolean
}

export type Verdict =
  | { verdict: 'allow' }
  /** Quiet hours at the recipient. The text may go out at `until`. */
  | { verdict: 'wait'; until: Date; reason: string }
  | { verdict: 'refuse'; reason: string }

/** Hours of the day, `[from, to)`, in which a text may arrive. */
type Window = readonly [from: number, to: number]

interface Week {
  workday: Window
  saturday: Window
  sunday: Window
}

/**
 * The strictest common hours of federal and state law (federal 8-21; FL MD MS NJ OK 8-20; CT 9-20; TX 9-21, Sunday 12-21).
 * Only Rhode Island is stricter.
 */
const USUAL_WEEK: Week = { workday: [9, 20], saturday: [9, 20], sunday: [12, 20] }
const RHODE_ISLAND: Week = { workday: [9, 18], saturday: [10, 17], sunday: [12, 17] }
const STRICTER_WEEKS: Readonly<Record<string, Week>> = { '401': RHODE_ISLAND }
/** For unknown area codes, which may be in Rhode Island. */
const STRICTEST_WEEK = RHODE_ISLAND

/** Enough steps for any set of zones to overlap: each goes to the next opening of one of them. */
const STEPS = 50

/**
 * Decides whether a text may be sent to a contact at `now`. Called by the composer, by the server when it accepts a text,
 * and again when the text is handed to the carrier.
 */
export function canSend(contact: TextableContact, text: TextToSend, now: Date): Verdict {
  const reason = explainRefusal(contact, text, now)
  if (reason !== null) return { verdict: 'refuse', reason }
  const areaCode = parseAreaCode(contact.phoneE164 ?? '') ?? ''
  if (text.overrideReason || isReply(contact, now)) return { verdict: 'allow' }
  const until = nextTextingTime(areaCode, now)
  if (until.getTime() === now.getTime()) return { verdict: 'allow' }
  return { verdict: 'wait', until, reason: 'It is outside the hours in which this contact may be texted.' }
}

function explainRefusal(contact: TextableContact, text: TextToSend, now: Date): string | null {
  const { phone, phoneE164, basis } = contact
  if (text.body.trim() === '') return 'Please select a contact and enter a message'
  if (text.body.length > LONGEST_TEXT) {
    return `A text can have at most 1,600 characters; this one has ${text.body.length.toLocaleString('en-US')}.`
  }
  if (phone === null || phone.trim() === '') return 'Contact has no phone number'
  if (phoneE164 === null) return 'This phone number cannot be dialed. Please check it.'
  if (basis === 'opted_out' && (contact.textConsent || text.answersCall)) {
    return 'This number has opted out of text messages'
  }
  if (!text.answersCall && !isAllowed(contact, now)) return 'Contact has not consented to text messages'
  if (parseAreaCode(phoneE164) === null) return 'Texts can be sent to the United States and Canada only'
  return null
}

function isAllowed({ basis, replyUntil }: TextableContact, now: Date): boolean {
  return basis === 'consent' || (basis === 'reply' && (replyUntil === null || now <= replyUntil))
}

function isReply({ lastInboundAt }: TextableContact, now: Date): boolean {
  if (lastInboundAt === null) return false
  const ago = now.getTime() - lastInboundAt.getTime()
  return ago >= 0 && ago <= DIRECT_REPLY_MS
}

/** The first time from `now` on at which a number of this area code may be texted. */
export function nextTextingTime(areaCode: string, now: Date): Date {
  const week = STRICTER_WEEKS[areaCode] ?? (isKnownAreaCode(areaCode) ? USUAL_WEEK : STRICTEST_WEEK)
  const zones = findTimeZones(areaCode)
  let moment = now.getTime()
  for (let step = 0; step < STEPS; step += 1) {
    const opening = Math.max(...zones.map((zone) => nextOpening(zone, week, moment)))
    if (opening === moment) return new Date(moment)
    moment = opening
  }
  throw new Error(`The hours of area code ${areaCode} have no moment in common.`)
}

/** `moment` if the window is open in that zone, otherwise its next opening; milliseconds since 1970. */
function nextOpening(zone: string, week: Week, moment: number): number {
  const local = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone)
  const [from, to] = findWindow(week, local.dayOfWeek)
  if (local.hour >= from && local.hour < to) return moment
  const day = local.hour < from ? local : local.add({ days: 1 })
  const [opens] = findWindow(week, day.dayOfWeek)
  return day.startOfDay().with({ hour: opens }).epochMilliseconds
}

function findWindow(week: Week, dayOfWeek: number): Window {
  if (dayOfWeek === 7) return week.sunday
  return dayOfWeek === 6 ? week.saturday : week.workday
}

/** The reason a contact cannot be called; null if it can. */
export function callRefusal(contact: Pick<TextableContact, 'phone' | 'phoneE164'>): string | null {
  if (contact.phone === null || contact.phone.trim() === '') return 'Contact has no phone number'
  if (contact.phoneE164 === null) return 'This phone number cannot be dialed. Please check it.'
  if (parseAreaCode(contact.phoneE164) === null)
    return 'Calls can be made to the United States and Canada only'
  return null
}
