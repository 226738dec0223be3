import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { FunctionError, requireBody, type ServerFunction } from '../../platform/functions/server-function.ts'
import { consumeRateLimit } from '../../platform/http/rate-limit.ts'
import { requireStaff } from '../account/account.server.ts'
import { readMailOptions } from '../submissions/submissions.server.ts'
import { buildStaffCalendar } from './invitation.server.ts'
import { meetingColumns, readMeeting, type Meeting, type MeetingRow } from './meetings.server.ts'

const NAME = 'calendar-feed'
/** 256 bits cannot be guessed. */
const KEY_BYTES = 32
const DAY_MS = 86_400_000
const PAST_DAYS = 30
const MAX_MEETINGS = 500
/** Calendar programs read every few minutes at most. */
const PER_FEED = { capacity: 60, perSeconds: 3600 }
const UNKNOWN = 'This calendar address was turned off. Make a new one on the page Bookings of the dashboard.'

interface Needs {
  database: Database
  clock: Clock
  secrets: { jwtSecret: string }
  config: { siteUrl: string; mail: { leadsTo: string | undefined } }
}

/** The bookings of the staff member with this key, for a calendar program. */
const read: ServerFunction<Needs> = {
  name: NAME,
  method: 'GET',
  callers: 'everybody',
  answer: async (c, deps) => {
    const hash = hashKey(c.req.query('key') ?? '')
    const now = deps.clock()
    const meetings = await asService(deps.database, (tx) => readFeed(tx, hash, now))
    return c.body(buildStaffCalendar(meetings, { links: readMailOptions(deps), now }), 200, {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="bookings.ics"',
    })
  },
}

/** Throws FunctionError with 404 or 429. */
async function readFeed(tx: Transaction, hash: Buffer, now: Date): Promise<Meeting[]> {
  const { rows } = await tx.query<{ id: string | null }>('select private.find_calendar_feed($1, $2) as id', [
    hash,
    now,
  ])
  const id = rows[0]?.id ?? null
  if (id === null) throw new FunctionError(404, UNKNOWN)
  const wait = await consumeRateLimit(tx, { key: `calendar-feed:${id}`, ...PER_FEED, now })
  if (wait > 0)
    throw new FunctionError(429, 'This calendar is read too often.', { 'Retry-After': String(wait) })
  await tx.query(
    `update private.calendar_feeds set read_at = $2
     where profile_id = $1 and (read_at is null or read_at < $2::timestamptz - interval '5 minutes')`,
    [id, now],
  )
  return listMeetings(tx, { ownerId: id, from: new Date(now.getTime() - PAST_DAYS * DAY_MS) })
}

/** The meetings with the owner's contacts, and with contacts without an owner. */
async function listMeetings(
  tx: Transaction,
  { ownerId, from }: { ownerId: string; from: Date },
): Promise<Meeting[]> {
  const { rows } = await tx.query<MeetingRow>(
    `select ${meetingColumns} from public.meetings
     where status <> 'canceled' and starts_at >= $2
       and not exists (select from public.crm_contacts where id = meetings.contact_id and owner_id <> $1)
     order by starts_at limit ${MAX_MEETINGS}`,
    [ownerId, from],
  )
  return rows.map(readMeeting)
}

function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

const request = z.object({ action: z.enum(['find', 'create', 'remove']) })

interface FeedRow {
  createdAt: Date | string
  readAt: Date | string | null
}

/** Says whether the caller has a feed, replaces its address, or removes it. */
const manage: ServerFunction<Needs> = {
  name: NAME,
  method: 'POST',
  callers: ['authenticated'],
  answer: async (c, deps) => {
    const { id } = await requireStaff(c.get('identity'), deps)
    const { action } = await requireBody(c.req.raw, request)
    if (action === 'create') {
      const key = randomBytes(KEY_BYTES).toString('base64url')
      await asService(deps.database, (tx) =>
        tx.query(
          `insert into private.calendar_feeds (profile_id, key_hash, created_at) values ($1, $2, $3)
           on conflict (profile_id) do update
             set key_hash = excluded.key_hash, created_at = excluded.created_at, read_at = null`,
          [id, hashKey(key), deps.clock()],
        ),
      )
      return c.json({ address: `${deps.config.siteUrl}/functions/v1/${NAME}?key=${key}` })
    }
    const { rows } = await asService(deps.database, async (tx) => {
      if (action === 'remove')
        await tx.query('delete from private.calendar_feeds where profile_id = $1', [id])
      return tx.query<FeedRow>(
        'select created_at as "createdAt", read_at as "readAt" from private.calendar_feeds where profile_id = $1',
        [id],
      )
    })
    return c.json({ feed: rows[0] === undefined ? null : describeFeed(rows[0]) })
  },
}

function describeFeed({ createdAt, readAt }: FeedRow) {
  return { createdAt: new Date(createdAt), readAt: readAt === null ? null : new Date(readAt) }
}

export const calendarFeed: readonly ServerFunction<Needs>[] = [read, manage]
