import type { TextingReason } from '../consent/consent.ts'

/** Contacts that one batch of texts may have. */
export const MAX_TEXTED = 500

export const leftOutReasons = [
  'no_consent',
  'opted_out',
  'no_phone',
  'invalid_number',
  'foreign_number',
  /** Another of them has the same number: one number gets one text. */
  'shared_number',
  'deleted',
] as const satisfies readonly (TextingReason | 'shared_number' | 'deleted')[]
export type LeftOutReason = (typeof leftOutReasons)[number]

/** Contacts that a batch leaves out for one reason. */
export interface LeftOut {
  reason: LeftOutReason
  count: number
  /** Of the first few. */
  names: string[]
}

/** Names that are listed; the others are counted. */
export const NAMED = 5

const verbs: Record<LeftOutReason, [one: string, many: string]> = {
  no_consent: ['has not agreed to texts', 'have not agreed to texts'],
  opted_out: ['opted out of texts', 'opted out of texts'],
  no_phone: ['has no phone number', 'have no phone number'],
  invalid_number: ['has a number that cannot be dialed', 'have numbers that cannot be dialed'],
  foreign_number: [
    'has a number outside the United States and Canada',
    'have numbers outside the United States and Canada',
  ],
  shared_number: ['shares a number with another of them', 'share a number with others of them'],
  deleted: ['was deleted meanwhile', 'were deleted meanwhile'],
}

/** "Kayla Strickland has not agreed to texts.", "Ann Lee, Bo Ray and 7 more have no phone number." */
export function describeLeftOut({ reason, count, names }: LeftOut): string {
  const [one, many] = verbs[reason]
  const more = count - names.length
  const rest = names.length === 0 ? String(count) : `${more} more`
  const listed = more > 0 ? [...names, rest] : names
  const last = listed.at(-1) ?? ''
  const all = listed.length > 1 ? `${listed.slice(0, -1).join(', ')} and ${last}` : last
  return `${all} ${count === 1 ? one : many}.`
}

interface Times {
  recipients: readonly unknown[]
  leftOut: readonly unknown[]
  /** When the last text goes out, apart from those held for the end of quiet hours; null without any. */
  until: string | null
  held: number
  heldUntil: string | null
}

const UNLESS = 'unless they opt out or write first'

/** When a batch goes out: "The others get it between now and 10:30 AM, unless they opt out or write first." */
export function describeTimes({ recipients, leftOut, until, held, heldUntil }: Times, now: Date): string {
  const one = recipients.length === 1
  const who = leftOut.length > 0 ? (one ? 'The other' : 'The others') : one ? 'The contact' : 'They'
  const get = one ? 'gets' : 'get'
  const later = heldUntil === null ? '' : formatTime(new Date(heldUntil), now)
  if (until === null)
    return `${who} ${get} it when ${one ? 'the' : 'their'} quiet hours end, by ${later}, ${UNLESS}.`
  const soon = `${who} ${get} it between now and ${formatTime(new Date(until), now)}, ${UNLESS}.`
  if (held === 0) return soon
  return `${soon} ${held === 1 ? '1 is in quiet hours and gets' : `${held} are in quiet hours and get`} it by ${later}.`
}

const time = { hour: 'numeric', minute: '2-digit' } as const
const timeOfDay = new Intl.DateTimeFormat('en-US', time)
const dayAndTime = new Intl.DateTimeFormat('en-US', {
  ...time,
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})

const MINUTE_MS = 60_000

/** "10:30 AM", or with the day if it is another; at the end of the minute. */
export function formatTime(at: Date, now: Date): string {
  const moment = new Date(Math.ceil(at.getTime() / MINUTE_MS) * MINUTE_MS)
  return (moment.toDateString() === now.toDateString() ? timeOfDay : dayAndTime).format(moment)
}
