/** The ways in which a person can tell staff whether they may be texted. */
export const consentChannels = ['in_person', 'phone', 'text', 'email', 'paper', 'other'] as const
export type ConsentChannel = (typeof consentChannels)[number]

/** Longest reason and longest wording that are kept, in characters. */
export const LONGEST_REASON = 1000
export const LONGEST_WORDING = 2000
