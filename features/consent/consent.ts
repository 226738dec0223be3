/**
 * What a visitor agrees to by ticking the box under the phone number; plain text. The form shows these words and
 * the server keeps them as proof, so both take them from here. `business` is the name of the sender.
 */
export function textConsentWording(business: string): string {
  return (
    `I agree to receive text messages from ${business} about my inquiry at the number above. ` +
    'Message frequency varies. Message and data rates may apply. Reply STOP to opt out, HELP for help. ' +
    'Consent is not a condition of purchase.'
  )
}

/** The ways in which a person can tell staff whether they may be texted. */
export const consentChannels = ['in_person', 'phone', 'text', 'email', 'paper', 'other'] as const
export type ConsentChannel = (typeof consentChannels)[number]

/** Longest reason and longest wording that are kept, in characters. */
export const LONGEST_REASON = 1000
export const LONGEST_WORDING = 2000
