import { expect, test } from 'vitest'
import { formatDuration } from './format-duration.ts'

const MINUTE = 60_000

test.each([
  [0, 'under 1 min'],
  [59_999, 'under 1 min'],
  [24 * MINUTE, '24 min'],
  [60 * MINUTE - 1, '59 min'],
  [185 * MINUTE, '3 h 05 min'],
  [1440 * MINUTE, '1 day'],
  [(2 * 1440 + 250) * MINUTE, '2 days 4 h'],
])('formatDuration formats %i ms as %s', (milliseconds, words) => {
  expect(formatDuration(milliseconds)).toBe(words)
})
