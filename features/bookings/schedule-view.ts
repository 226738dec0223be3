import { data } from 'react-router'
import * as z from 'zod/mini'
import { site } from '../../site.config.ts'
import type { PageContext } from '../../web/page-context.ts'
import { addDays, businessDay } from '../../web/workspace/business-day.ts'
import {
  formatMeetingTime,
  media,
  meetingStatuses,
  REMIND_MS,
  type MeetingStatus,
  type Medium,
  type Slot,
} from './bookings.ts'
import { nameZone } from './describe-moment.ts'

/** Days on one page of the strip. */
const STRIP_DAYS = 6
/** Days to request for a page, and how many of them precede it, which "previous" needs. */
const DAYS = 62
const DAYS_BEFORE = 20

const answer = z.object({
  timezone: z.string(),
  minutes: z.number(),
  slots: z.array(z.object({ start: z.string(), end: z.string() })),
  closed: z.array(z.string()),
})

const shown = z.object({
  start: z.string(),
  end: z.string(),
  medium: z.enum(media),
  room: z.nullable(z.string()),
  name: z.string(),
  email: z.string(),
  status: z.enum(meetingStatuses),
  changeable: z.boolean(),
})

/** A meeting as its page shows it. */
export interface MeetingView {
  start: string
  /** "Tuesday, November 24, 10:00 AM ET" */
  when: string
  minutes: number
  medium: Medium
  room: string | null
  name: string
  email: string
  status: MeetingStatus
  changeable: boolean
  /** Whether a reminder is still to come. */
  reminds: boolean
}

export interface TimeView {
  start: string
  /** "10:00 AM", and "10:00 AM ET" for readers elsewhere. */
  label: string
  ours: string
  /** "Tuesday, November 24, 10:00 AM ET" */
  when: string
}

export interface DayView {
  date: string
  /** "Tue", "24", "Tuesday, November 24" */
  weekday: string
  day: string
  label: string
  /** "ET" */
  zone: string
  times: TimeView[]
}

/** A day in the strip; `free` is null on a day off, and 0 on a full day. */
export interface DaySummary extends Pick<DayView, 'date' | 'weekday' | 'day'> {
  free: number | null
}

/** Free times as the pages show them. All texts are made on the server: browsers format times differently. */
export interface FreeTimesView {
  minutes: number
  days: DaySummary[]
  /** The day shown with its times; null if nothing is free on these days. */
  chosen: DayView | null
  /** First dates of the pages of days before and after; null if there are none. */
  previous: string | null
  next: string | null
  /** The first free day after these days. */
  opening: DayView | null
  /** The time that was asked for; null if it is not free. */
  wish: TimeView | null
  /** "We are closed on Thursday (Thanksgiving) and Friday."; null if these days have no day off. */
  closed: string | null
}

export interface PastTime {
  date: string
  when: string
}

interface FreeTimesQuestion {
  /** First day of the strip, and the chosen one: "2026-11-24". */
  from?: string | null
  day?: string | null
  /** A time to look for: ISO 8601. */
  start?: string | null
  /** The link of the meeting to move. */
  token?: string
}

/** Reads the free times of a page of days (default the first). Null if the server cannot answer. */
export async function fetchFreeTimes(
  page: PageContext,
  { from = null, day = null, start = null, token }: FreeTimesQuestion,
): Promise<FreeTimesView | null> {
  const today = businessDay(page.clock())
  const first = isDate(from) && from > today ? from : null
  const since = first === null ? today : findLater(addDays(first, -DAYS_BEFORE), today)
  const query = new URLSearchParams({
    days: String(DAYS),
    ...(first === null ? {} : { from: since }),
    ...(token === undefined ? {} : { token }),
  })
  const response = await page.fetch(`/functions/v1/meeting-slots?${query}`)
  if (!response.ok) return null
  const { timezone, minutes, slots, closed } = answer.parse(await response.json())
  const days = groupByDay(slots, timezone)
  // Today is never shown as full: its times may only have passed.
  const firstFull = findLater(since, addDays(today, 1))
  const { shown, previous, next } = makeStrip(listDays(days, { closed, firstFull }), first)
  const onPage = days.filter(({ date }) => shown.some((one) => one.date === date))
  const end = shown.at(-1)?.date ?? since
  return {
    minutes,
    days: shown,
    chosen: onPage.find(({ date }) => date === day) ?? onPage[0] ?? null,
    previous,
    next,
    opening: days.find(({ date }) => date > end) ?? null,
    closed: describeClosed(shown, site.hours.holidayNames),
    wish: days.flatMap(({ times }) => times).find((time) => time.start === start) ?? null,
  }
}

/** The later of two dates. */
function findLater(a: string, b: string): string {
  return a > b ? a : b
}

/**
 * The free days, the days off and the full days, in order. A day from `firstFull` on is full if nothing is free on it although
 * times are offered on its weekday.
 */
