import { site } from './site.config.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Nightly work is due from this hour on, in the business's time zone. */
const NIGHT_HOUR = 3

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

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

/** 1 for "Monday" to 7 for "Sunday", as in SQL and Temporal. */
export function weekdayNumber(name: string): number {
  return weekdays.findIndex((weekday) => weekday === name) + 1
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
function* openSpans(
  { days, opens, closes, timeZone, holidays }: BusinessHours,
  from: Date,
): Generator<OpenSpan> {
  const openDays = new Set(days.map(weekdayNumber))
  const closedDays = new Set(holidays)
  for (let day = dayIn(timeZone, from); openDays.size > 0; day = nextDay(day)) {
    if (!openDays.has(new Date(day).getUTCDay() || 7) || closedDays.has(day)) continue
    yield { opens: resolveTime(day, opens, timeZone), closes: resolveTime(day, closes, timeZone) }
  }
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, day.length)
}

/** Milliseconds since 1970 of a local time. Without Temporal, whose polyfill would be 17 kB of the first screen of the dashboard. */
function resolveTime(day: string, time: string, timeZone: string): number {
  const name = `${day}T${time}Z`
  const key = `${name} ${timeZone}`
  const local = Date.parse(name)
  // The clocks may change between the first guess and the result.
  const moment = resolved.get(key) ?? local - findOffset(local - findOffset(local, timeZone), timeZone)
  if (resolved.size >= MOST_RESOLVED) resolved.clear()
  resolved.set(key, moment)
  return moment
}

const MOST_RESOLVED = 10_000
/** Kept, because a thousand reply times are measured within the same few days. */
const resolved = new Map<string, number>()

/** Local time minus UTC at a moment, in milliseconds. */
function findOffset(moment: number, timeZone: string): number {
  const name = formattersIn(timeZone).offset.format(moment)
  const [, sign, hours = 0, minutes = 0] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
}

/** `2026-11-21` */
function dayIn(timeZone: string, moment: Date): string {
  return formattersIn(timeZone).day.format(moment)
}

interface Formatters {
  day: Intl.DateTimeFormat
  /** Contains "GMT-05:00". */
  offset: Intl.DateTimeFormat
}

const formatters = new Map<string, Formatters>()

/** Kept, because a new one takes longer than formatting with it a hundred times. */
function formattersIn(timeZone: string): Formatters {
  const known = formatters.get(timeZone) ?? {
    day: new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }),
    offset: new Intl.DateTimeFormat('en-CA', { timeZone, timeZoneName: 'longOffset' }),
  }
  formatters.set(timeZone, known)
  return known
}

/** The date of the latest night that nightly work belongs to, `2026-11-21`: before NIGHT_HOUR, the previous day. */
export function findNight(now: Date): string {
  return dayIn(site.hours.timeZone, new Date(now.getTime() - NIGHT_HOUR * 3_600_000))
}
