import { describe, expect, test } from 'vitest'
import { addDays, businessDay } from './business-day.ts'

describe('days of the business', () => {
  test.each([
    ['2026-11-23T04:59:00Z', '2026-11-22'],
    ['2026-11-23T05:00:00Z', '2026-11-23'],
    // Daylight saving time ended on November 1.
    ['2026-10-31T04:00:00Z', '2026-10-31'],
  ])('businessDay of %s in Wilmington is %s', (moment, day) => {
    expect(businessDay(new Date(moment))).toBe(day)
  })

  test('addDays crosses the end of a month, a year and daylight saving time', () => {
    expect(addDays('2026-10-31', 2)).toBe('2026-11-02')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  })
})
