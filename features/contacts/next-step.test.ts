import { describe, expect, test } from 'vitest'
import { addDays, businessDay, describeDay, suggestDays } from './next-step.ts'

describe('next steps', () => {
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

  test.each([
    ['2026-11-20', 'Late by 3 days'],
    ['2026-11-22', 'Late by 1 day'],
    ['2026-11-23', 'Today'],
    ['2026-11-24', 'Tomorrow'],
    ['2026-11-26', 'Thursday'],
    ['2026-12-03', 'Thu, Dec 3'],
  ])('describeDay says for %s on Monday, November 23: %s', (day, words) => {
    expect(describeDay(day, '2026-11-23')).toBe(words)
  })

  test.each([
    ['a Monday', '2026-11-23', '2026-11-30'],
    ['a Sunday', '2026-11-29', '2026-11-30'],
    ['a Friday', '2026-11-27', '2026-11-30'],
  ])('suggestDays offers the next Monday on %s', (_name, today, monday) => {
    expect(suggestDays(today)).toContainEqual({ label: 'Monday', day: monday })
  })
})
