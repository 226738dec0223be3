import { expect, test } from 'vitest'
import { groupByDay, makeStrip } from './schedule-view.ts'

const days = (dates: string[]) =>
  groupByDay(
    dates.map((date) => ({ start: `${date}T15:00:00Z`, end: `${date}T15:30:00Z` })),
    'America/New_York',
  )

/** "26x" for a closed day. */
const shown = (strip: ReturnType<typeof makeStrip>) =>
  strip.shown.map(({ day, free }) => (free === null ? `${day}x` : day))

test('makeStrip puts days off between the free days and names the first day of the next page', () => {
  const free = days(['2026-11-24', '2026-11-25', '2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03'])
  const strip = makeStrip(free, ['2026-11-26', '2026-11-27'])
  expect(shown(strip)).toEqual(['24', '25', '26x', '27x', '30', '1'])
  expect(strip.next).toBe('2026-12-02')
  expect(strip.shown[2]).toEqual({ date: '2026-11-26', weekday: 'Thu', day: '26', free: null })
})

test('makeStrip shows the first free day after any number of days off', () => {
  const closed = Array.from({ length: 9 }, (_, index) => `2026-12-2${index}`)
  const strip = makeStrip(days(['2027-01-04']), closed)
  expect(shown(strip)).toEqual(['24x', '25x', '26x', '27x', '28x', '4'])
  expect(strip.next).toBeNull()
})

test('makeStrip names no next page if only days off follow', () => {
  const free = days(['2026-12-17', '2026-12-18', '2026-12-19', '2026-12-20', '2026-12-21', '2026-12-22'])
  expect(makeStrip(free, ['2026-12-25']).next).toBeNull()
})
