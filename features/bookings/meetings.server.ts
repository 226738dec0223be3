import { asIdentity, type Identity } from '../../platform/database/as-identity.ts'
import { DatabaseError, type Database, type Transaction } from '../../platform/database/database.ts'
import { site } from '../../site.config.ts'
import { normalizePhone } from '../contacts/contacts.server.ts'
import { media, REMIND_MS, type MeetingStatus, type Medium, type Slot } from './bookings.ts'
import { fillRules, ruleColumns, type StoredRules } from './booking-rules.server.ts'
import {
  blockSpan,
  findClosedDays,
  findSlots,
  formatMoment,
  localDate,
  type BookingRules,
  type Span,
} from './slots.ts'

const DAY_MS = 86_400_000
/** Days of times offered in place of one that is taken. */
const ALTERNATIVE_DAYS = 7
/** No horizon is further away. */
const MOST_AHEAD_MS = 366 * DAY_MS
const OVERLAP = 'meetings_starts_at_blocked_until_excl'

export interface Meeting {
  id: string
  contactId: string | null
  start: Date
  end: Date
  medium: Medium
  /**
   * Where a meeting by video takes place, as the visitor was told: the host's room when it was booked or moved. If the host or the
   * address changes later, `updateRooms` tells the visitor the new one.
   */
  room: string | null
  name: string
  email: string
  phone: string | null
  /** The phone number in E.164; null if it cannot be dialed. */
  number: string | null
  message: string | null
  status: MeetingStatus
  sequence: number
  createdAt: Date
}

export interface MeetingRow extends Omit<Meeting, 'start' | 'end' | 'createdAt' | 'number'> {
  start: Date | string
  end: Date | string
  createdAt: Date | string
}

/** Read a row of these columns with `readMeeting`. */
export const meetingColumns = `id, contact_id as "contactId", starts_at as start, ends_at as end, medium, room, name, email, phone, message,
  status, sequence, created_at as "createdAt"`

export function readMeeting(row: MeetingRow): Meeting {
  return {
    ...row,
    start: new Date(row.start),
    end: new Date(row.end),
    createdAt: new Date(row.createdAt),
    number: row.phone === null ? null : normalizePhone(row.phone),
  }
}

/** Null if there is none. `lock` keeps others from changing it until the transaction ends. Needs `service_role`. */
export async function findMeeting(
  tx: Transaction,
  by: { id: string } | { idempotencyKey: string },
  { lock = false } = {},
): Promise<Meeting | null> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['idempotency_key', by.idempotencyKey]
  const { rows } = await tx.query<MeetingRow>(
    `select ${meetingColumns} from public.meetings where ${column} = $1 ${lock ? 'for update' : ''}`,
    [value],
  )
  return rows[0] === undefined ? null : readMeeting(rows[0])
}

/**
 * Lets one transaction at a time book or move a meeting, so that the others see its outcome. Without it, the constraint would
 * still prevent overlaps, but not more meetings than the daily limit.
 */
