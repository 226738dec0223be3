import { expect, test } from 'vitest'
import { describeEntry, describeMessage } from './conversations.ts'

test('describeEntry names an entry without a message by type, direction and duration', () => {
  const call = { type: 'call', direction: 'outbound', status: 'initiated' } as const
  expect(describeEntry(call)).toBe('Outbound call')
  expect(describeEntry({ ...call, duration_seconds: 360 })).toBe('Outbound call, 6 min')
  expect(describeEntry({ ...call, direction: 'inbound', status: 'missed' })).toBe('Missed call')
})

test('describeMessage names the author of an outbound entry, and the reader as You', () => {
  const sender = { email: 'joel@tidewright.example', first_name: 'Joel', last_name: 'Harker' }
  const text = { type: 'sms', direction: 'outbound', status: 'sent', purpose: 'staff', sender } as const
  expect(describeMessage(text, 'mia@tidewright.example')).toBe('Joel Harker texted')
  expect(describeMessage(text, sender.email)).toBe('You texted')
  const call = { ...text, type: 'call', duration_seconds: 360 } as const
  expect(describeMessage(call, sender.email)).toBe('You called, 6 min')
  expect(describeMessage({ ...text, sender: null }, sender.email)).toBe('Outbound text')
  expect(describeMessage({ ...text, sender: null, purpose: 'auto_reply' }, sender.email)).toBe(
    'Automatic text',
  )
  expect(describeMessage({ ...text, direction: 'inbound' }, sender.email)).toBe('Incoming text')
})
