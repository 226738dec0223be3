import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findSlots, type BookingRules, type SlotQuestion, type Span } from './slots.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STEP = 5 * MINUTE

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

  test('findSlots leaves out weekends, holidays and what lies beyond the horizon', () => {
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
    meetings: fc.array(
      fc.record({ start: fc.integer({ min: 0, max: 864 }), length: fc.integer({ min: 1, max: 24 }) }),
      { maxLength: 6 },
    ),
  })

  test('findSlots agrees with a model that looks at every five minutes on its own', () => {
    fc.assert(
      fc.property(question, ({ place: [timeZone = '', from = ''], dayOff, meetings, ...rest }) => {
        const origin = Date.parse(`${from}T00:00:00Z`)
        const now = new Date(origin - DAY)
        const wanted = { ...rules, ...rest, timeZone, daysOff: [addDays(from, dayOff)] }
        const spans = meetings.map(({ start, length }) => ({
          start: origin + start * STEP,
          end: origin + (start + length) * STEP,
        }))
        const asked = { from, days: 3, now, meetings: spans }
        expect(findSlots(wanted, asked)).toEqual(modelSlots(wanted, asked))
      }),
      { numRuns: 150 },
    )
  })
})

/** Times of day, in steps of five minutes. */
function times(fromHour: number, toHour: number): fc.Arbitrary<string> {
  return fc.integer({ min: fromHour * 12, max: toHour * 12 }).map((step) => formatTime(step * 5))
}

/** Walks through the days in steps of five minutes, reads the local time of each, and cuts the open runs into meetings. */
function modelSlots(wanted: BookingRules, { from, days, now, meetings }: SlotQuestion): Span[] {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: wanted.timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  const read = (moment: number) => format.format(moment).split(', ')
  const dates = new Set(Array.from({ length: days }, (_, index) => addDays(from, index)))
  const isOpen = (moment: number) => {
    const [date = '', time = ''] = read(moment)
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7
    return (
      dates.has(date) &&
      !wanted.daysOff.includes(date) &&
      wanted.weeklyHours.some(({ day, opens, closes }) => day === weekday && opens <= time && time < closes)
    )
  }
  const onDay = (date: string | undefined) => meetings.filter(({ start }) => read(start)[0] === date).length
  const isFree = (moment: number) => meetings.every(({ start, end }) => moment < start || moment >= end)
  const slots: Span[] = []
  const first = Date.parse(`${from}T00:00:00Z`) - DAY
  let run = 0
  for (let moment = first; moment < first + (days + 2) * DAY; moment += STEP) {
    if (!isOpen(moment)) {
      run = 0
      continue
    }
    const length = wanted.minutes * MINUTE
    const isStart = run % length === 0
    run += STEP
    const end = moment + length
    if (!isStart || moment < now.getTime() + wanted.noticeMinutes * MINUTE) continue
    if (!steps(moment, end).every(isOpen)) continue
    if (!steps(moment, end + wanted.bufferMinutes * MINUTE).every(isFree)) continue
    if (onDay(read(moment)[0]) < wanted.dailyLimit) slots.push({ start: moment, end })
  }
  return slots
}

function steps(from: number, to: number): number[] {
  return Array.from({ length: (to - from) / STEP }, (_, index) => from + index * STEP)
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

function formatTime(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
