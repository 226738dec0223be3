import { data } from 'react-router'
import * as z from 'zod/mini'
import type { PageContext } from '../../web/page-context.ts'
import {
  formatMeetingTime,
  media,
  meetingStatuses,
  REMIND_MS,
  type MeetingStatus,
  type Medium,
  type Slot,
} from './bookings.ts'

/** Days on one page of the strip. */
const STRIP_DAYS = 6
/** Days to look at for them. */
const LOOKAHEAD_DAYS = 62

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
  /** "Eastern Time" */
  zone: string
  times: TimeView[]
}

/** A day in the strip; `free` is null on a day off. */
export interface DaySummary extends Pick<DayView, 'date' | 'weekday' | 'day'> {
  free: number | null
}

/** Free times as the pages show them. All texts are made on the server: browsers format times differently. */
export interface FreeTimesView {
  minutes: number
  days: DaySummary[]
  /** The day shown with its times; null if nothing is free. */
  chosen: DayView | null
  /** First date of the next page of days; null if there is none. */
  next: string | null
  /** Whether the days begin with the first free one. */
  isFirstPage: boolean
  /** The time that was asked for; null if it is not free. */
  wish: TimeView | null
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

/** Reads the free times from a day on (default today). Null if the server cannot answer. */
export async function fetchFreeTimes(
  page: PageContext,
  { from = null, day = null, start = null, token }: FreeTimesQuestion,
): Promise<FreeTimesView | null> {
  const first = isDate(from) ? from : null
  const query = new URLSearchParams({
    days: String(LOOKAHEAD_DAYS),
    ...(first === null ? {} : { from: first }),
    ...(token === undefined ? {} : { token }),
  })
  const response = await page.fetch(`/functions/v1/meeting-slots?${query}`)
  if (!response.ok) return null
  const { timezone, minutes, slots, closed } = answer.parse(await response.json())
  const days = groupByDay(slots, timezone)
  const strip = makeStrip(days, closed)
  const chosen = days.find(({ date }) => date === day && strip.shown.some((one) => one.date === day))
  return {
    minutes,
    days: strip.shown,
    chosen: chosen ?? days[0] ?? null,
    next: strip.next,
    isFirstPage: first === null,
    wish: days.flatMap(({ times }) => times).find((time) => time.start === start) ?? null,
  }
}

/** The first days, with the days off between them. One of them is free if any day is. */
export function makeStrip(free: readonly DayView[], closed: readonly string[]) {
  const days = [
    ...free.map(({ date, weekday, day, times }) => ({ date, weekday, day, free: times.length })),
    ...closed.map(nameClosedDay),
  ].toSorted((a, b) => (a.date < b.date ? -1 : 1))
  const firstFree = days.findIndex((day) => day.free !== null)
  const start = Math.max(0, firstFree + 1 - STRIP_DAYS)
  const later = days.slice(start + STRIP_DAYS)
  return {
    shown: days.slice(start, start + STRIP_DAYS),
    next: later.some((day) => day.free !== null) ? (later[0]?.date ?? null) : null,
  }
}

function nameClosedDay(date: string): DaySummary {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Date(date).toLocaleDateString('en-US', { timeZone: 'UTC', ...options })
  return { date, weekday: format({ weekday: 'short' }), day: format({ day: 'numeric' }), free: null }
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
  const named = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
  const zone = named.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
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
