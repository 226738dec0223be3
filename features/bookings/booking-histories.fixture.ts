import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { site } from '../../site.config.ts'
import { queryWithPhones } from '../../tests/support/declare-phones.ts'
import { createRandom } from '../../tests/faults/random.ts'
import { createBookingWorld, PHONE, type BookingWorld } from './bookings.fixture.ts'
import { readBusyTimes } from './read-busy-times.server.ts'
import { storeCalendar } from './read-calendars.server.ts'
import { addDays, modelSlots, STEP } from './slots.fixture.ts'
import type { BookingRules, Span } from './slots.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STEPS = 8
const DAYS = 4
const OWN_HOST = 'site.test'

/** Zones of the calendars with days on which their clocks change, and a half-hour and a midnight change among them. */
const changes = [
  ['America/New_York', '2027-03-14', '2026-11-01'],
  ['Europe/Berlin', '2027-03-28', '2026-10-25'],
  ['Australia/Lord_Howe', '2027-04-04', '2026-10-04'],
  ['America/Santiago', '2027-04-04', '2026-09-06'],
  ['Pacific/Chatham', '2027-04-04', '2026-09-27'],
  ['Asia/Kolkata', '2027-03-14', '2026-11-01'],
] as const

export interface HistoriesReport {
  histories: number
  booked: number
  moved: number
  canceled: number
  refused: number
  feeds: number
  clocks: number
  /** What differs from the model. */
  mistakes: string[]
}

interface Entry {
  zone: string | null
  /** "20270314T0230" as a local time of the zone; a day of the business without a zone. */
  local: string
  minutes: number
  count: number
  kind: 'busy' | 'free' | 'canceled' | 'own'
}

/**
 * Random bookings, moves, cancellations, days off, changed calendars and jumps of the clock around days on which clocks change.
 * After each step the free times, and in the end the stored meetings, must be those of a model that computes them by other means.
 */
export async function runBookingHistories(
  database: Database,
  { histories, seed, first = 0 }: { histories: number; seed: number; first?: number },
): Promise<HistoriesReport> {
  const world = await createBookingWorld(database)
  const report: HistoriesReport = {
    histories,
    booked: 0,
    moved: 0,
    canceled: 0,
    refused: 0,
    feeds: 0,
    clocks: 0,
    mistakes: [],
  }
  const contact = await addContact(database)
  for (let place = first; place < first + histories; place += 1)
    await runHistory({ database, world, report, contact }, createRandom(seed + place * 7919), seed + place)
  await world.close()
  return report
}

async function addContact(database: Database): Promise<string> {
  const { rows } = await asService(database, (tx) =>
    queryWithPhones(
      tx,
      `insert into public.crm_contacts (first_name, last_name, email, phone) values ('Dana', 'W', 'dana@histories.example', $1) returning id`,
      [PHONE],
    ),
  )
  return String(rows[0]?.['id'])
}

interface Stage {
  database: Database
  world: BookingWorld
  report: HistoriesReport
  contact: string
}

