import type { Dispatcher } from 'undici'
import type { Clock } from '../../platform/clock.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { download, DownloadError } from '../../server/files/download.ts'
import { PrivateAddressError } from '../../server/public-agent.ts'
import { site } from '../../site.config.ts'
import { parseCalendar } from './calendar-parser.server.ts'
import { CalendarError, type CalendarTimes } from './read-busy-times.server.ts'
import type { Span } from './slots.ts'

const DAY_MS = 86_400_000
const READ_EVERY_MS = 10 * 60_000
const LIMITS = { bytes: 5 * 1024 * 1024, milliseconds: 10_000 }
/** Calendars read at the same time. */
const BATCH = 10
/** Longer validators are not sent back. */
const MAX_VALIDATOR = 1000
const MAX_DATE = 100

export interface CalendarNeeds {
  database: Database
  clock: Clock
  config: { siteUrl: string }
  /** How to connect to calendars; default: only to public addresses. */
  calendarDispatcher?: Dispatcher
}

/** What an earlier answer said about itself. */
interface Validators {
  etag: string | null
  lastModified: string | null
}

interface LoadedCalendar extends Validators, CalendarTimes {}

interface Source extends Validators {
  id: string
  address: string
  loadedAt: Date | string | null
  askedAt: Date | string
}

/**
 * Reads the calendars that were not asked for ten minutes. One that cannot be read keeps its busy times and says why.
 * Safe on several instances: each claims other calendars.
 */
export async function readCalendars(deps: CalendarNeeds, signal: AbortSignal): Promise<void> {
  let claimed = BATCH
  while (claimed === BATCH && !signal.aborted) {
    const sources = await asService(deps.database, (tx) => claimDue(tx, deps.clock()))
    claimed = sources.length
    await Promise.all(sources.map((source) => readOne(source, deps, signal)))
  }
}

/** A time in the future was written before the clock was put back. */
async function claimDue(tx: Transaction, now: Date): Promise<Source[]> {
  const { rows } = await tx.query<Source>(
    claimWhere(`id in (
       select id from public.busy_calendars
       where asked_at <= $1::timestamptz - make_interval(secs => ${READ_EVERY_MS / 1000})
         or asked_at > $1::timestamptz + make_interval(secs => ${READ_EVERY_MS / 1000})
       order by asked_at limit ${BATCH} for update skip locked)`),
    [now],
  )
  return rows
}

function claimWhere(condition: string): string {
  return `update public.busy_calendars set asked_at = $1
    from private.busy_sources as source where source.calendar_id = busy_calendars.id and ${condition}
    returning id, address, etag, last_modified as "lastModified", loaded_at as "loadedAt", asked_at as "askedAt"`
}

/** Reads a calendar now, in full. Does nothing if there is none with this id. */
export async function readCalendar(id: string, deps: CalendarNeeds, signal: AbortSignal): Promise<void> {
  const { rows } = await asService(deps.database, (tx) =>
    tx.query<Source>(claimWhere('id = $2'), [deps.clock(), id]),
  )
  for (const source of rows) await readOne({ ...source, loadedAt: null }, deps, signal)
}

async function readOne(source: Source, deps: CalendarNeeds, signal: AbortSignal): Promise<void> {
  const now = deps.clock()
  const outcome = await attempt(source, { deps, now, signal })
  if (signal.aborted) return
  await asService(deps.database, async (tx) => {
    // Not if it was removed or claimed again during the request.
    const { rowCount } = await tx.query(
      'select from public.busy_calendars where id = $1 and asked_at = $2 for update',
      [source.id, source.askedAt],
    )
    if (rowCount === 0) return
    if ('problem' in outcome) await storeProblem(tx, source.id, outcome.problem)
    else if (outcome.loaded === null) await storeUnchanged(tx, source.id, now)
    else await storeCalendar(tx, source.id, { loaded: outcome.loaded, now })
  })
}

type Outcome = { loaded: LoadedCalendar | null } | { problem: string }

async function attempt(
  source: Source,
  { deps, now, signal }: { deps: CalendarNeeds; now: Date; signal: AbortSignal },
): Promise<Outcome> {
  // Repetitions move into the window, so that times are computed again each day.
  const age = source.loadedAt === null ? Infinity : now.getTime() - new Date(source.loadedAt).getTime()
  const known = age >= 0 && age < DAY_MS ? source : { etag: null, lastModified: null }
  try {
    return { loaded: await loadCalendar(source.address, { ...deps, known, signal }) }
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error
    return { problem: error.message }
  }
}

