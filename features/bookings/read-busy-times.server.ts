import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import type { Span } from './slots.ts'

const DAY_MS = 86_400_000
const MAX_EVENTS = 50_000
/** Maximum number of occurrences computed per file. A daily event over ten years has 3,650. */
const MAX_REPETITIONS = 1_000_000
const MAX_TIMES = 10_000

/** Explains to staff why a calendar cannot be read. */
export class CalendarError extends Error {
  override readonly name = 'CalendarError'
}

export interface CalendarQuestion {
  /** The times between these moments, in milliseconds since 1970. */
  window: Span
  /** For days and for times without a zone. */
  timeZone: string
  /** Host in the UIDs of our invitations, which are stored as meetings already. */
  ownHost: string
}

export interface CalendarTimes {
  /** The calendar's own name. */
  name: string | null
  /** In order, without overlaps. */
  times: Span[]
  /** Number of entries that could not be parsed. */
  unread: number
}

/**
 * The busy times in an iCalendar file (RFC 5545): events that are neither canceled nor marked as free, with their
 * repetitions and exceptions, and VFREEBUSY. Throws CalendarError. An untrusted file can take very long: call it in a worker.
 */
export function readBusyTimes(text: string, question: CalendarQuestion): CalendarTimes {
  const calendars = parseCalendars(text)
  const found: Span[] = []
  const counts = { repetitions: 0, unread: 0 }
  for (const calendar of calendars) collectTimes(calendar, { ...question, counts, found })
  const times = mergeSpans(found, question.window)
  if (times.length > MAX_TIMES)
    throw new CalendarError(`The calendar has more than ${MAX_TIMES} busy times within a year.`)
  const name = calendars
    .map(
      (calendar) => calendar.getFirstPropertyValue('x-wr-calname') ?? calendar.getFirstPropertyValue('name'),
    )
    .find((value) => typeof value === 'string' && value.trim() !== '')
  return { name: typeof name === 'string' ? name.trim() : null, times, unread: counts.unread }
}

function parseCalendars(text: string): ICAL.Component[] {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text))
    throw new CalendarError(
      'The address leads to something other than a calendar in the iCalendar format (ICS).',
    )
  let parsed: unknown[]
  try {
    parsed = ICAL.parse(text.replace(/^\uFEFF?\s*/, ''))
  } catch {
    throw new CalendarError('The calendar is damaged: it could not be read to its end.')
  }
  // A file with several calendars is a list of them.
  const several = parsed.filter((part) => Array.isArray(part))
  return (several.length === parsed.length ? several : [parsed]).map((part) => new ICAL.Component(part))
}

interface Collection extends CalendarQuestion {
  counts: { repetitions: number; unread: number }
  found: Span[]
}

function collectTimes(calendar: ICAL.Component, collection: Collection): void {
  const zones = createZones(calendar, collection.timeZone)
  const events = calendar
    .getAllSubcomponents('vevent')
    .filter((event) => !String(event.getFirstPropertyValue('uid') ?? '').endsWith(`@${collection.ownHost}`))
  if (events.length > MAX_EVENTS) throw new CalendarError(`The calendar has more than ${MAX_EVENTS} events.`)
  const replaced = findReplaced(events, zones)
  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      if (error instanceof CalendarError) throw error
      collection.counts.unread += 1
    }
  }
  for (const event of events.filter(takesTime))
    attempt(() => collectEvent(event, { ...collection, zones, replaced }))
  for (const part of calendar.getAllSubcomponents('vfreebusy'))
    for (const property of part.getAllProperties('freebusy').filter(isBusy))
      for (const value of property.getValues())
        attempt(() => collection.found.push(resolvePeriod(value, zones.read(property))))
}

function takesTime(event: ICAL.Component): boolean {
  return (
    String(event.getFirstPropertyValue('transp')).toUpperCase() !== 'TRANSPARENT' &&
    String(event.getFirstPropertyValue('status')).toUpperCase() !== 'CANCELLED'
  )
}

function isBusy(property: ICAL.Property): boolean {
  return (property.getFirstParameter('fbtype') ?? 'BUSY').toUpperCase() !== 'FREE'
}

/** Converts a local time to milliseconds since 1970. */
type Resolve = (time: ICAL.Time) => number

interface Zones {
  /** Returns the resolver for a property's times, by its TZID. */
  read: (property: ICAL.Property) => Resolve
}