async function runHistory(
  { database, world, report, contact }: Stage,
  random: () => number,
  name: number,
): Promise<void> {
  const int = (below: number) => Math.floor(random() * below)
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[int(items.length)]
  const owner = (sql: string, ...values: unknown[]) => database.transaction((tx) => tx.query(sql, values))
  const [zone, spring, fall] = changes[int(changes.length)] ?? changes[0]
  const first = addDays(random() < 0.5 ? spring : fall, -1 - int(2))
  let now = Date.parse(`${first}T00:00:00Z`) - int(24) * HOUR + int(12) * STEP
  const rules = createRules(random)
  const meetings = new Map<string, Span>()
  let busy: Span[] = []

  await owner(
    `update public.booking_rules set weekly_hours = $1, minutes = $2, buffer_minutes = $3, notice_minutes = $4, daily_limit = $5, horizon_days = $6`,
    JSON.stringify(rules.weeklyHours),
    rules.minutes,
    rules.bufferMinutes,
    rules.noticeMinutes,
    rules.dailyLimit,
    rules.horizonDays,
  )
  await owner('delete from public.days_off')
  await owner('delete from public.meetings')
  await owner('delete from public.busy_times')
  const calendar = await world.rows('select id from public.busy_calendars order by id limit 1')
  const daysOff: string[] = []

  const model = (except = '') =>
    modelSlots(
      { ...rules, daysOff: [...site.hours.holidays, ...daysOff] },
      {
        from: first,
        days: DAYS,
        now: new Date(now),
        meetings: [...meetings].flatMap(([id, span]) => (id === except ? [] : [span])),
        busy,
      },
    )
  const note = (mistake: string) => report.mistakes.push(`history ${name}: ${mistake}`)
  const choose = (slots: readonly Span[]): number =>
    random() < 0.7
      ? (pick(slots)?.start ?? Date.parse(`${first}T00:00:00Z`) + int(600) * STEP)
      : Date.parse(`${first}T00:00:00Z`) + int(600) * STEP
  /** Times outside the compared days are not asked for. */
  const isAskable = (start: number) => {
    const day = localDay(start)
    return start > now && day >= first && day < addDays(first, DAYS)
  }
  const expectStatus = (what: string, found: number, wanted: boolean) => {
    if ((found === 200) !== wanted) note(`${what} was answered ${found}`)
    if (!wanted) report.refused += 1
    return found === 200
  }
  const block = (start: number) => ({ start, end: start + (rules.minutes + rules.bufferMinutes) * MINUTE })

  const steps = {
    book: async () => {
      const slots = model()
      const start = choose(slots)
      if (!isAskable(start)) return
      const body = { contactId: contact, start: new Date(start).toISOString(), medium: 'phone' }
      const answer = await world.call('book-for-contact', 'manager', body)
      const free = slots.some((slot) => slot.start === start)
      if (!expectStatus(`booking ${body.start}`, answer.status, free)) return
      meetings.set((await answer.json()).id, block(start))
      report.booked += 1
    },
    move: async () => {
      const [id, span] = pick([...meetings]) ?? ['', null]
      const slots = model(id)
      const start = choose(slots)
      if (span === null || span.start <= now || start === span.start || !isAskable(start)) return
      const body = { id, action: 'move', start: new Date(start).toISOString() }
      const answer = await world.call('manage-meeting', 'manager', body)
      const free = slots.some((slot) => slot.start === start)
      if (!expectStatus(`moving to ${body.start}`, answer.status, free)) return
      meetings.set(id, block(start))
      report.moved += 1
    },
    cancel: async () => {
      const [id, span] = pick([...meetings]) ?? ['', null]
      if (span === null || span.start <= now) return
      const answer = await world.call('manage-meeting', 'manager', { id, action: 'cancel' })
      if (!expectStatus('canceling', answer.status, true)) return
      meetings.delete(id)
      report.canceled += 1
    },
    dayOff: async () => {
      const day = addDays(first, int(DAYS))
      const taken = daysOff.indexOf(day)
      if (taken >= 0) daysOff.splice(taken, 1)
      else daysOff.push(day)
      await owner(
        taken >= 0
          ? 'delete from public.days_off where day = $1'
          : 'insert into public.days_off (day) values ($1)',
        day,
      )
    },
    feed: async () => {
      const entries = Array.from({ length: 1 + int(4) }, () => createEntry({ random, zone, first }))
      const window = { start: now - 7 * DAY, end: now + 368 * DAY }
      const loaded = readBusyTimes(writeCalendar(entries), {
        window,
        timeZone: rules.timeZone,
        ownHost: OWN_HOST,
      })
      if (loaded.unread > 0) note('an entry was not understood')
      const at = { loaded: { ...loaded, etag: null, lastModified: null }, now: new Date(now) }
      await asService(database, (tx) => storeCalendar(tx, String(calendar[0]?.['id']), at))
      busy = entries
        .filter(({ kind }) => kind === 'busy')
        .flatMap((entry) => listTimes(entry, rules.timeZone))
        .map(({ start, end }) => ({
          start: Math.max(start, window.start),
          end: Math.min(end, window.end),
        }))
        .filter(({ start, end }) => start < end)
      report.feeds += 1
    },
    clock: () => {
      now += (random() < 0.7 ? 1 : -1) * int(30) * HOUR
      report.clocks += 1
    },
  }
  const kinds = ['book', 'book', 'book', 'move', 'move', 'cancel', 'dayOff', 'feed', 'feed', 'clock'] as const
  for (let step = 0; step < STEPS; step += 1) {
    await owner('delete from private.rate_limits')
    world.setTime(new Date(now).toISOString())
    const kind = pick(kinds) ?? 'book'
    await steps[kind]()
    world.setTime(new Date(now).toISOString())
    const offered = (await world.slots(`?from=${first}&days=${DAYS}`)).map(({ start }) => Date.parse(start))
    const expected = model().map(({ start }) => start)
    if (offered.join() !== expected.join())
      note(`after ${kind} offered ${describe(offered, expected)}, missed ${describe(expected, offered)}`)
  }

  const stored = await world.rows(
    `select id, starts_at, blocked_until from public.meetings where status <> 'canceled'`,
  )
  const found = stored.map(({ id, starts_at: start, blocked_until: end }) =>
    [id, Date.parse(String(start)), Date.parse(String(end))].join(' '),
  )
  const known = [...meetings].map(([id, { start, end }]) => [id, start, end].join(' '))
  if (found.toSorted().join() !== known.toSorted().join()) note(`stored ${found.join()}, not ${known.join()}`)
  const spans = [...meetings.values()].toSorted((a, b) => a.start - b.start)
  if (spans.some(({ end }, index) => end > (spans[index + 1]?.start ?? Infinity))) note('meetings overlap')
}

