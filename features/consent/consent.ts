import { site } from '../../site.config.ts'

/**
 * The consent text beside the box under the phone number. The form shows it and the server stores it as evidence, so both
 * take it from here. `business` is the sender's name.
 */
export function textConsentWording(business: string): string {
  return (
    `I agree to receive text messages from ${business} about my inquiry at the number above. ` +
    'Message frequency varies. Message and data rates may apply. Reply STOP to opt out, HELP for help. ' +
    'Consent is not a condition of purchase.'
  )
}

/** Texts that carriers and we understand as one word; the registration with the carrier lists them. */
export const keywords = {
  stop: ['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'],
  start: ['start', 'yes', 'unstop'],
  help: ['help', 'info'],
} as const

/** Channels through which a person can give consent to staff or withdraw it. */
export const consentChannels = ['in_person', 'phone', 'text', 'email', 'paper', 'other'] as const
export type ConsentChannel = (typeof consentChannels)[number]

/** In characters. */
export const MAX_REASON_LENGTH = 1000
export const MAX_WORDING_LENGTH = 2000

/** Why a person may be texted, or why not. `private.may_text` alone decides; this file only says it in words. */
export const textingReasons = [
  'consent',
  'reply',
  'missed_call',
  'opted_out',
  'no_consent',
  'no_phone',
  'invalid_number',
  'foreign_number',
] as const
export type TextingReason = (typeof textingReasons)[number]

/** The answer of `private.may_text`. */
export interface TextingDecision {
  allowed: boolean
  reason: TextingReason
}

const NO_CONSENT = 'Contact has not consented to text messages'

/** What staff can do about an opt-out. */
export const OPTED_OUT_NOTE =
  'The owner of this number opted out. Only they can change that, by texting START.'

const refusals: Partial<Record<TextingReason, string>> = {
  opted_out: NO_CONSENT,
  no_consent: NO_CONSENT,
  no_phone: 'Contact has no phone number',
  invalid_number: 'This phone number cannot be dialed. Please check it.',
  foreign_number: 'Texts can be sent to the United States and Canada only',
}

/** Why a text is refused; null if it is allowed. */
export function explainTextRefusal({ allowed, reason }: TextingDecision): string | null {
  return allowed ? null : (refusals[reason] ?? NO_CONSENT)
}

/** Why a call is refused; null if it is possible. A call needs a number, not consent. */
export function explainCallRefusal(reason: TextingReason): string | null {
  if (reason === 'foreign_number') return 'Calls can be made to the United States and Canada only'
  return reason === 'no_phone' || reason === 'invalid_number' ? (refusals[reason] ?? null) : null
}

/** The automatic reply to STOP, sent once. */
export const optOutText = `${site.name}: You will get no more texts from us. Reply START to get them again.`

/** The automatic reply to HELP. */
export const helpText =
  `${site.name}: texts about your inquiry. Message frequency varies. Message and data rates may apply. ` +
  `For help call ${site.phone.display} or write to ${site.email.address}. Reply STOP to opt out.`