function createZones(calendar: ICAL.Component, timeZone: string): Zones {
  const described = new Map(
    calendar
      .getAllSubcomponents('vtimezone')
      .map(
        (component) =>
          [String(component.getFirstPropertyValue('tzid')), new ICAL.Timezone(component)] as const,
      ),
  )
  const known = new Map<string, Resolve>()
  const inOwnZone = resolveIn(timeZone)
  const choose = (id: string): Resolve => {
    const named = findZone(id)
    if (named !== null) return resolveIn(named)
    const zone = described.get(id)
    return zone === undefined ? inOwnZone : (time) => resolveDescribed(time, zone)
  }
  return {
    read: (property) => {
      const id = property.getFirstParameter('tzid') ?? ''
      const resolve = known.get(id) ?? choose(id)
      known.set(id, resolve)
      return (time) => {
        if (time.isDate) return inOwnZone(time)
        return time.zone === ICAL.Timezone.utcTimezone ? resolveIn('UTC')(time) : resolve(time)
      }
    },
  }
}

/** The IANA zone of an id: "Europe/Berlin", or with a prefix: "/mozilla.org/20050126_1/Europe/Berlin". */
function findZone(id: string): string | null {
  const candidates = [id, id.split('/').slice(-2).join('/'), id.split('/').slice(-3).join('/')]
  return candidates.find((candidate) => /^[A-Za-z]/.test(candidate) && isZone(candidate)) ?? null
}

function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).format(0) !== ''
  } catch {
    return false
  }
}

function resolveIn(timeZone: string): Resolve {
  return ({ year, month, day, hour, minute, second, isDate }) => {
    const date = Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
    const plainTime = isDate
      ? undefined
      : Temporal.PlainTime.from({ hour, minute, second: Math.min(second, 59) })
    return date.toZonedDateTime({ timeZone, ...(plainTime ? { plainTime } : {}) }).epochMilliseconds
  }
}

function resolveDescribed(time: ICAL.Time, zone: ICAL.Timezone): number {
  const local = toFloating(time)
  local.zone = zone
  return local.toUnixTime() * 1000
}

function toFloating({ year, month, day, hour, minute, second, isDate }: ICAL.Time): ICAL.Time {
  return new ICAL.Time({ year, month, day, hour, minute, second, isDate }, ICAL.Timezone.localTimezone)
}

/** UID and start of each occurrence that a separate event overrides (RECURRENCE-ID). */
function findReplaced(events: readonly ICAL.Component[], zones: Zones): Set<string> {
  const replaced = new Set<string>()
  for (const event of events) {
    const property = event.getFirstProperty('recurrence-id')
    if (property === null) continue
    try {
      replaced.add(describeRepetition(event, zones.read(property)(requireTime(property))))
    } catch {
      // If its start is invalid as well, the event is counted as unread.
    }
  }
  return replaced
}

function describeRepetition(event: ICAL.Component, start: number): string {
  return `${String(event.getFirstPropertyValue('uid'))} ${start}`
}

function collectEvent(
  event: ICAL.Component,
  collection: Collection & { zones: Zones; replaced: ReadonlySet<string> },
): void {
  const { found, zones, replaced, window } = collection
  const property = event.getFirstProperty('dtstart')
  if (property === null) throw new Error('An event without a start.')
  const first = requireTime(property)
  const resolve = zones.read(property)
  const findEnd = measure(event, first, { resolve, zones })
  const add = (time: ICAL.Time) => found.push({ start: resolve(time), end: findEnd(time) })
  if (event.hasProperty('recurrence-id')) return void add(first)
  const isExcluded = findExcluded(event, zones)
  const isLeft = (start: number, time: ICAL.Time) =>
    !isExcluded(start, time) && !replaced.has(describeRepetition(event, start))
  const rules = event.getAllProperties('rrule')
  // A repeating event starts with its own time, whether its rule names it or not.
  if (isLeft(resolve(first), first)) add(first)
  const reach = window.start - (findEnd(first) - resolve(first)) - 2 * DAY_MS
  for (const rule of rules)
    for (const time of repeat(rule, first, { collection, resolve })) {
      if (wallClock(time) >= reach && isLeft(resolve(time), time)) add(time)
    }
  for (const dates of event.getAllProperties('rdate')) {
    const read = zones.read(dates)
    for (const value of dates.getValues()) {
      if (value instanceof ICAL.Period) found.push(resolvePeriod(value, read))
      else if (value instanceof ICAL.Time && isLeft(read(value), value))
        found.push({ start: read(value), end: read(value) + findEnd(first) - resolve(first) })
    }
  }
}

