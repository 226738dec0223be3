import { areaCodeOf } from './area-codes.ts'
import { nextTextingTime } from './quiet-hours.ts'

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
  const reason = refusalOf(contact, text, now)
  if (reason !== null) return { verdict: 'refuse', reason }
  const areaCode = areaCodeOf(contact.phoneE164 ?? '') ?? ''
  if (text.overrideReason || isReply(contact, now)) return { verdict: 'allow' }
  const until = nextTextingTime(areaCode, now)
  if (until.getTime() === now.getTime()) return { verdict: 'allow' }
  return { verdict: 'wait', until, reason: 'It is outside the hours in which this contact may be texted.' }
}

function refusalOf(contact: TextableContact, text: TextToSend, now: Date): string | null {
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
  if (areaCodeOf(phoneE164) === null) return 'Texts can be sent to the United States and Canada only'
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
  if (areaCodeOf(contact.phoneE164) === null) return 'Calls can be made to the United States and Canada only'
  return null
}
