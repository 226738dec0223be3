import { serviceFor } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { consumeRateLimit } from '../../platform/http/rate-limit.ts'
import { site } from '../../site.config.ts'
import type { SubmissionMailOptions } from '../submissions/submissions.server.ts'
import { changeTime, media, type Medium } from './bookings.ts'
import { announceMeeting, type Colleague } from './meeting-mails.server.ts'
import {
  checkTime,
  findMeeting,
  findReminded,
  lockCalendar,
  meetingColumns,
  requireMeeting,
  withFreeTimes,
  type Meeting,
  type MeetingRow,
  type Taken,
} from './meetings.server.ts'

/** Per meeting, for visitors and staff apart; each change sends mails. */
const CHANGES = { capacity: 10, perSeconds: 86_400 }
const MINUTE = 60_000

const TOO_LATE =
  `A meeting can be moved or canceled until ${changeTime} before. ` +
  `Please call us at ${site.phone.display}.`

export interface MeetingChange {
  id: string
  /** The new time; null cancels. */
  start: Date | null
  /** How to meet after a move; absent: that stays. */
  medium?: Medium | undefined
  /** Why staff cancel. */
  reason?: string | null
}

export interface ChangeTools {
  now: Date
  mails: SubmissionMailOptions
  /** The staff member who changes it; null for the visitor. */
  by: Colleague | null
}

export type ChangedMeeting =
  | { outcome: 'changed'; meeting: Meeting }
  | Taken
  | { outcome: 'unknown' }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'limited'; retryAfter: number }

/** Moves or cancels a meeting, with its mails. A repeat changes nothing. */
export async function moveOrCancel(
  database: Database,
  change: MeetingChange,
  tools: ChangeTools,
): Promise<ChangedMeeting> {
  const { id, start } = change
  const as = serviceFor(tools.by?.id ?? null)
  return withFreeTimes(database, { as, start, now: tools.now, except: id }, (tx) =>
    changeOne(tx, change, tools),
  )
}

async function changeOne(
  tx: Transaction,
  { id, start, reason = null, ...change }: MeetingChange,
  { now, mails, by }: ChangeTools,
): Promise<ChangedMeeting> {
  await lockCalendar(tx)
  const meeting = await findMeeting(tx, { id }, { lock: true })
  if (meeting === null) return { outcome: 'unknown' }
  const medium = change.medium ?? meeting.medium
  if (isDone(meeting, start, medium)) return { outcome: 'changed', meeting }
  const refusal = explainRefusal(meeting, now, by)
  if (refusal !== null) return { outcome: 'refused', reason: refusal }
  const time = start === null ? null : await checkTime(tx, start, { now, except: id })
  if (time?.free === false) return { outcome: 'taken', slots: time.slots }
  const impossible = time === null ? null : explainMedium(meeting, medium, time.media)
  if (impossible !== null) return { outcome: 'refused', reason: impossible }
  const key = `meeting:change:${by === null ? '' : 'staff:'}${id}`
  const retryAfter = await consumeRateLimit(tx, { key, ...CHANGES, now })
  if (retryAfter > 0) return { outcome: 'limited', retryAfter }
  const changed =
    start === null || time === null
      ? await writeCancellation(tx, id, { reason, now })
      : await writeMove(tx, id, { start, ...time, medium, now })
  await announceMeeting(tx, changed, {
    change: start === null ? 'canceled' : 'moved',
    now,
    mails,
    by,
    reason,
  })
  return { outcome: 'changed', meeting: changed }
}

/** Whether the meeting already is as wanted: the request is a retry. */
function isDone({ status, ...current }: Meeting, start: Date | null, medium: Medium): boolean {
  if (start === null) return status === 'canceled'
  return status === 'booked' && current.start.getTime() === start.getTime() && current.medium === medium
}

/** The ways to meet, of those offered, that a visitor may choose when moving a meeting. */
export function listMedia(meeting: Meeting, offered: readonly Medium[]): Medium[] {
  return media.filter((medium) => explainMedium(meeting, medium, offered) === null)
}

/** Why a meeting cannot be held this way; null if it can. */
function explainMedium(meeting: Meeting, medium: Medium, offered: readonly Medium[]): string | null {
  if (medium === meeting.medium) return null
  if (!offered.includes(medium)) return 'We meet by phone only.'
  return medium === 'phone' && meeting.number === null
    ? `We have no number to call. Please call us at ${site.phone.display}.`
    : null
}

/** Why a meeting can no longer be moved or canceled; null if it can. Staff have until it starts, because late visitors call. */
export function explainRefusal(
  { status, start }: Meeting,
  now: Date,
  by: Colleague | null = null,
): string | null {
  if (status === 'canceled') {
    return by === null
      ? 'This meeting was canceled. Please book a new one.'
      : 'This meeting was canceled. Book a new one.'
  }
  const notice = by === null ? site.meetings.changeMinutes * MINUTE : 0
  if (status === 'booked' && now.getTime() <= start.getTime() - notice) return null
  return by === null ? TOO_LATE : 'This meeting has begun. Mark it as held or as a no-show instead.'
}

async function writeCancellation(
  tx: Transaction,
  id: string,
  { reason, now }: { reason: string | null; now: Date },
): Promise<Meeting> {
  const { rows } = await tx.query<MeetingRow>(
    `update public.meetings set status = 'canceled', canceled_at = $2, cancel_reason = $3, sequence = sequence + 1
     where id = $1 returning ${meetingColumns}`,
    [id, now, reason],
  )
  return requireMeeting(rows)
}

/** A meeting by video goes to the room of whoever looks after the contact now. */
async function writeMove(
  tx: Transaction,
  id: string,
  { start, now, ...to }: Pick<Meeting, 'start' | 'end' | 'medium'> & { blockedUntil: Date; now: Date },
): Promise<Meeting> {
  const { rows } = await tx.query<MeetingRow>(
    `update public.meetings set starts_at = $2, ends_at = $3, blocked_until = $4, sequence = sequence + 1, reminded_at = $5,
       medium = $6, room = case $6 when 'video' then coalesce(private.find_meeting_room(contact_id, $7), room) end
     where id = $1 returning ${meetingColumns}`,
    [id, start, to.end, to.blockedUntil, findReminded(start, now), to.medium, site.meetings.room],
  )
  return requireMeeting(rows)
}
