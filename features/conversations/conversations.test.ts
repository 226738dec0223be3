import { expect, test } from 'vitest'
import { describeEntry } from './conversations.ts'

test('describeEntry names an entry without a message by type, direction and duration', () => {
  const call = { type: 'call', direction: 'outbound', status: 'initiated' } as const
  expect(describeEntry(call)).toBe('Outbound call')
  expect(describeEntry({ ...call, duration_seconds: 360 })).toBe('Outbound call, 6 min')
  expect(describeEntry({ ...call, direction: 'inbound', status: 'missed' })).toBe('Missed call')
})
