import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { site } from '../../site.config.ts'
import { addDays, businessDay } from './business-day.ts'

describe('days of the business', () => {
  // Daylight saving time ended on November 1.
  test.each(['2026-11-23', '2026-10-31'])('%s begins at midnight of the business', (day) => {
    const midnight = Temporal.PlainDate.from(day).toZonedDateTime(site.hours.timeZone).epochMilliseconds
    expect(businessDay(new Date(midnight))).toBe(day)
    expect(businessDay(new Date(midnight - 1))).toBe(addDays(day, -1))
  })

  test('addDays crosses the end of a month, a year and daylight saving time', () => {
    expect(addDays('2026-10-31', 2)).toBe('2026-11-02')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  })
})
