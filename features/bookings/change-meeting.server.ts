import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { FunctionError, requireBody, type ServerFunction } from '../../platform/functions/server-function.ts'
import { consumeRateLimit } from '../../platform/http/rate-limit.ts'
import { site } from '../../site.config.ts'
import { readMailOptions, type SubmissionMailOptions } from '../submissions/submissions.server.ts'
import { changeTime } from './bookings.ts'
import { buildInvitation } from './invitation.server.ts'
import { announceMeeting } from './meeting-mails.server.ts'
import { readMeetingToken } from './meeting-token.server.ts'
import {
  checkTime,
  findMeeting,
  findReminded,
  formatSlots,
  isOverlap,
  lockCalendar,
  meetingColumns,
  readMeeting,
  type Meeting,
  type MeetingRow,
} from './meetings.server.ts'
import type { Span } from './slots.ts'

/** Per meeting; each one sends mails. */
const CHANGES = { capacity: 10, perSeconds: 86_400 }
const MINUTE = 60_000
const UNKNOWN = 'This link belongs to no meeting. Please use the link in the newest mail about it.'
const TAKEN = 'This time is no longer free. Your meeting stays where it was. Please choose another time.'
const CANCELED = 'This meeting was canceled. Please book a new one.'
const TOO_LATE =
  `A meeting can be moved or canceled until ${changeTime} before. ` +
  `Please call us at ${site.phone.display}.`

interface Needs {
  database: Database
  clock: Clock
  secrets: { jwtSecret: string }
  config: { siteUrl: string; mail: { leadsTo: string | undefined } }
}

const token = z.string().max(200)
const request = z.discriminatedUnion('action', [
  z.object({ token, action: z.literal('cancel') }),
  z.object({ token, action: z.literal('move'), start: z.iso.datetime({ offset: true }) }),
])

type Changed =
  | { outcome: 'changed'; meeting: Meeting }
  | { outcome: 'taken'; slots: Span[] }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'limited'; retryAfter: number }

/** Moves or cancels a meeting for a visitor with its link. A repeat changes nothing. */
export const changeMeeting: ServerFunction<Needs> = {
  name: 'change-meeting',
  method: 'POST',
  callers: 'everybody',
  answer: async (c, deps) => {
    const wanted = await requireBody(c.req.raw, request)
    const id = requireMeetingId(wanted.token, deps)
    const start = wanted.action === 'move' ? new Date(wanted.start) : null
    const changed = await change(
      deps.database,
      { id, start },
      { now: deps.clock(), mails: readMailOptions(deps) },
    )
    switch (changed.outcome) {
      case 'changed':
        return c.json({ success: true, ...describe(changed.meeting) })
      case 'taken':
        return c.json({ error: TAKEN, slots: formatSlots(changed.slots) }, 409)
      case 'refused':
        throw new FunctionError(409, changed.reason)
      default:
        throw new FunctionError(429, 'This meeting was changed too often today. Please call us.', {
          'Retry-After': String(changed.retryAfter),
        })
    }
  },
}

function requireMeetingId(given: string, { secrets }: Pick<Needs, 'secrets'>): string {
  const id = readMeetingToken(given, secrets.jwtSecret)
  if (id === null) throw new FunctionError(404, UNKNOWN)
  return id
}

function describe({ id, start, end, medium, room, status }: Meeting) {
  return { id, start, end, medium, room, status }
}

interface ChangeTools {
  now: Date
  mails: SubmissionMailOptions
}

/** `start`: the new time; null cancels. */
async function change(
  database: Database,
  wanted: { id: string; start: Date | null },
  tools: ChangeTools,
): Promise<Changed> {
  try {
    return await asService(database, (tx) => changeOne(tx, wanted, tools))
  } catch (error) {
    if (!isOverlap(error)) throw error
    return { outcome: 'taken', slots: [] }
  }
}

