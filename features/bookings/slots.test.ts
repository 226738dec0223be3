import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, modelSlots, STEP } from './slots.fixture.ts'
import { findClosedDays, findSlots, type BookingRules, type SlotQuestion, type Span } from './slots.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const rules: BookingRules = {
  timeZone: 'America/New_York',
  weeklyHours: [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '12:00' })),
  minutes: 30,
  bufferMinutes: 0,
  noticeMinutes: 120,
  horizonDays: 60,
  dailyLimit: 8,
  daysOff: ['2026-11-26'],
}
const monday: SlotQuestion = {
  from: '2026-11-23',
  days: 1,
  now: new Date('2026-11-22T12:00:00Z'),
  meetings: [],
  busy: [],
}

function starts(changes: Partial<BookingRules>, question: Partial<SlotQuestion> = {}): string[] {
  return findSlots({ ...rules, ...changes }, { ...monday, ...question }).map(({ start }) =>
    new Date(start).toISOString().slice(5, 16),
  )
}

function meeting(start: string, minutes: number): Span {
  const at = Date.parse(start)
  return { start: at, end: at + minutes * MINUTE }
}

describe('findSlots', () => {
  test('findSlots lists the times from the opening to the last that ends before closing', () => {
    expect(starts({})).toEqual([
      '11-23T14:00',
      '11-23T14:30',
      '11-23T15:00',
      '11-23T15:30',
      '11-23T16:00',
      '11-23T16:30',
    ])
    expect(starts({ minutes: 50 })).toEqual(['11-23T14:00', '11-23T14:50', '11-23T15:40'])
  })

  test('findSlots leaves out weekends, holidays and days beyond the horizon', () => {
    expect(starts({ minutes: 180 }, { days: 14 })).toEqual(
      ['23', '24', '25', '27', '30']
        .map((day) => `11-${day}T14:00`)
        .concat(['01', '02', '03', '04'].map((day) => `12-${day}T14:00`)),
    )
    expect(starts({ minutes: 180, horizonDays: 2 }, { days: 14 })).toEqual(['11-23T14:00', '11-24T14:00'])
  })

  test('findSlots offers nothing earlier than the notice', () => {
    expect(starts({}, { now: new Date('2026-11-23T13:30:00Z') })).toEqual([
      '11-23T15:30',
      '11-23T16:00',
      '11-23T16:30',
    ])
    expect(starts({}, { now: new Date('2026-11-24T13:30:00Z') })).toEqual([])
  })

  test('findSlots keeps the buffer after each meeting free, also before the next one', () => {
    const meetings = [meeting('2026-11-23T15:00:00Z', 45)]
    expect(starts({ bufferMinutes: 15 }, { meetings })).toEqual(['11-23T14:00', '11-23T16:00', '11-23T16:30'])
    expect(starts({}, { meetings: [meeting('2026-11-23T15:00:00Z', 30)] })).not.toContain('11-23T15:00')
  })

  test('findSlots closes a day with as many meetings as the limit', () => {
    const meetings = [meeting('2026-11-23T14:00:00Z', 30), meeting('2026-11-23T14:30:00Z', 30)]
    expect(starts({ dailyLimit: 2 }, { meetings })).toEqual([])
    expect(starts({ dailyLimit: 3 }, { meetings })).toHaveLength(4)
  })

  test('findSlots leaves out busy times, with the buffer before them, and does not count them as meetings', () => {
    const busy = [meeting('2026-11-23T15:10:00Z', 5), meeting('2026-11-20T15:00:00Z', 60)]
    expect(starts({ dailyLimit: 1 }, { busy })).toEqual([
      '11-23T14:00',
      '11-23T14:30',
      '11-23T15:30',
      '11-23T16:00',
      '11-23T16:30',
    ])
    expect(starts({ bufferMinutes: 15 }, { busy })).toEqual([
      '11-23T14:00',
      '11-23T15:30',
      '11-23T16:00',
      '11-23T16:30',
    ])
    expect(starts({}, { busy: [meeting('2026-11-20T15:00:00Z', 6 * 24 * 60)] })).toEqual([])
  })

  test('findSlots counts exact time when the clock changes within the hours', () => {
    const night = { weeklyHours: [{ day: 7, opens: '01:00', closes: '04:00' }], minutes: 60 }
    const now = new Date('2026-01-01T00:00:00Z')
    const ask = (from: string) => starts({ ...night, horizonDays: 365 }, { from, now })
    expect(ask('2026-03-08')).toEqual(['03-08T06:00', '03-08T07:00'])
    expect(ask('2026-11-01')).toEqual(['11-01T05:00', '11-01T06:00', '11-01T07:00', '11-01T08:00'])
  })

  const hours = fc
    .record({
      day: fc.integer({ min: 1, max: 7 }),
      opens: fc.oneof(fc.constant('00:00'), times(4, 22)),
      closes: times(5, 23),
    })
    .filter(({ opens, closes }) => opens < closes)
  const question = fc.record({
    // Around changes of the clock: by an hour at night, by half an hour, and at midnight.
    place: fc.constantFrom(
      ['America/New_York', '2026-03-07'],
      ['America/New_York', '2026-10-31'],
      ['Europe/London', '2026-03-28'],
      ['Australia/Lord_Howe', '2026-04-04'],
      ['Australia/Lord_Howe', '2026-10-03'],
      ['America/Havana', '2026-03-07'],
      ['America/Havana', '2026-10-31'],
      ['Asia/Kathmandu', '2026-06-01'],
    ),
    weeklyHours: fc.uniqueArray(hours, { maxLength: 7, selector: ({ day }) => day }),
    minutes: fc.integer({ min: 2, max: 24 }).map((step) => step * 5),
    bufferMinutes: fc.integer({ min: 0, max: 6 }).map((step) => step * 5),
    noticeMinutes: fc.integer({ min: 0, max: 600 }).map((step) => step * 5),
    dailyLimit: fc.integer({ min: 1, max: 4 }),
    dayOff: fc.integer({ min: 0, max: 5 }),
    meetings: spans(24),
    busy: spans(200),
  })

  test('findSlots agrees with a model that looks at every five minutes on its own', () => {
    fc.assert(
      fc.property(question, ({ place: [timeZone = '', from = ''], dayOff, meetings, busy, ...rest }) => {
        const origin = Date.parse(`${from}T00:00:00Z`)
        const now = new Date(origin - DAY)
        const wanted = { ...rules, ...rest, timeZone, daysOff: [addDays(from, dayOff)] }
        const place = ({ start, length }: { start: number; length: number }) => ({
          start: origin + start * STEP,
          end: origin + (start + length) * STEP,
        })
        const asked = { from, days: 3, now, meetings: meetings.map(place), busy: busy.map(place) }
        expect(findSlots(wanted, asked)).toEqual(modelSlots(wanted, asked))
      }),
      { numRuns: 150 },
    )
  })
})

/** In steps of five minutes. */
function spans(longest: number) {
  return fc.array(
    fc.record({ start: fc.integer({ min: 0, max: 864 }), length: fc.integer({ min: 1, max: longest }) }),
    { maxLength: 6 },
  )
}

/** Times of day, in steps of five minutes. */
function times(fromHour: number, toHour: number): fc.Arbitrary<string> {
  return fc.integer({ min: fromHour * 12, max: toHour * 12 }).map((step) => formatTime(step * 5))
}

function formatTime(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

test('findClosedDays lists the days off up to the horizon, except those that are closed every week', () => {
  const daysOff = ['2026-11-26', '2026-11-28', '2026-12-25', '2027-11-25']
  const question = { ...monday, days: 62 }
  expect(findClosedDays({ ...rules, daysOff }, question)).toEqual(['2026-11-26', '2026-12-25'])
  expect(findClosedDays({ ...rules, daysOff, horizonDays: 7 }, question)).toEqual(['2026-11-26'])
})
