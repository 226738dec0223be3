import { expect, test } from 'vitest'
import { suggestTimes } from './later-times.ts'

// In the local time zone, so dates without a zone.
const suggest = (now: string) =>
  suggestTimes(new Date(now)).map(({ label, at }) => [label, at.getTime() - new Date(now).getTime() > 0, at])

test('suggestTimes on a Tuesday morning offers an hour, after lunch, tomorrow and Monday', () => {
  expect(suggest('2026-11-24T09:30')).toEqual([
    ['In 1 hour', true, new Date('2026-11-24T10:30')],
    ['After lunch', true, new Date('2026-11-24T13:00')],
    ['Tomorrow', true, new Date('2026-11-25T09:00')],
    ['Monday', true, new Date('2026-11-30T09:00')],
  ])
})

test('suggestTimes in the afternoon leaves out lunch, and on a Sunday the Monday that is tomorrow', () => {
  expect(suggest('2026-11-29T12:30').map(([label]) => label)).toEqual(['In 1 hour', 'Tomorrow'])
  expect(suggest('2026-11-30T15:00').map(([label]) => label)).toEqual(['In 1 hour', 'Tomorrow', 'Monday'])
})
