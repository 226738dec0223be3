import { parseAreaCode, isPlaced, findTimeZones } from './area-codes.ts'
import { Temporal } from 'temporal-polyfill'

/** The carrier takes no more. */
export const LONGEST_TEXT = 1600
/** Whoever has just texted or called is awake, and waits for an answer. */
const DIRECT_REPLY_MS = 3_600_000

/** Their consent, their own message of the last 24 hours, or why nothing allows it. */
export type TextingBasis = 'consent' | 'reply' | 'opted_out' | 'none'

export interface TextableContact {
  phone: string | null
  /** The number as the carrier dials it; null when there is none or it makes no sense. */
  phoneE164: string | null
  textConsent: boolean
  /** What allows staff to text this number, as the database says (`private.texting_basis`). */
  basis: TextingBasis
  /** Until when the basis `reply` holds; null: as long as the caller says so. */
  replyUntil: Date | null
  /** When this number last texted or called us. */
  lastInboundAt: Date | null
}

export interface TextToSend {
  body: string
  /** An admin's written reason for not waiting until the morning. */
  overrideReason?: string | null
  /** A text the product sends by itself, in answer to a person's call: it needs no agreement, only no refusal. */
  answersCall?: boolean
}

export type Verdict =
  | { verdict: 'allow' }
  /** Not now: it is night where the number is. It may go at `until`. */
  | { verdict: 'wait'; until: Date; reason: string }
  | { verdict: 'refuse'; reason: string }

/**
 * Whether a text may be sent to a contact at `now`. Asked by the screen before somebody writes, by the server before it
 * takes a text, and once more when the text is handed to the carrier.
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

/** Why this contact cannot be called; null when it can. */
export function callRefusal(contact: Pick<TextableContact, 'phone' | 'phoneE164'>): string | null {
  if (contact.phone === null || contact.phone.trim() === '') return 'Contact has no phone number'
  if (contact.phoneE164 === null) return 'This phone number cannot be dialed. Please check it.'
  if (parseAreaCode(contact.phoneE164) === null)
    return 'Calls can be made to the United States and Canada only'
  return null
}

/** Hours of the day, `[from, to)`, in which a text may arrive. */
type Window = readonly [from: number, to: number]

interface Week {
  workday: Window
  saturday: Window
  sunday: Window
}

/**
 * The tightest of what federal law and the states ask (federal 8-21; FL MD MS NJ OK 8-20; CT 9-20; TX 9-21, Sunday
 * 12-21), so that one rule suits all of them but one.
 */
const USUAL: Week = { workday: [9, 20], saturday: [9, 20], sunday: [12, 20] }
const RHODE_ISLAND: Week = { workday: [9, 18], saturday: [10, 17], sunday: [12, 17] }
const STRICTER: Readonly<Record<string, Week>> = { '401': RHODE_ISLAND }
/** For numbers nobody can place, which may be in Rhode Island, too. */
const STRICTEST = RHODE_ISLAND

/** Enough steps for any set of zones to meet: each goes to the next opening of one of them. */
const STEPS = 50

/** The first moment from `now` on at which a text may reach a number of this area code: `now` itself, or later. */
export function nextTextingTime(areaCode: string, now: Date): Date {
  const week = STRICTER[areaCode] ?? (isPlaced(areaCode) ? USUAL : STRICTEST)
  const zones = findTimeZones(areaCode)
  let moment = now.getTime()
  for (let step = 0; step < STEPS; step += 1) {
    const opening = Math.max(...zones.map((zone) => nextOpening(zone, week, moment)))
    if (opening === moment) return new Date(moment)
    moment = opening
  }
  throw new Error(`The hours of area code ${areaCode} have no moment in common.`)
}

/** `moment` when the window is open in that zone, otherwise when it next opens; milliseconds since 1970. */
function nextOpening(zone: string, week: Week, moment: number): number {
  const local = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone)
  const [from, to] = windowOf(week, local.dayOfWeek)
  if (local.hour >= from && local.hour < to) return moment
  const day = local.hour < from ? local : local.add({ days: 1 })
  const [opens] = windowOf(week, day.dayOfWeek)
  return day.startOfDay().with({ hour: opens }).epochMilliseconds
}

function windowOf(week: Week, dayOfWeek: number): Window {
  if (dayOfWeek === 7) return week.sunday
  return dayOfWeek === 6 ? week.saturday : week.workday
}
