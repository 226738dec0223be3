import { expect, test } from 'vitest'
import { deliveryBadge, describeEntry, statusTone } from './conversations.ts'

test('statusTone is good for sent and initiated, bad for failures, plain for all others', () => {
  const statuses = [
    'sent',
    'initiated',
    'queued',
    'scheduled',
    'sending',
    'failed',
    'unknown',
    'received',
    'missed',
    'canceled',
  ]
  const ofTone = (tone: string) => statuses.filter((status) => statusTone(status) === tone)
  expect(ofTone('good')).toEqual(['sent', 'initiated'])
  expect(ofTone('bad')).toEqual(['failed', 'unknown', 'missed'])
  expect(ofTone('plain')).toEqual(['queued', 'scheduled', 'sending', 'received', 'canceled'])
})

test('deliveryBadge shows the carrier status unless it equals our own', () => {
  expect(deliveryBadge('sent', null)).toBeNull()
  expect(deliveryBadge('sent', 'sent')).toBeNull()
  expect(deliveryBadge('sent', 'delivered')).toEqual({ words: 'delivered', tone: 'good' })
  expect(deliveryBadge('sent', 'undelivered')).toEqual({ words: 'undelivered', tone: 'bad' })
  expect(deliveryBadge('initiated', 'no-answer')).toEqual({ words: 'no answer', tone: 'bad' })
  expect(deliveryBadge('sent', 'queued')).toEqual({ words: 'queued', tone: 'plain' })
})

test('describeEntry names an entry without a message by type, direction and duration', () => {
  const call = { type: 'call', direction: 'outbound', status: 'initiated' } as const
  expect(describeEntry(call)).toBe('Outbound call')
  expect(describeEntry({ ...call, duration_seconds: 360 })).toBe('Outbound call, 6 min')
  expect(describeEntry({ ...call, direction: 'inbound', status: 'missed' })).toBe('Missed call')
})
