import { z } from 'zod'
import { asService } from '../../platform/database/as-identity.ts'
import type { Transaction } from '../../platform/database/database.ts'
import {
  FunctionError,
  requireBody,
  uuid,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'
import { consumeRateLimit } from '../../platform/http/rate-limit.ts'
import { requireStaff } from '../account/account.server.ts'
import { CalendarError } from './read-busy-times.server.ts'
import { loadCalendar, readCalendar, storeCalendar, type CalendarNeeds } from './read-calendars.server.ts'
import { staffLimits } from './staff-meetings.ts'

const MAX_CALENDARS = 50
/** Per person: each sends a request to a foreign server. */
const PER_PERSON = { capacity: 30, perSeconds: 3600 }

const request = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('add'),
    address: z.string().trim().min(1).max(staffLimits.calendarAddress),
    name: z.string().trim().max(staffLimits.calendarName).default(''),
  }),
  z.object({ action: z.literal('read'), id: uuid }),
])

/** Adds a calendar, which is read at once, or reads one again. Refuses an address that leads to no calendar. */
export const busyCalendars: ServerFunction<CalendarNeeds> = {
  name: 'busy-calendars',
  method: 'POST',
  callers: ['authenticated'],
  answer: async (c, deps) => {
    const { id: ownerId } = await requireStaff(c.get('identity'), deps)
    const asked = await requireBody(c.req.raw, request)
    const limit = { key: `busy-calendars:${ownerId}`, ...PER_PERSON, now: deps.clock() }
    const wait = await asService(deps.database, (tx) => consumeRateLimit(tx, limit))
    if (wait > 0)
      throw new FunctionError(429, 'You have read many calendars. Please wait a while.', {
        'Retry-After': String(wait),
      })
    if (asked.action === 'read') await readCalendar(asked.id, deps, c.req.raw.signal)
    else await addCalendar({ ...asked, ownerId }, deps)
    return c.json({ success: true })
  },
}

interface NewCalendar {
  ownerId: string | null
  address: string
  name: string
}

async function addCalendar({ ownerId, address, name }: NewCalendar, deps: CalendarNeeds): Promise<void> {
  const url = toWebAddress(address)
  const loaded = await loadCalendar(url, deps).catch((error: unknown) => {
    throw error instanceof CalendarError ? new FunctionError(400, error.message) : error
  })
  if (loaded === null) throw new Error('A calendar that nobody had read was unchanged.')
  const now = deps.clock()
  const longest = staffLimits.calendarName
  const shown = name || loaded.name?.slice(0, longest).trim() || new URL(url).hostname.slice(0, longest)
  await asService(deps.database, async (tx) => {
    const id = await insertCalendar(tx, { ownerId, address: url, name: shown }, now)
    await storeCalendar(tx, id, { loaded, now })
  })
}

/** Calendar programs write webcal for https. */
function toWebAddress(address: string): string {
  const web = address.replace(/^webcals?:\/\//i, 'https://')
  return URL.canParse(web) ? new URL(web).href : web
}

async function insertCalendar(
  tx: Transaction,
  { ownerId, address, name }: NewCalendar,
  now: Date,
): Promise<string> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('public.busy_calendars', 0))`)
  const { rows: counts } = await tx.query<{ all: number; same: number }>(
    `select count(*)::int as all, count(*) filter (where address = $1)::int as same from private.busy_sources`,
    [address],
  )
  if ((counts[0]?.same ?? 0) > 0) throw new FunctionError(409, 'This calendar is in the list already.')
  if ((counts[0]?.all ?? 0) >= MAX_CALENDARS)
    throw new FunctionError(409, `There are ${MAX_CALENDARS} calendars already. Remove one first.`)
  const { rows } = await tx.query<{ id: string }>(
    'insert into public.busy_calendars (owner_id, name, asked_at, created_at) values ($1, $2, $3, $3) returning id',
    [ownerId, name, now],
  )
  const id = rows[0]?.id ?? ''
  await tx.query('insert into private.busy_sources (calendar_id, address) values ($1, $2)', [id, address])
  return id
}
