import { expect, test } from 'vitest'
import { localTimeOf } from './quiet-hours-note.tsx'

test('the moment is told in the zone of the number', () => {
  const until = new Date('2026-11-23T14:00:00Z')
  expect(localTimeOf(until, '+19105550142')).toBe('Mon, Nov 23, 9:00 AM EST')
  expect(localTimeOf(until, '+13105550142')).toBe('Mon, Nov 23, 6:00 AM PST')
})
