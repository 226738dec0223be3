import { Temporal } from 'temporal-polyfill'
import { site } from './site.config.ts'

const DAY_MS = 86_400_000
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
/** Nightly work is due from this hour on, in the business's time zone. */
const NIGHT_HOUR = 3

/** Opening hours: the same hours on every open day, in one time zone. */
export interface BusinessHours {
  /** In English: "Monday". */
  days: readonly string[]
  /** "09:00" */
  opens: string
  closes: string
  /** "America/New_York" */
  timeZone: string
  /** Dates on which the business is closed: "2026-12-25". */
  holidays: readonly string[]
}

/** Milliseconds of opening time between two moments; 0 if `to` is not later than `from`. */
export function openTimeBetween(hours: BusinessHours, from: Date, to: Date): number {
  let sum = 0
  for (const { opens, closes } of openSpans(hours, from)) {
    if (opens >= to.getTime()) break
    const end = Math.min(closes, to.getTime())
    sum += Math.max(0, end - Math.max(opens, from.getTime()))
  }
  return sum
}

/** The latest opening at or before `at`. */
export function lastOpening(hours: BusinessHours, at: Date): Date {
  const weekBefore = new Date(at.getTime() - 8 * DAY_MS)
  let last: number | undefined
  for (const { opens } of openSpans(hours, weekBefore)) {
    if (opens > at.getTime()) break
    last = opens
  }
  if (last === undefined) throw new Error('The business never opens')
  return new Date(last)
}

interface OpenSpan {
  /** In milliseconds since 1970. */
  opens: number
  closes: number
}

/** Yields one span per open day, starting with the day of `from`, without end. */
function* openSpans(hours: BusinessHours, from: Date): Generator<OpenSpan> {
  const openDays = new Set(hours.days.map((day) => WEEKDAYS.indexOf(day) + 1))
  const holidays = new Set(hours.holidays)
  const moment = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(hours.timeZone)
  for (let day = moment.toPlainDate(); openDays.size > 0; day = day.add({ days: 1 })) {
    if (!openDays.has(day.dayOfWeek) || holidays.has(day.toString())) continue
    yield { opens: resolveTime(day, hours.opens, hours), closes: resolveTime(day, hours.closes, hours) }
  }
}

function resolveTime(day: Temporal.PlainDate, time: string, { timeZone }: BusinessHours): number {
  return day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds
}

/** The date of the latest night that nightly work belongs to, `2026-11-21`: before NIGHT_HOUR, the previous day. */
export function findNight(now: Date): string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: site.hours.timeZone })
  return format.format(new Date(now.getTime() - NIGHT_HOUR * 3_600_000))
}
