import * as z from 'zod/mini'
import type { Backend } from '../../web/api/client.ts'
import {
  callFunction,
  countWith,
  listColumns,
  pageRange,
  requireRows,
  requireSuccess,
  type PageOfRows,
} from '../../web/api/request.ts'
import { addDays, businessDay } from '../../web/workspace/business-day.ts'
import { media, type Medium } from './bookings.ts'

const TABLE = 'meetings'
const DAY_MS = 86_400_000

/** The most days that can be asked at once. */
const DAYS = 62

const freeTimes = z.object({
  timezone: z.string(),
  slots: z.array(z.object({ start: z.string(), end: z.string() })),
  media: z.array(z.enum(media)),
})
export type FreeTimes = z.infer<typeof freeTimes>

const done = z.object({ success: z.literal(true) })

/** The times at which a meeting can be booked, or to which one can be moved, from now on. Throws ApiError. */
export async function listFreeTimes(backend: Backend, moved?: string): Promise<FreeTimes> {
  const query = { days: String(DAYS), ...(moved === undefined ? {} : { id: moved }) }
  const name = moved === undefined ? 'meeting-slots' : 'slots-for-move'
  return callFunction(backend, { name, query, method: 'GET', answer: freeTimes })
}

export interface StaffBooking {
  contactId: string
  /** ISO 8601 */
  start: string
  medium: Medium
  about: string
  idempotencyKey: string
}

/** Throws ApiError: `taken` if the time is no longer free. */
export async function bookForContact(backend: Backend, booking: StaffBooking): Promise<void> {
  await callFunction(backend, { name: 'book-for-contact', body: { ...booking }, answer: done })
}

export type MeetingChange =
  | { action: 'move'; start: string }
  | { action: 'cancel'; reason: string }
  | { action: 'outcome'; status: 'booked' | 'held' | 'no_show' }

/** Throws ApiError. */
export async function changeMeeting(backend: Backend, id: string, change: MeetingChange): Promise<void> {
  await callFunction(backend, { name: 'manage-meeting', body: { id, ...change }, answer: done })
}

const meetingRow = z.object({
  id: z.string(),
  contact_id: z.nullable(z.string()),
  starts_at: z.string(),
  ends_at: z.string(),
  medium: z.enum(media),
  /** Address of the room of a meeting by video. */
  room: z.nullable(z.string()),
  /** As typed when it was booked. */
  name: z.string(),
  status: z.enum(['booked', 'canceled', 'held', 'no_show']),
  /** Null if the contact was deleted. */
  contact: z.nullable(z.object({ owner_id: z.nullable(z.string()) })),
})
export type MeetingRow = z.infer<typeof meetingRow>

const meetingColumns = listColumns(meetingRow, { contact: 'crm_contacts(owner_id)' })

/** One page of the booked meetings to come, the next first, or of all that have ended, the last first. Throws ApiError. */
export async function listMeetings(
  backend: Backend,
  { past, now }: { past: boolean; now: Date },
  from: number,
): Promise<PageOfRows<MeetingRow>> {
  const rows = backend.from(TABLE).select(meetingColumns, countWith(from))
  const chosen = past
    ? rows.lt('ends_at', now.toISOString())
    : rows.gte('ends_at', now.toISOString()).eq('status', 'booked')
  const answer = await chosen
    .order('starts_at', { ascending: !past })
    .order('id')
    .range(...pageRange(from))
  return { rows: requireRows(meetingRow, answer), total: answer.count }
}

/** The meetings that start on these days, where the business is, without canceled ones. Throws ApiError. */
export async function listMeetingsOn(
  backend: Backend,
  { from, days }: { from: string; days: number },
): Promise<MeetingRow[]> {
  // A day begins at another moment in UTC, so the days around are read, too.
  const start = Date.parse(from)
  const answer = await backend
    .from(TABLE)
    .select(meetingColumns)
    .neq('status', 'canceled')
    .gte('starts_at', new Date(start - DAY_MS).toISOString())
    .lt('starts_at', new Date(start + (days + 1) * DAY_MS).toISOString())
    .order('starts_at')
  const last = addDays(from, days - 1)
  return requireRows(meetingRow, answer).filter(({ starts_at: at }) => {
    const day = businessDay(new Date(at))
    return day >= from && day <= last
  })
}

const calendarFeed = z.object({
  feed: z.nullable(z.object({ createdAt: z.string(), readAt: z.nullable(z.string()) })),
})
/** One's own calendar feed; null without one. Times are ISO 8601. */
export type CalendarFeed = z.infer<typeof calendarFeed>['feed']

const FEED = 'calendar-feed'

/** Throws ApiError. */
export async function findCalendarFeed(backend: Backend): Promise<CalendarFeed> {
  return (await callFunction(backend, { name: FEED, body: { action: 'find' }, answer: calendarFeed })).feed
}

/** Returns the secret address, which nothing can show again. An earlier address ends. Throws ApiError. */
export async function createCalendarFeed(backend: Backend): Promise<string> {
  const answer = z.object({ address: z.string() })
  return (await callFunction(backend, { name: FEED, body: { action: 'create' }, answer })).address
}

/** Throws ApiError. */
export async function removeCalendarFeed(backend: Backend): Promise<void> {
  await callFunction(backend, { name: FEED, body: { action: 'remove' }, answer: calendarFeed })
}

/** Saves the address of one's own room, or removes it. Throws ApiError. */
export async function saveRoom(backend: Backend, id: string, room: string | null): Promise<void> {
  requireSuccess(await backend.from('profiles').update({ meeting_room: room }).eq('id', id))
}
