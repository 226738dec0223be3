import { Temporal } from 'temporal-polyfill'

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
    const [begins, ends] = [startOfDay(day, rules), startOfDay(day.add({ days: 1 }), rules)]
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
  return listDays(rules, question)
    .filter((day) => weekdays.has(day.dayOfWeek) && off.has(day.toString()))
    .map(String)
}

/** The time a meeting takes from the calendar: with the buffer after it. */
export function blockSpan(start: number, { minutes, bufferMinutes }: BookingRules): Span {
  return { start, end: start + (minutes + bufferMinutes) * MINUTE }
}

/** The date of a moment in a time zone: "2026-11-24". */
export function localDate(moment: number, timeZone: string): string {
  return zoned(moment, timeZone).toPlainDate().toString()
}

function listOpenDays(rules: BookingRules, question: DaysQuestion): Temporal.PlainDate[] {
  const off = new Set(rules.daysOff)
  return listDays(rules, question).filter((day) => !off.has(day.toString()))
}

/** The days asked for, up to the horizon. */
function listDays(rules: BookingRules, { from, days, now }: DaysQuestion): Temporal.PlainDate[] {
  const today = zoned(now.getTime(), rules.timeZone).toPlainDate()
  const last = today.add({ days: rules.horizonDays })
  const first = Temporal.PlainDate.from(from)
  return Array.from({ length: days }, (_, index) => first.add({ days: index })).filter(
    (day) => Temporal.PlainDate.compare(day, last) <= 0,
  )
}

/** Counts exact time from the opening on, so that a change of the clock neither repeats nor skips a meeting. */
function listStarts(day: Temporal.PlainDate, rules: BookingRules): number[] {
  const starts = new Set<number>()
  const length = rules.minutes * MINUTE
  for (const { opens, closes } of rules.weeklyHours.filter((hours) => hours.day === day.dayOfWeek)) {
    const end = resolveTime(day, closes, rules)
    for (let start = resolveTime(day, opens, rules); start + length <= end; start += length) starts.add(start)
  }
  return [...starts].toSorted((a, b) => a - b)
}

function isTaken(span: Span, taken: readonly Span[]): boolean {
  return taken.some(({ start, end }) => span.start < end && start < span.end)
}

function startOfDay(day: Temporal.PlainDate, { timeZone }: BookingRules): number {
  return remember(`${timeZone} ${day.toString()}`, () => day.toZonedDateTime(timeZone).epochMilliseconds)
}

function resolveTime(day: Temporal.PlainDate, plainTime: string, { timeZone }: BookingRules): number {
  return remember(
    `${timeZone} ${day.toString()} ${plainTime}`,
    () => day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds,
  )
}

const MOST_MOMENTS = 10_000
const moments = new Map<string, number>()

/** Keeps the moments of local times: finding one takes longer than all else, and each visitor asks for the same days. */
function remember(localTime: string, find: () => number): number {
  const known = moments.get(localTime)
  if (known !== undefined) return known
  if (moments.size >= MOST_MOMENTS) moments.clear()
  const found = find()
  moments.set(localTime, found)
  return found
}

function zoned(moment: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone)
}