function describe(some: readonly number[], others: readonly number[]): string {
  return some
    .filter((moment) => !others.includes(moment))
    .map((moment) => new Date(moment).toISOString())
    .slice(0, 4)
    .join(' ')
}

/** Open at night, too, when clocks change. */
function createRules(random: () => number): BookingRules {
  const int = (below: number) => Math.floor(random() * below)
  const hour = (value: number) => `${String(value).padStart(2, '0')}:${int(2) === 0 ? '00' : '30'}`
  return {
    timeZone: site.hours.timeZone,
    // Not opening or closing within an hour that is skipped or comes twice.
    weeklyHours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({
      day,
      opens: int(2) === 0 ? '00:00' : hour(4 + int(4)),
      closes: hour(9 + int(14)),
    })),
    minutes: [15, 20, 30, 45, 60][int(5)] ?? 30,
    bufferMinutes: int(4) * 5,
    noticeMinutes: int(3) * 60,
    horizonDays: 60,
    dailyLimit: 1 + int(4),
    daysOff: [],
  }
}

function createEntry({ random, zone, first }: { random: () => number; zone: string; first: string }): Entry {
  const int = (below: number) => Math.floor(random() * below)
  const day = addDays(first, int(5) - 2).replaceAll('-', '')
  const wholeDay = random() < 0.15
  const time = `T${String(int(24)).padStart(2, '0')}${String(int(12) * 5).padStart(2, '0')}`
  return {
    zone: wholeDay ? null : zone,
    local: wholeDay ? day : day + time,
    minutes: wholeDay ? 24 * 60 : 5 * (1 + int(60)),
    count: random() < 0.5 ? 1 : 1 + int(5),
    kind: random() < 0.7 ? 'busy' : ((['free', 'canceled', 'own'] as const)[int(3)] ?? 'free'),
  }
}

function writeCalendar(entries: readonly Entry[]): string {
  const events = entries.map(({ zone, local, minutes, count, kind }, place) =>
    [
      'BEGIN:VEVENT',
      `UID:${place}@${kind === 'own' ? OWN_HOST : 'calendar.example'}`,
      zone === null ? `DTSTART;VALUE=DATE:${local}` : `DTSTART;TZID=${zone}:${local}00`,
      zone === null ? 'DURATION:P1D' : `DURATION:PT${minutes}M`,
      ...(count === 1 ? [] : [`RRULE:FREQ=DAILY;COUNT=${count}`]),
      ...(kind === 'free' ? ['TRANSP:TRANSPARENT'] : []),
      ...(kind === 'canceled' ? ['STATUS:CANCELLED'] : []),
      'END:VEVENT',
    ].join('\r\n'),
  )
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n')
}

/** By the offsets that Intl knows, not by Temporal. */
function listTimes({ zone, local, minutes, count }: Entry, businessZone: string): Span[] {
  const day = `${local.slice(0, 4)}-${local.slice(4, 6)}-${local.slice(6, 8)}`
  const time = local.includes('T') ? `${local.slice(9, 11)}:${local.slice(11, 13)}` : '00:00'
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(day, index)
    const start = findMoment(date, time, zone ?? businessZone)
    const end = zone === null ? findMoment(addDays(date, 1), time, businessZone) : start + minutes * MINUTE
    return { start, end }
  })
}

/** A time that comes twice is the first one; one that is skipped is as far after the change as it says. */
function findMoment(date: string, time: string, zone: string): number {
  const wall = Date.parse(`${date}T${time}:00Z`)
  const before = wall - offsetAt(wall - DAY, zone)
  const after = wall - offsetAt(wall + DAY, zone)
  const fitting = [before, after].filter((moment) => moment + offsetAt(moment, zone) === wall)
  return fitting.length === 0 ? before : Math.min(...fitting)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function offsetAt(moment: number, zone: string): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(zone, format)
  return Date.parse(`${format.format(moment).replace(' ', 'T')}Z`) - moment
}

function localDay(moment: number): string {
  return new Date(moment + offsetAt(moment, site.hours.timeZone)).toISOString().slice(0, 10)
}
