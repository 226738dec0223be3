import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { openDatabase } from '../../platform/database/open-database.ts'
import { parseConfig } from '../../server/config.ts'
import { startServer, type StartedServer } from './started-server.ts'

const CALENDARS = 50
const KINDS = ['silent', 'trickle', 'endless', 'large', 'redirect']
/** Concurrent visitors. */
const AT_ONCE = 2
const ANSWERS_PER_BOOKING = 10
const DAYS = 62
/** Each server is asked in so many turns; the first one is not counted. */
const TURNS = 11

interface Latency {
  count: number
  p50: number
  p99: number
}

interface Latencies {
  slots: Latency
  bookings: Latency
}

export interface CalendarsReport {
  /** Without calendars, and while none of those that are read ends. In milliseconds. */
  alone: Latencies
  hanging: Latencies
  /** Number of requests per kind of calendar. */
  asked: Record<string, number>
  /** How many of them were open after each booking: on average, and how often none was. */
  open: { looks: number; average: number; none: number }
  /** Answers that were no success. */
  failures: string[]
}

/**
 * Asks for free times and books over HTTP, on a server without calendars and on one that reads those of staff all the time, of which
 * none ends. The two are asked in turns, so that other work of the machine slows both.
 */
export async function runHangingCalendars(settings: {
  bookings: number
  dataDirectory: string
}): Promise<CalendarsReport> {
  const { bookings, dataDirectory } = settings
  const calendars = await startServer({ dataDirectory, entry: 'tests/faults/hostile-calendars.ts' })
  const addresses = Array.from(
    { length: CALENDARS },
    (_, place) => `${calendars.address}/${KINDS[place % KINDS.length]}/${place}`,
  )
  const servers = [
    await startProduct(join(dataDirectory, 'alone'), []),
    await startProduct(join(dataDirectory, 'hanging'), addresses),
  ]
  const look = async () => asked.parse(await (await fetch(`${calendars.address}/asked`)).json())
  while ((await look()).hanging === 0) await sleep(100)
  const open: number[] = []
  const failures: string[] = []
  const visitors = servers.map(({ address }) =>
    createVisitors({ address, failures, afterBooking: async () => open.push((await look()).hanging) }),
  )
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const each of visitors) {
      if (turn === 1) each.forget()
      await each.run(Math.ceil(bookings / (TURNS - 1)))
    }
  const { asked: counts } = await look()
  await Promise.all([...servers, calendars].map((server) => server.stop()))
  const [alone, hanging] = visitors.map((each) => each.summarize())
  if (alone === undefined || hanging === undefined) throw new Error('Nothing was measured.')
  const average = open.reduce((sum, count) => sum + count, 0) / open.length
  return {
    alone,
    hanging,
    asked: counts,
    open: { looks: open.length, average, none: open.filter((count) => count === 0).length },
    failures,
  }
}

const asked = z.object({ hanging: z.number(), asked: z.record(z.string(), z.number()) })
const slots = z.object({ slots: z.array(z.object({ start: z.string() })) })

/** The product on a new database, with more meetings a day than are tried. */
async function startProduct(dataDirectory: string, addresses: readonly string[]): Promise<StartedServer> {
  await (await startServer({ dataDirectory })).stop()
  const database = await openDatabase(parseConfig({ DATA_DIR: dataDirectory }))
  await database.transaction(async (tx) => {
    await tx.query(`update public.booking_rules set daily_limit = 50`)
    for (const calendar of addresses)
      await tx.query(
        `with added as (
           insert into public.busy_calendars (owner_id, name, asked_at) select id, 'Calendar', now() from public.profiles limit 1
           returning id)
         insert into private.busy_sources (calendar_id, address) select id, $1 from added`,
        [calendar],
      )
  })
  await database.close()
  return startServer({ dataDirectory, entry: 'tests/faults/calendar-server.ts' })
}

interface Visited {
  address: string
  failures: string[]
  afterBooking: () => Promise<unknown>
}

function createVisitors({ address, failures, afterBooking }: Visited) {
  let booked = 0
  let [answers, bookings]: [number[], number[]] = [[], []]
  async function measure(times: number[], path: string, init?: RequestInit): Promise<unknown> {
    const begun = performance.now()
    const response = await fetch(`${address}/functions/v1/${path}`, init)
    const body: unknown = await response.json()
    times.push(performance.now() - begun)
    if (!response.ok) failures.push(`${path}: ${response.status} ${JSON.stringify(body)}`)
    return body
  }
  const book = (start: string) => {
    booked += 1
    return measure(bookings, 'book-meeting', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `203.0.${booked >> 8}.${booked & 0xff}`,
      },
      body: JSON.stringify({
        start,
        name: 'Ana Cruz',
        email: `visitor${booked}@calendars.example`,
        phone: '(910) 762-0142',
        message: 'We would like a new website before the season starts.',
        medium: 'phone',
      }),
    })
  }
  return {
    run: async (count: number) => {
      const free = slots
        .parse(await measure([], `meeting-slots?days=${DAYS}`))
        .slots.slice(0, count)
        .values()
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (const { start } of free) {
            for (let place = 0; place < ANSWERS_PER_BOOKING; place += 1)
              await measure(answers, `meeting-slots?days=${DAYS}`)
            await book(start)
            await afterBooking()
          }
        }),
      )
    },
    /** Discards the measurements of the warm-up. */
    forget: () => {
      ;[answers, bookings] = [[], []]
    },
    summarize: () => ({ slots: summarize(answers), bookings: summarize(bookings) }),
  }
}

function summarize(times: readonly number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round(10 * (sorted[Math.floor(sorted.length * share)] ?? Number.NaN)) / 10
  return { count: sorted.length, p50: at(0.5), p99: at(0.99) }
}