/** Returns a function that finds an occurrence's end: all-day events last whole days, others an exact duration. */
function measure(
  event: ICAL.Component,
  first: ICAL.Time,
  { resolve, zones }: { resolve: Resolve; zones: Zones },
): (time: ICAL.Time) => number {
  const endProperty = event.getFirstProperty('dtend')
  const duration = event.getFirstPropertyValue('duration')
  if (first.isDate) {
    const days = endProperty
      ? countDays(first, requireTime(endProperty))
      : duration instanceof ICAL.Duration
        ? Math.ceil(duration.toSeconds() / 86_400)
        : 1
    return (time) => {
      const end = toFloating(time)
      end.adjust(Math.max(days, 1), 0, 0, 0)
      return resolve(end)
    }
  }
  const length = endProperty
    ? zones.read(endProperty)(requireTime(endProperty)) - resolve(first)
    : duration instanceof ICAL.Duration
      ? duration.toSeconds() * 1000
      : 0
  return (time) => resolve(time) + length
}

function countDays(first: ICAL.Time, last: ICAL.Time): number {
  return Math.round((wallClock(last) - wallClock(first)) / DAY_MS)
}

/** The local time read as UTC: fast, and within a day of the real time. */
function wallClock({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The repetitions of a rule up to the end of the window. */
function* repeat(
  property: ICAL.Property,
  first: ICAL.Time,
  { collection, resolve }: { collection: Collection; resolve: Resolve },
): Generator<ICAL.Time> {
  const rule = property.getFirstValue()
  if (!(rule instanceof ICAL.Recur)) throw new Error('Not a recurrence rule.')
  const until = rule.until
  const endless = rule.clone()
  // ical.js compares a local time with an end in UTC as if both had one zone.
  endless.until = null
  const iterator = endless.iterator(toFloating(first))
  for (;;) {
    const time: ICAL.Time | null = iterator.next()
    if (!time || wallClock(time) > collection.window.end + 2 * DAY_MS) return
    if (until && isPast(time, until, resolve)) return
    collection.counts.repetitions += 1
    if (collection.counts.repetitions > MAX_REPETITIONS)
      throw new CalendarError(`The calendar repeats its events more than ${MAX_REPETITIONS} times.`)
    if (wallClock(time) !== wallClock(first)) yield time
  }
}

/** `until` is UTC, a local time, or a day that is included. */
function isPast(time: ICAL.Time, until: ICAL.Time, resolve: Resolve): boolean {
  if (until.isDate) return wallClock(time) >= wallClock(until) + DAY_MS
  return until.zone === ICAL.Timezone.utcTimezone && !time.isDate
    ? resolve(time) > wallClock(until)
    : wallClock(time) > wallClock(until)
}

function findExcluded(event: ICAL.Component, zones: Zones): (start: number, time: ICAL.Time) => boolean {
  const moments = new Set<number>()
  const days = new Set<string>()
  for (const property of event.getAllProperties('exdate')) {
    const resolve = zones.read(property)
    for (const value of property.getValues()) {
      if (!(value instanceof ICAL.Time)) continue
      if (value.isDate) days.add(describeDay(value))
      else moments.add(resolve(value))
    }
  }
  return (start, time) => moments.has(start) || days.has(describeDay(time))
}

function describeDay({ year, month, day }: ICAL.Time): string {
  return `${year}-${month}-${day}`
}

function requireTime(property: ICAL.Property): ICAL.Time {
  const value = property.getFirstValue()
  if (!(value instanceof ICAL.Time)) throw new Error('Not a time.')
  return value
}

function resolvePeriod(value: unknown, resolve: Resolve): Span {
  if (!(value instanceof ICAL.Period)) throw new Error('Not a period.')
  const start = resolve(value.start)
  return { start, end: value.end ? resolve(value.end) : start + value.duration.toSeconds() * 1000 }
}

/** In order, within the window, and joined where they overlap or touch. */
function mergeSpans(spans: readonly Span[], window: Span): Span[] {
  const merged: Span[] = []
  const within = spans
    .map(({ start, end }) => ({ start: Math.max(start, window.start), end: Math.min(end, window.end) }))
    .filter(({ start, end }) => start < end)
    .toSorted((a, b) => a.start - b.start)
  for (const span of within) {
    const last = merged.at(-1)
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else merged.push(span)
  }
  return merged
}
