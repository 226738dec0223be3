import { describe, expect, test } from 'vitest'
import { describeDay, suggestDays } from './next-step.ts'

describe('next steps', () => {
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
