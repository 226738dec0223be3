import { openTimeBetween, type BusinessHours } from '../../business-hours.ts'

/** The response promise: typical minutes for texts and calls, in opening hours; guaranteed hours for inquiries, at any time. */
export interface ReplyPromise {
  typicalMinutes: number
  guaranteedHours: number
}

export interface ReplyTimes {
  answered: number
  /** In milliseconds of opening hours; null without replies. */
  median: number | null
  /** Shares from 0 to 1 of all messages that were answered or are overdue; null without any. */
  withinTypical: number | null
  withinGuaranteed: number | null
}

interface Measure {
  hours: BusinessHours
  promise: ReplyPromise
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * Statistics of reply times. `stillWaiting` are the times of unanswered inquiries: those past the guarantee count as missed,
 * the others are ignored.
 */
export function replyTimes(
  answers: readonly { received: Date; answered: Date }[],
  { now, stillWaiting, ...measure }: { now: Date; stillWaiting: readonly Date[] } & Measure,
): ReplyTimes {
  const open = answers
    .map(({ received, answered }) => openTimeBetween(measure.hours, received, answered))
    .toSorted((a, b) => a - b)
  const kept = answers.filter(
    ({ received, answered }) => answered <= findGuaranteeEnd(received, measure.promise),
  )
  const broken = stillWaiting.filter((received) => now >= findGuaranteeEnd(received, measure.promise)).length
  const fast = open.filter((time) => time <= measure.promise.typicalMinutes * MINUTE)
  const due = answers.length + broken
  return {
    answered: answers.length,
    median: computeMedian(open),
    withinTypical: due === 0 ? null : fast.length / due,
    withinGuaranteed: due === 0 ? null : kept.length / due,
  }
}

function findGuaranteeEnd(received: Date, { guaranteedHours }: ReplyPromise): Date {
  return new Date(received.getTime() + guaranteedHours * HOUR)
}

/** Expects a sorted list. */
function computeMedian(sorted: readonly number[]): number | null {
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return sorted.length === 0 ? null : middle.reduce((sum, value) => sum + value, 0) / middle.length
}