export async function lockCalendar(tx: Transaction): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('public.meetings', 0))`)
}

/** The time is not free; `slots` are. Nothing was written. */
export interface Taken {
  outcome: 'taken'
  slots: Span[]
}

/** Runs a transaction that books or moves a meeting to `start`. If another meeting overlaps it, offers free times instead. */
export async function withFreeTimes<Outcome>(
  database: Database,
  { as, start, now, except }: { as: Identity; start: Date | null; now: Date; except?: string },
  work: (tx: Transaction) => Promise<Outcome>,
): Promise<Outcome | Taken> {
  try {
    return await asIdentity(database, as, work)
  } catch (error) {
    if (!isOverlap(error) || start === null) throw error
    return asIdentity(database, as, async (tx) => {
      const check = await checkTime(tx, start, { now, ...(except === undefined ? {} : { except }) })
      return { outcome: 'taken', slots: check.free ? [] : check.slots }
    })
  }
}

function isOverlap(error: unknown): boolean {
  return error instanceof DatabaseError && error.constraint === OVERLAP
}

export interface FreeTimes {
  rules: BookingRules
  slots: Span[]
  /** Days off, "2026-12-25", where meetings were offered otherwise. */
  closed: string[]
  /** The ways to meet: video only with a room. */
  media: readonly Medium[]
}

interface CalendarRow extends StoredRules {
  /** The room of a meeting with a new contact. */
  room: string | null
  /** Whether it is a meeting, and its span. */
  taken: [booked: boolean, start: string, end: string][]
}

/** One statement, because others wait for each round trip. Spans are those of these days in any time zone. */
const CALENDAR = `select ${ruleColumns}, (
    select coalesce(jsonb_agg(jsonb_build_array(booked, starts_at, ends_at)), '[]') from (
      select true, starts_at, blocked_until from public.meetings
      where status <> 'canceled' and starts_at between $1 and $2 and id is distinct from $3
      union all
      select false, starts_at, ends_at from public.busy_times where ends_at > $1 and starts_at < $2
    ) as span (booked, starts_at, ends_at)) as taken, private.find_meeting_room(null, $4) as room
  from public.booking_rules`

/** The free times of some days. `except` is a meeting that may overlap: the one to move. Needs `service_role`. */
export async function findFreeTimes(
  tx: Transaction,
  { from, days, now, except }: { from?: string; days: number; now: Date; except?: string },
): Promise<FreeTimes> {
  const first = from ?? localDate(now.getTime(), site.hours.timeZone)
  const start = Date.parse(`${first}T00:00:00Z`)
  const { rows } = await tx.query<CalendarRow>(CALENDAR, [
    new Date(start - 2 * DAY_MS),
    new Date(start + (days + 2) * DAY_MS),
    except ?? null,
    site.meetings.room,
  ])
  const [row] = rows
  if (row === undefined) throw new Error('The row of booking_rules is missing.')
  const rules = fillRules(row)
  const listSpans = (wanted: boolean) =>
    row.taken
      .filter(([booked]) => booked === wanted)
      .map(([, begins, ends]) => ({ start: Date.parse(begins), end: Date.parse(ends) }))
  const asked = { from: first, days, now }
  return {
    rules,
    slots: findSlots(rules, { ...asked, meetings: listSpans(true), busy: listSpans(false) }),
    closed: findClosedDays(rules, asked),
    media: offerMedia(row.room),
  }
}

function offerMedia(room: string | null): readonly Medium[] {
  return room === null ? ['phone'] : media
}

/** The ways to meet: video only with a room. Needs `service_role`. */
export async function findMedia(tx: Transaction): Promise<readonly Medium[]> {
  const { rows } = await tx.query<{ room: string | null }>(
    'select private.find_meeting_room(null, $1) as room',
    [site.meetings.room],
  )
  return offerMedia(rows[0]?.room ?? null)
}

export type TimeCheck =
  | { free: true; end: Date; blockedUntil: Date; media: readonly Medium[] }
  /** `slots` are the free times of the days from it on, or of those from today on. */
  | { free: false; slots: Span[] }

/** Whether a meeting can start at a moment. Needs `service_role` and the calendar's lock. */
export async function checkTime(
  tx: Transaction,
  start: Date,
  { now, except }: { now: Date; except?: string },
): Promise<TimeCheck> {
  const asked = { days: ALTERNATIVE_DAYS, now, ...(except === undefined ? {} : { except }) }
  const ahead = start.getTime() - now.getTime()
  if (ahead > 0 && ahead < MOST_AHEAD_MS) {
    const from = localDate(start.getTime(), site.hours.timeZone)
    const { rules, slots, media: offered } = await findFreeTimes(tx, { ...asked, from })
    const slot = slots.find((span) => span.start === start.getTime())
    if (slot)
      return {
        free: true,
        end: new Date(slot.end),
        blockedUntil: new Date(blockSpan(slot.start, rules).end),
        media: offered,
      }
    if (slots.length > 0) return { free: false, slots }
  }
  return { free: false, slots: (await findFreeTimes(tx, asked)).slots }
}

export interface NewMeeting {
  contactId: string
  start: Date
  end: Date
  blockedUntil: Date
  medium: Medium
  name: string
  email: string
  phone: string | null
  message: string | null
  idempotencyKey: string | null
  /** What led the visitor here; absent if staff booked. */
  origin?: MeetingOrigin
}

export interface MeetingOrigin {
  firstPage: string | null
  referrerHost: string | null
  adNetwork: string | null
  campaign: string | null
}

/** Needs `service_role`, the calendar's lock, and a time that is free; for a video meeting, a room. */
export async function insertMeeting(tx: Transaction, meeting: NewMeeting, now: Date): Promise<Meeting> {
  const { rows } = await tx.query<MeetingRow>(
    `insert into public.meetings (contact_id, starts_at, ends_at, blocked_until, medium, room, name, email, phone, message,
       created_at, idempotency_key, reminded_at, first_page, referrer_host, ad_network, utm_campaign)
     values ($1, $2, $3, $4, $5, case $5 when 'video' then private.find_meeting_room($1, $6) end, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) returning ${meetingColumns}`,
    [
      meeting.contactId,
      meeting.start,
      meeting.end,
      meeting.blockedUntil,
      meeting.medium,
      site.meetings.room,
      meeting.name,
      meeting.email,
      meeting.phone,
      meeting.message,
      now,
      meeting.idempotencyKey,
      findReminded(meeting.start, now),
      meeting.origin?.firstPage ?? null,
      meeting.origin?.referrerHost ?? null,
      meeting.origin?.adNetwork ?? null,
      meeting.origin?.campaign ?? null,
    ],
  )
  return requireMeeting(rows)
}

/** The one row of a statement that returns `meetingColumns`. */
export function requireMeeting([row]: MeetingRow[]): Meeting {
  if (row === undefined) throw new Error('The written meeting was not returned.')
  return readMeeting(row)
}

/** For a meeting booked or moved at `now`: its mail is the reminder if it starts soon. */
export function findReminded(start: Date, now: Date): Date | null {
  return start.getTime() - now.getTime() <= REMIND_MS ? now : null
}

export function formatSlots(slots: readonly Span[]): Slot[] {
  return slots.map(({ start, end }) => ({ start: formatMoment(start), end: formatMoment(end) }))
}