/**
 * Loads a calendar from its address. Null if it has not changed since `known`. Throws CalendarError with a message
 * for staff.
 */
export async function loadCalendar(
  address: string,
  options: Pick<CalendarNeeds, 'clock' | 'config' | 'calendarDispatcher'> & {
    known?: Validators
    signal?: AbortSignal
  },
): Promise<LoadedCalendar | null> {
  const { clock, config, calendarDispatcher, known, signal } = options
  const { status, headers, bytes } = await download(address, {
    limits: LIMITS,
    redirect: 'follow',
    headers: {
      Accept: 'text/calendar, */*;q=0.1',
      ...(known?.etag ? { 'If-None-Match': known.etag } : {}),
      ...(known?.lastModified ? { 'If-Modified-Since': known.lastModified } : {}),
    },
    ...(calendarDispatcher ? { dispatcher: calendarDispatcher } : {}),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    throw error instanceof DownloadError ? new CalendarError(explainFailure(error), { cause: error }) : error
  })
  if (status === 304 && known && (known.etag !== null || known.lastModified !== null)) return null
  if (bytes === null) throw new CalendarError(explainStatus(status))
  const now = clock().getTime()
  const times = await parseCalendar(new TextDecoder().decode(bytes), {
    window: { start: now - 7 * DAY_MS, end: now + 368 * DAY_MS },
    timeZone: site.hours.timeZone,
    ownHost: new URL(config.siteUrl).hostname,
  })
  return {
    ...times,
    etag: keepShort(headers.get('etag'), MAX_VALIDATOR),
    lastModified: keepShort(headers.get('last-modified'), MAX_DATE),
  }
}

function keepShort(value: string | null, most: number): string | null {
  return value !== null && value.length <= most ? value : null
}

function explainFailure(error: DownloadError): string {
  if (error.message.includes('larger')) return 'The calendar is larger than 5 MB.'
  if (error.message.includes('not one of the web'))
    return 'This is not an address of the web, such as https://…'
  const causes = listCauses(error)
  if (causes.some((cause) => cause instanceof PrivateAddressError))
    return 'The address is not on the public internet.'
  if (causes.some(({ name }) => name === 'TimeoutError'))
    return 'The server did not answer within 10 seconds.'
  if (causes.some((cause) => 'code' in cause && cause.code === 'ENOTFOUND'))
    return 'There is no server with this name. Check the address.'
  return 'The server could not be reached.'
}

function listCauses(error: Error): Error[] {
  const causes: Error[] = []
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) causes.push(cause)
  return causes
}

function explainStatus(status: number): string {
  if (status === 404 || status === 410)
    return `The server has no calendar at this address (${status}). Copy its link from your calendar program again.`
  if (status === 401 || status === 403)
    return `The server does not let us read this calendar (${status}). Use its secret link in the iCal format.`
  return `The server answered with an error (${status}).`
}

async function storeProblem(tx: Transaction, id: string, problem: string): Promise<void> {
  await tx.query('update public.busy_calendars set problem = $2 where id = $1', [id, problem])
}

/** Keeps what the last load said about entries. */
async function storeUnchanged(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.query(
    `update public.busy_calendars set read_at = $2, problem = case when starts_with(problem, $3) then problem end where id = $1`,
    [id, now, UNREAD],
  )
}

const UNREAD = 'Entries that could not be understood are ignored: '

/** Replaces the busy times of a calendar. Needs `service_role`. */
export async function storeCalendar(
  tx: Transaction,
  id: string,
  { loaded, now }: { loaded: LoadedCalendar; now: Date },
): Promise<void> {
  const { times, unread, etag, lastModified } = loaded
  await tx.query(
    'update public.busy_calendars set read_at = $2, problem = $3, time_count = $4 where id = $1',
    [id, now, unread === 0 ? null : `${UNREAD}${unread}.`, times.length],
  )
  await tx.query(
    'update private.busy_sources set etag = $2, last_modified = $3, loaded_at = $4 where calendar_id = $1',
    [id, etag, lastModified, now],
  )
  await tx.query('delete from public.busy_times where calendar_id = $1', [id])
  const moments = (side: keyof Span) => times.map((span) => new Date(span[side]))
  await tx.query(
    `insert into public.busy_times (calendar_id, starts_at, ends_at)
     select $1, starts_at, ends_at from unnest($2::timestamptz[], $3::timestamptz[]) as span (starts_at, ends_at)`,
    [id, moments('start'), moments('end')],
  )
}
