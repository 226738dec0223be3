import { data } from 'react-router'
import * as z from 'zod/mini'
import { site } from '../../site.config.ts'
import { REVALIDATE } from '../../web/cache-control.ts'
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
  media: z.array(z.enum(media)),
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
  media: z.array(z.enum(media)),
})

/** A meeting as its page shows it. */
export interface MeetingView {
  start: string
  minutes: number
  medium: Medium
  room: string | null
  name: string
  email: string
  status: MeetingStatus
  changeable: boolean
  /** The ways to meet that may be chosen. */
  media: readonly Medium[]
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
  /** The ways to meet. The first is chosen unless the visitor chooses another. */
  media: readonly Medium[]
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
  const { timezone, minutes, slots, closed, media: offered } = answer.parse(await response.json())
  const free = groupByDay(slots, timezone)
  // Today is never shown as full: its times may only have passed.
  const firstFull = findLater(since, addDays(today, 1))
  const summaries = free.map((one) => nameDay(one.date, one.slots.length))
  const { shown, previous, next } = makeStrip(listDays(summaries, { closed, firstFull }), first)
  const onPage = free.filter(({ date }) => shown.some((one) => one.date === date))
  const end = shown.at(-1)?.date ?? since
  const chosen = onPage.find(({ date }) => date === day) ?? onPage[0]
  const opening = free.find(({ date }) => date > end)
  const wish = slots.find((slot) => slot.start === start)
  return {
    minutes,
    days: shown,
    chosen: chosen ? describeDay(chosen, timezone) : null,
    previous,
    next,
    opening: opening ? describeDay(opening, timezone) : null,
    closed: describeClosed(shown, site.hours.holidayNames),
    wish: wish ? describeTime(wish, timezone) : null,
    media: offered,
  }
}

/** For a CDN, which is not told when the times change. A time that somebody else took meanwhile is refused, and others are offered. */
const FOR_A_MINUTE = `${REVALIDATE}, s-maxage=60`

/** The Cache-Control header of what shows free times: the site keeps it until they change. */
export function cacheControl(times: FreeTimesView | null, { personal = false } = {}): string {
  return times === null || personal ? 'no-store' : FOR_A_MINUTE
}

/** The data of a page with free times, and how to cache it. */
export function withCaching<T extends { times: FreeTimesView | null }>(loaded: T, { personal = false } = {}) {
  return data(loaded, { headers: { 'Cache-Control': cacheControl(loaded.times, { personal }) } })
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
  free: readonly DaySummary[],
  { closed, firstFull }: { closed: readonly string[]; firstFull: string },
): DaySummary[] {
  const days = [...free, ...closed.map((date) => nameDay(date, null))].toSorted((a, b) =>
    a.date < b.date ? -1 : 1,
  )
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

const shortWeekday = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short' })

/** A local date with the number of its free times. */
export function nameDay(date: string, free: number | null): DaySummary {
  const at = new Date(date)
  return { date, weekday: shortWeekday.format(at), day: String(at.getUTCDate()), free }
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

/** The free times of a local date. */
export interface FreeDay {
  /** "2026-11-24" */
  date: string
  slots: Slot[]
}

/** Splits free times by local date. */
export function groupByDay(slots: readonly Slot[], timeZone: string): FreeDay[] {
  const localDate = new Intl.DateTimeFormat('en-CA', { timeZone })
  const byDate = Map.groupBy(slots, ({ start }) => localDate.format(new Date(start)))
  return [...byDate].map(([date, ofDay]) => ({ date, slots: ofDay }))
}

/** Only for the days that a page shows: the formats of a month of times take longer than the rest of the page. */
export function describeDay({ date, slots }: FreeDay, timeZone: string): DayView {
  const { weekday, day } = nameDay(date, slots.length)
  return {
    date,
    weekday,
    day,
    label: longDay.format(new Date(date)),
    zone: nameZone(timeZone, 'shortGeneric'),
    times: slots.map((slot) => describeTime(slot, timeZone)),
  }
}

const longDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
})

export function describeTime({ start }: Slot, timeZone: string): TimeView {
  const at = new Date(start)
  const time = { timeZone, hour: 'numeric', minute: '2-digit' } as const
  return {
    start,
    label: at.toLocaleTimeString('en-US', time),
    ours: at.toLocaleTimeString('en-US', { ...time, timeZoneName: 'shortGeneric' }),
    when: formatMeetingTime(at),
  }
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
    reminds: start.getTime() - page.clock().getTime() > REMIND_MS,
  }
}