async function changeOne(
  tx: Transaction,
  { id, start }: { id: string; start: Date | null },
  tools: ChangeTools,
): Promise<Changed> {
  await lockCalendar(tx)
  const meeting = await findMeeting(tx, { id }, { lock: true })
  if (meeting === null) return { outcome: 'refused', reason: UNKNOWN }
  if (isDone(meeting, start)) return { outcome: 'changed', meeting }
  const refusal = explainRefusal(meeting, tools.now)
  if (refusal !== null) return { outcome: 'refused', reason: refusal }
  const time = start === null ? null : await checkTime(tx, start, { now: tools.now, except: id })
  if (time?.free === false) return { outcome: 'taken', slots: time.slots }
  const retryAfter = await consumeRateLimit(tx, { key: `meeting:change:${id}`, ...CHANGES, now: tools.now })
  if (retryAfter > 0) return { outcome: 'limited', retryAfter }
  const changed =
    start === null || time === null
      ? await writeCancellation(tx, id, tools.now)
      : await writeMove(tx, id, { start, ...time, now: tools.now })
  await announceMeeting(tx, changed, { change: start === null ? 'canceled' : 'moved', ...tools })
  return { outcome: 'changed', meeting: changed }
}

/** Whether the meeting already is as wanted: the request is a retry. */
function isDone({ status, start: current }: Meeting, start: Date | null): boolean {
  if (start === null) return status === 'canceled'
  return status === 'booked' && current.getTime() === start.getTime()
}

/** Why a meeting can no longer be moved or canceled; null if it can. */
function explainRefusal({ status, start }: Meeting, now: Date): string | null {
  if (status === 'canceled') return CANCELED
  const latest = start.getTime() - site.meetings.changeMinutes * MINUTE
  return status !== 'booked' || now.getTime() > latest ? TOO_LATE : null
}

async function writeCancellation(tx: Transaction, id: string, now: Date): Promise<Meeting> {
  const { rows } = await tx.query<MeetingRow>(
    `update public.meetings set status = 'canceled', canceled_at = $2, sequence = sequence + 1
     where id = $1 returning ${meetingColumns}`,
    [id, now],
  )
  return requireRow(rows)
}

async function writeMove(
  tx: Transaction,
  id: string,
  { start, end, blockedUntil, now }: { start: Date; end: Date; blockedUntil: Date; now: Date },
): Promise<Meeting> {
  const { rows } = await tx.query<MeetingRow>(
    `update public.meetings set starts_at = $2, ends_at = $3, blocked_until = $4, sequence = sequence + 1, reminded_at = $5
     where id = $1 returning ${meetingColumns}`,
    [id, start, end, blockedUntil, findReminded(start, now)],
  )
  return requireRow(rows)
}

function requireRow([row]: MeetingRow[]): Meeting {
  if (row === undefined) throw new Error('The changed meeting was not returned.')
  return readMeeting(row)
}

/** Shows a meeting to a visitor with its link, or with `calendar=1` its calendar entry. Changes nothing: scanners open every link. */
export const showMeeting: ServerFunction<Needs> = {
  name: 'show-meeting',
  method: 'GET',
  callers: 'everybody',
  answer: async (c, deps) => {
    const id = requireMeetingId(c.req.query('token') ?? '', deps)
    const now = deps.clock()
    const meeting = await asService(deps.database, (tx) => findMeeting(tx, { id }), { readOnly: true })
    if (meeting === null) throw new FunctionError(404, UNKNOWN)
    if (c.req.query('calendar') !== '1')
      return c.json({ ...describe(meeting), changeable: explainRefusal(meeting, now) === null })
    const links = readMailOptions(deps)
    const { method, calendar } = buildInvitation(meeting, { links, now, reader: 'visitor' })
    return c.body(calendar, 200, {
      'Content-Type': `text/calendar; charset=utf-8; method=${method.toUpperCase()}`,
      'Content-Disposition': 'attachment; filename="invite.ics"',
    })
  },
}
