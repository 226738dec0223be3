import { expect, test } from 'vitest'
import { formatLocalTime } from './quiet-hours-note.tsx'

test('formatLocalTime uses the time zone of the number', () => {
  const until = new Date('2026-11-23T14:00:00Z')
  expect(formatLocalTime(until, '+19105550142')).toBe('Mon, Nov 23, 9:00 AM EST')
  expect(formatLocalTime(until, '+13105550142')).toBe('Mon, Nov 23, 6:00 AM PST')
})