export function listDays(
  free: readonly DayView[],
  { closed, firstFull }: { closed: readonly string[]; firstFull: string },
): DaySummary[] {
  const days = [
    ...free.map(({ date, weekday, day, times }) => ({ date, weekday, day, free: times.length })),
    ...closed.map((date) => nameDay(date, null)),
  ].toSorted((a, b) => (a.date < b.date ? -1 : 1))
  const [dates, weekdays] = [
    new Set(days.map(({ date }) => date)),
    new Set(days.map(({ weekday }) => weekday)),
  ]
  const last = days.at(-1)?.date ?? ''
  for (let date = firstFull; date < last; date = addDays(date, 1)) {
    const day = nameDay(date, 0)
    if (!dates.has(date) && weekdays.has(day.weekday)) days.push(day)
  }
  return days.toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

/** One page of the days: from a date on, or the first. */
export function makeStrip(days: readonly DaySummary[], from: string | null) {
  const found = from === null ? 0 : days.findIndex(({ date }) => date >= from)
  const start = found === -1 ? Math.max(0, days.length - STRIP_DAYS) : found
  const later = days.slice(start + STRIP_DAYS)
  return {
    shown: days.slice(start, start + STRIP_DAYS),
    previous: start === 0 ? null : (days[Math.max(0, start - STRIP_DAYS)]?.date ?? null),
    next: later.some(({ free }) => free !== null && free > 0) ? (later[0]?.date ?? null) : null,
  }
}

/** Says which of the days are off. The reasons that staff note may be private, so only those of holidays are shown. */
export function describeClosed(
  days: readonly DaySummary[],
  holidays: Readonly<Record<string, string>>,
): string | null {
  const off = days
    .filter(({ free }) => free === null)
    .map(({ date }) => {
      const weekday = new Date(date).toLocaleDateString('en-US', { timeZone: 'UTC', weekday: 'long' })
      return holidays[date] === undefined ? weekday : `${weekday} (${holidays[date]})`
    })
  if (off.length === 0) return null
  return `We are closed on ${new Intl.ListFormat('en-US').format(off)}.`
}

function nameDay(date: string, free: null | 0): DaySummary {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Date(date).toLocaleDateString('en-US', { timeZone: 'UTC', ...options })
  return { date, weekday: format({ weekday: 'short' }), day: format({ day: 'numeric' }), free }
}

/** A time in a link that has passed: "November 20, 2026", "Friday at 2:30 PM". Null for a later one. */
export function describePast(start: string, now: Date): PastTime | null {
  const at = new Date(start)
  if (Number.isNaN(at.getTime()) || at >= now) return null
  const format = (options: Intl.DateTimeFormatOptions) =>
    at.toLocaleString('en-US', { timeZone: site.hours.timeZone, ...options })
  const time = format({ hour: 'numeric', minute: '2-digit', timeZoneName: 'shortGeneric' })
  return { date: format({ dateStyle: 'long' }), when: `${format({ weekday: 'long' })} at ${time}` }
}

function isDate(text: string | null): text is string {
  return text !== null && z.iso.date().safeParse(text).success && /^(20|21)/.test(text)
}

/** Splits free times by local date. */
export function groupByDay(slots: readonly Slot[], timeZone: string): DayView[] {
  const date = new Intl.DateTimeFormat('en-CA', { timeZone })
  const formats = {
    weekday: new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short' }),
    day: new Intl.DateTimeFormat('en-US', { timeZone, day: 'numeric' }),
    label: new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long', month: 'long', day: 'numeric' }),
    time: new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }),
    ours: new Intl.DateTimeFormat('en-US', {
      timeZone,
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'shortGeneric',
    }),
  }
  const byDate = Map.groupBy(slots, ({ start }) => date.format(new Date(start)))
  const zone = nameZone(timeZone, 'shortGeneric')
  return [...byDate].map(([key, times]) => {
    const start = new Date(times[0]?.start ?? key)
    return {
      date: key,
      weekday: formats.weekday.format(start),
      day: formats.day.format(start),
      label: formats.label.format(start),
      zone,
      times: times.map((slot) => ({
        start: slot.start,
        label: formats.time.format(new Date(slot.start)),
        ours: formats.ours.format(new Date(slot.start)),
        when: formatMeetingTime(new Date(slot.start)),
      })),
    }
  })
}

/** Null if the link belongs to no meeting. */
export async function fetchMeeting(page: PageContext, token: string): Promise<MeetingView | null> {
  const response = await page.fetch(`/functions/v1/show-meeting?${new URLSearchParams({ token })}`)
  if (response.status === 404) return null
  if (!response.ok) throw data(null, { status: 503 })
  const { end, ...meeting } = shown.parse(await response.json())
  const start = new Date(meeting.start)
  return {
    ...meeting,
    minutes: (Date.parse(end) - start.getTime()) / 60_000,
    when: formatMeetingTime(start),
    reminds: start.getTime() - page.clock().getTime() > REMIND_MS,
  }
}
