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

/** Channels through which a person can give consent to staff or withdraw it. */
export const consentChannels = ['in_person', 'phone', 'text', 'email', 'paper', 'other'] as const
export type ConsentChannel = (typeof consentChannels)[number]

/** In characters. */
export const MAX_REASON_LENGTH = 1000
export const MAX_WORDING_LENGTH = 2000
