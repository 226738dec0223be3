import { afterOpenTime, openTimeBetween, type BusinessHours } from '../../business-hours.ts'

/** The two promises of the site configuration: the first for texts and calls, in opening hours; the second for inquiries, by any clock. */
export interface ReplyPromise {
  typicalMinutes: number
  guaranteedHours: number
}

/** Since when somebody waits, by the promise that holds for it. */
export interface Waiting {
  /** The oldest inquiry without a reply: the guarantee. */
  inquirySince: Date | null
  /** The oldest text or missed call without a reply: the typical time, in opening hours. */
  phoneSince: Date | null
}

export interface ReplyTimes {
  answered: number
  /** In milliseconds of opening hours; null without any answer. */
  median: number | null
  /** Shares from 0 to 1 of all that were answered or should have been; null without any. */
  withinTypical: number | null
  withinGuaranteed: number | null
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** When a reply to somebody who waits is due: the earliest promise wins. */
export function replyDue(
  { inquirySince, phoneSince }: Waiting,
  hours: BusinessHours,
  promise: ReplyPromise,
): Date {
  const ends = [
    inquirySince === null ? Infinity : guaranteeEnds(inquirySince, promise).getTime(),
    phoneSince === null
      ? Infinity
      : afterOpenTime(hours, phoneSince, promise.typicalMinutes * MINUTE).getTime(),
  ]
  return new Date(Math.min(...ends))
}

/**
 * How fast answers came. `stillWaiting` are the times of what has no answer yet: those whose guarantee has ended count as
 * broken, the others not at all.
 */
export function replyTimes(
  answers: readonly { received: Date; answered: Date }[],
  { now, stillWaiting, ...measure }: { now: Date; stillWaiting: readonly Date[] } & Measure,
): ReplyTimes {
  const open = answers
    .map(({ received, answered }) => openTimeBetween(measure.hours, received, answered))
    .toSorted((a, b) => a - b)
  const kept = answers.filter(
    ({ received, answered }) => answered <= guaranteeEnds(received, measure.promise),
  )
  const broken = stillWaiting.filter((received) => now >= guaranteeEnds(received, measure.promise)).length
  const fast = open.filter((time) => time <= measure.promise.typicalMinutes * MINUTE)
  const due = answers.length + broken
  return {
    answered: answers.length,
    median: medianOf(open),
    withinTypical: due === 0 ? null : fast.length / due,
    withinGuaranteed: due === 0 ? null : kept.length / due,
  }
}

interface Measure {
  hours: BusinessHours
  promise: ReplyPromise
}

function guaranteeEnds(received: Date, { guaranteedHours }: ReplyPromise): Date {
  return new Date(received.getTime() + guaranteedHours * HOUR)
}

/** Of a sorted list. */
function medianOf(sorted: readonly number[]): number | null {
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return sorted.length === 0 ? null : middle.reduce((sum, value) => sum + value, 0) / middle.length
}
