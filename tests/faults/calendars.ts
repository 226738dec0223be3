import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { openDatabase } from '../../platform/database/open-database.ts'
import { parseConfig } from '../../server/config.ts'
import { startServer, type Where } from './started-server.ts'

const CALENDARS = 50
const KINDS = ['silent', 'trickle', 'endless', 'large', 'redirect']
/** Concurrent visitors. */
const AT_ONCE = 2
const ANSWERS_PER_BOOKING = 10
const DAYS = 62

interface Latency {
  count: number
  p50: number
  p99: number
}

export interface CalendarsReport {
  /** Before any calendar is read, and while all of them are. In milliseconds. */
  alone: { slots: Latency; bookings: Latency }
  hanging: { slots: Latency; bookings: Latency }
  /** Number of requests per kind of calendar, and of those still open at the end. */
  asked: Record<string, number>
  open: number
  /** Answers that were no success. */
  failures: string[]
}

/** Requests free times and bookings over HTTP: first alone, then while the server reads staff calendars that never finish. */
export async function runHangingCalendars(where: Where & { bookings: number }): Promise<CalendarsReport> {
  const calendars = await startServer({ ...where, entry: 'tests/faults/hostile-calendars.ts' })
  await (await startServer(where)).stop()
  await addCalendars(where, calendars.address)
  const server = await startServer({ ...where, entry: 'tests/faults/calendar-server.ts' })
  const failures: string[] = []
  const visitors = createVisitors(server.address, failures)
  const alone = await visitors.run(where.bookings)
  const readAsked = async () => asked.parse(await (await fetch(`${calendars.address}/asked`)).json())
  // The job starts after its first minute.
  while ((await readAsked()).hanging === 0) await sleep(100)
  const hanging = await visitors.run(where.bookings)
  const { hanging: open, asked: counts } = await readAsked()
  await server.stop()
  await calendars.stop()
  return { alone, hanging, asked: counts, open, failures }
}

const asked = z.object({ hanging: z.number(), asked: z.record(z.string(), z.number()) })
const slots = z.object({ slots: z.array(z.object({ start: z.string() })) })

/** Due at once, and more meetings a day than are tried. */
async function addCalendars({ dataDirectory, databaseUrl }: Where, address: string): Promise<void> {
  const database = await openDatabase(
    parseConfig({
      DATA_DIR: dataDirectory,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    }),
  )
  await database.transaction(async (tx) => {
    await tx.query(`update public.booking_rules set daily_limit = 50`)
    for (let place = 0; place < CALENDARS; place += 1)
      await tx.query(
        `with added as (
           insert into public.busy_calendars (owner_id, name, asked_at)
           select id, 'Calendar', now() - interval '1 hour' from public.profiles limit 1 returning id)
         insert into private.busy_sources (calendar_id, address) select id, $1 from added`,
        [`${address}/${KINDS[place % KINDS.length]}/${place}`],
      )
  })
  await database.close()
}

function createVisitors(address: string, failures: string[]) {
  let booked = 0
  async function measure(times: number[], path: string, init?: RequestInit): Promise<unknown> {
    const begun = performance.now()
    const response = await fetch(`${address}/functions/v1/${path}`, init)
    const body: unknown = await response.json()
    times.push(performance.now() - begun)
    if (!response.ok) failures.push(`${path}: ${response.status} ${JSON.stringify(body)}`)
    return body
  }
  const book = (times: number[], start: string) => {
    booked += 1
    return measure(times, 'book-meeting', {
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
    run: async (bookings: number) => {
      const [answers, booking]: [number[], number[]] = [[], []]
      const free = slots
        .parse(await measure([], `meeting-slots?days=${DAYS}`))
        .slots.slice(0, bookings)
        .values()
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (const { start } of free) {
            for (let place = 0; place < ANSWERS_PER_BOOKING; place += 1)
              await measure(answers, `meeting-slots?days=${DAYS}`)
            await book(booking, start)
          }
        }),
      )
      return { slots: summarize(answers), bookings: summarize(booking) }
    },
  }
}

function summarize(times: readonly number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round(10 * (sorted[Math.floor(sorted.length * share)] ?? Number.NaN)) / 10
  return { count: sorted.length, p50: at(0.5), p99: at(0.99) }
}
