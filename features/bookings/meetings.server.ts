import { asIdentity, type Identity } from '../../platform/database/as-identity.ts'
import { DatabaseError, type Database, type Transaction } from '../../platform/database/database.ts'
import { normalizePhone } from '../contacts/contacts.server.ts'
import { REMIND_MS, type MeetingStatus, type Medium, type Slot } from './bookings.ts'
import { readBookingRules } from './booking-rules.server.ts'
import { blockSpan, findClosedDays, findSlots, localDate, type BookingRules, type Span } from './slots.ts'

const DAY_MS = 86_400_000
/** Days of times offered in place of one that is taken. */
const ALTERNATIVE_DAYS = 7
const OVERLAP = 'meetings_starts_at_blocked_until_excl'

export interface Meeting {
  id: string
  contactId: string | null
  start: Date
  end: Date
  medium: Medium
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
}

/** The free times of some days. `except` is a meeting that may overlap: the one to move. Needs `service_role`. */
export async function findFreeTimes(
  tx: Transaction,
  { from, days, now, except }: { from?: string; days: number; now: Date; except?: string },
): Promise<FreeTimes> {
  const rules = await readBookingRules(tx)
  const first = from ?? localDate(now.getTime(), rules.timeZone)
  const taken = await findTaken(tx, { first, days, except: except ?? null })
  return {
    rules,
    slots: findSlots(rules, { from: first, days, now, ...taken }),
    closed: findClosedDays(rules, { from: first, days, now }),
  }
}

/** The meetings and the busy times of these days, in any time zone. */
async function findTaken(
  tx: Transaction,
  { first, days, except }: { first: string; days: number; except: string | null },
): Promise<{ meetings: Span[]; busy: Span[] }> {
  const start = Date.parse(`${first}T00:00:00Z`)
  const { rows } = await tx.query<{ booked: boolean; start: Date | string; end: Date | string }>(
    `select true as booked, starts_at as start, blocked_until as end from public.meetings
     where status <> 'canceled' and starts_at between $1 and $2 and id is distinct from $3
     union all
     select false, starts_at, ends_at from public.busy_times where ends_at > $1 and starts_at < $2`,
    [new Date(start - 2 * DAY_MS), new Date(start + (days + 2) * DAY_MS), except],
  )
  const toSpans = (booked: boolean) =>
    rows
      .filter((row) => row.booked === booked)
      .map((row) => ({ start: new Date(row.start).getTime(), end: new Date(row.end).getTime() }))
  return { meetings: toSpans(true), busy: toSpans(false) }
}

export type TimeCheck =
  | { free: true; end: Date; blockedUntil: Date }
  /** `slots` are the free times of the same week, or of the next one. */
  | { free: false; slots: Span[] }

/** Whether a meeting can start at a moment. Needs `service_role` and the calendar's lock. */
export async function checkTime(
  tx: Transaction,
  start: Date,
  { now, except }: { now: Date; except?: string },
): Promise<TimeCheck> {
  const { timeZone, horizonDays } = await readBookingRules(tx)
  const ahead = start.getTime() - now.getTime()
  const from = localDate(
    ahead > 0 && ahead < (horizonDays + 1) * DAY_MS ? start.getTime() : now.getTime(),
    timeZone,
  )
  const asked = { from, days: ALTERNATIVE_DAYS, now, ...(except === undefined ? {} : { except }) }
  const { rules, slots } = await findFreeTimes(tx, asked)
  const slot = slots.find((span) => span.start === start.getTime())
  if (slot === undefined) return { free: false, slots }
  return { free: true, end: new Date(slot.end), blockedUntil: new Date(blockSpan(slot.start, rules).end) }
}

export interface NewMeeting {
  contactId: string
  start: Date
  end: Date
  blockedUntil: Date
  medium: Medium
  room: string | null
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

/** Needs `service_role`, the calendar's lock, and a time that is free. */
export async function insertMeeting(tx: Transaction, meeting: NewMeeting, now: Date): Promise<Meeting> {
  const { rows } = await tx.query<MeetingRow>(
    `insert into public.meetings (contact_id, starts_at, ends_at, blocked_until, medium, room, name, email, phone, message,
       created_at, idempotency_key, reminded_at, first_page, referrer_host, ad_network, utm_campaign)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) returning ${meetingColumns}`,
    [
      meeting.contactId,
      meeting.start,
      meeting.end,
      meeting.blockedUntil,
      meeting.medium,
      meeting.medium === 'video' ? meeting.room : null,
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
  return slots.map(({ start, end }) => ({
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
  }))
}
