import { Temporal } from 'temporal-polyfill'
import { addDays } from '../../web/workspace/business-day.ts'

/** Hours on one weekday, 1 for Monday, as local times: "09:00". */
export interface WeeklyHours {
  day: number
  opens: string
  closes: string
}

/** When meetings can be booked. */
export interface BookingRules {
  timeZone: string
  weeklyHours: readonly WeeklyHours[]
  /** Length of a meeting, and the distance of the offered times. */
  minutes: number
  /** Kept free after each meeting. */
  bufferMinutes: number
  /** How far ahead a meeting has to be booked. */
  noticeMinutes: number
  /** The last day is this many days from today. */
  horizonDays: number
  dailyLimit: number
  /** Dates without meetings: "2026-12-25". */
  daysOff: readonly string[]
}

/** In milliseconds since 1970; the end is excluded. */
export interface Span {
  start: number
  end: number
}

interface DaysQuestion {
  /** First date in the time zone of the rules: "2026-11-24". */
  from: string
  days: number
  now: Date
}

export interface SlotQuestion extends DaysQuestion {
  /** The booked meetings, each with its buffer. */
  meetings: readonly Span[]
  /** Other times that are not free. They do not count as meetings of the day. */
  busy: readonly Span[]
}

const MINUTE = 60_000

/** The free times of some days, in order. */
export function findSlots(rules: BookingRules, question: SlotQuestion): Span[] {
  const { now, meetings, busy } = question
  const { minutes, bufferMinutes, noticeMinutes, dailyLimit } = rules
  const earliest = now.getTime() + noticeMinutes * MINUTE
  const block = (minutes + bufferMinutes) * MINUTE
  const taken = [...meetings, ...busy]
  return listOpenDays(rules, question).flatMap((day) => {
    const [begins, ends] = [startOfDay(day, rules), startOfDay(addDays(day, 1), rules)]
    if (meetings.filter(({ start }) => begins <= start && start < ends).length >= dailyLimit) return []
    const near = taken.filter(({ start, end }) => end > begins && start < ends + block)
    return listStarts(day, rules)
      .filter((start) => start >= earliest && !isTaken({ start, end: start + block }, near))
      .map((start) => ({ start, end: start + minutes * MINUTE }))
  })
}

/** The days off among some days, where meetings were offered otherwise. */
export function findClosedDays(rules: BookingRules, question: DaysQuestion): string[] {
  const off = new Set(rules.daysOff)
  const weekdays = new Set(rules.weeklyHours.map(({ day }) => day))
  return listDays(rules, question).filter((day) => weekdays.has(findWeekday(day)) && off.has(day))
}

/** The time a meeting takes from the calendar: with the buffer after it. */
export function blockSpan(start: number, { minutes, bufferMinutes }: BookingRules): Span {
  return { start, end: start + (minutes + bufferMinutes) * MINUTE }
}

/** The date of a moment in a time zone: "2026-11-24". */
export function localDate(moment: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

function listOpenDays(rules: BookingRules, question: DaysQuestion): string[] {
  const off = new Set(rules.daysOff)
  return listDays(rules, question).filter((day) => !off.has(day))
}

/** The days asked for, up to the horizon. */
function listDays({ timeZone, horizonDays }: BookingRules, { from, days, now }: DaysQuestion): string[] {
  const last = addDays(localDate(now.getTime(), timeZone), horizonDays)
  return Array.from({ length: days }, (_, index) => addDays(from, index)).filter((day) => day <= last)
}

/** 1 for Monday. */
function findWeekday(day: string): number {
  return new Date(day).getUTCDay() || 7
}

/** Counts exact time from the opening on, so that a change of the clock neither repeats nor skips a meeting. */
function listStarts(day: string, rules: BookingRules): number[] {
  const starts = new Set<number>()
  const length = rules.minutes * MINUTE
  const weekday = findWeekday(day)
  for (const { opens, closes } of rules.weeklyHours.filter((hours) => hours.day === weekday)) {
    const end = resolveTime(day, closes, rules)
    for (let start = resolveTime(day, opens, rules); start + length <= end; start += length) starts.add(start)
  }
  return [...starts].toSorted((a, b) => a - b)
}

function isTaken(span: Span, taken: readonly Span[]): boolean {
  return taken.some(({ start, end }) => span.start < end && start < span.end)
}

function startOfDay(day: string, { timeZone }: BookingRules): number {
  return findMoment(`${day}[${timeZone}]`)
}

function resolveTime(day: string, plainTime: string, { timeZone }: BookingRules): number {
  return findMoment(`${day}T${plainTime}[${timeZone}]`)
}

/** The moment of a local time: "2026-11-24T09:00[America/New_York]". */
const findMoment = remember((local: string) => Temporal.ZonedDateTime.from(local).epochMilliseconds)

/** ISO 8601 in UTC. */
export const formatMoment = remember((moment: number) => new Date(moment).toISOString())

const MOST_REMEMBERED = 10_000

/** Keeps the last results: finding them takes longer than all else, and each visitor asks for the same days. */
function remember<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const found = new Map<Key, Value>()
  return (key) => {
    const known = found.get(key)
    if (known !== undefined) return known
    if (found.size >= MOST_REMEMBERED) found.clear()
    const value = find(key)
    found.set(key, value)
    return value
  }
}
