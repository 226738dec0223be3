import * as fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { lastOpening, openTimeBetween } from './business-hours.ts'

const hours = {
  days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
  opens: '09:00',
  closes: '18:00',
  timeZone: 'America/New_York',
  holidays: ['2026-12-25'],
}

const MINUTE = 60_000

// New York is at UTC-5, and at UTC-4 from 8 March to 1 November 2026. 20 November 2026 is a Friday.
describe('open time between', () => {
  test.each([
    ['a Friday evening and a Monday morning', '2026-11-20T17:30:00-05:00', '2026-11-23T09:30:00-05:00', 60],
    ['a Saturday and a Sunday', '2026-11-21T10:00:00-05:00', '2026-11-22T10:00:00-05:00', 0],
    ['two midnights a week apart', '2026-11-16T00:00:00-05:00', '2026-11-23T00:00:00-05:00', 45 * 60],
    [
      'the same, with the clocks going back',
      '2026-10-26T00:00:00-04:00',
      '2026-11-02T00:00:00-05:00',
      45 * 60,
    ],
    ['noon and noon of the next day', '2026-11-18T12:00:00-05:00', '2026-11-19T12:00:00-05:00', 9 * 60],
    ['two midnights around Christmas', '2026-12-21T00:00:00-05:00', '2026-12-28T00:00:00-05:00', 36 * 60],
    ['a moment and one before it', '2026-11-20T12:00:00-05:00', '2026-11-20T11:00:00-05:00', 0],
  ])('openTimeBetween counts the time between %s', (_, from, to, minutes) => {
    expect(openTimeBetween(hours, new Date(from), new Date(to)) / MINUTE).toBe(minutes)
  })
})

test.each([
  ['at the very moment', '2026-11-20T09:00:00-05:00', '2026-11-20T09:00:00-05:00'],
  ['a moment before it', '2026-11-20T08:59:59-05:00', '2026-11-19T09:00:00-05:00'],
  ['at night', '2026-11-20T23:59:00-05:00', '2026-11-20T09:00:00-05:00'],
  ['on a Monday before opening', '2026-11-23T08:00:00-05:00', '2026-11-20T09:00:00-05:00'],
  ['after the clocks have gone forward', '2026-03-09T12:00:00-04:00', '2026-03-09T09:00:00-04:00'],
])('lastOpening finds the latest opening %s', (_, at, expected) => {
  expect(lastOpening(hours, new Date(at))).toEqual(new Date(expected))
})

test('a business without open days throws instead of searching forever', () => {
  const never = { ...hours, days: [] }
  expect(openTimeBetween(never, new Date(0), new Date())).toBe(0)
  expect(() => lastOpening(never, new Date())).toThrow('never opens')
})

test('opening hours begin at the moment that Temporal finds, in six time zones over three years', () => {
  const zones = [
    'America/New_York',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
    'Pacific/Auckland',
    'UTC',
  ]
  const everyDay = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
  const from = Temporal.PlainDate.from('2026-01-01')
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 1095 }), (timeZone, days) => {
      const day = from.add({ days })
      const opens = day.toZonedDateTime({ timeZone, plainTime: '09:00' }).epochMilliseconds
      const noon = day.toZonedDateTime({ timeZone, plainTime: '12:00' }).epochMilliseconds
      const found = lastOpening({ ...hours, timeZone, days: everyDay, holidays: [] }, new Date(noon))
      expect(found.getTime()).toBe(opens)
    }),
    { numRuns: 2000 },
  )
})
