import { expect, test } from 'vitest'
import { deliveryBadge, nameOfEntry, toneOf } from './conversations.ts'

test('sent and initiated are green, failures red, received, waiting and canceled without a color', () => {
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
  const ofTone = (tone: string) => statuses.filter((status) => toneOf(status) === tone)
  expect(ofTone('good')).toEqual(['sent', 'initiated'])
  expect(ofTone('bad')).toEqual(['failed', 'unknown', 'missed'])
  expect(ofTone('plain')).toEqual(['queued', 'scheduled', 'sending', 'received', 'canceled'])
})

test('the badge says what the carrier reported, and nothing twice', () => {
  expect(deliveryBadge('sent', null)).toBeNull()
  expect(deliveryBadge('sent', 'sent')).toBeNull()
  expect(deliveryBadge('sent', 'delivered')).toEqual({ words: 'delivered', tone: 'good' })
  expect(deliveryBadge('sent', 'undelivered')).toEqual({ words: 'undelivered', tone: 'bad' })
  expect(deliveryBadge('initiated', 'no-answer')).toEqual({ words: 'no answer', tone: 'bad' })
  expect(deliveryBadge('sent', 'queued')).toEqual({ words: 'queued', tone: 'plain' })
})

test('an entry without words is named', () => {
  const call = { type: 'call', direction: 'outbound', status: 'initiated' } as const
  expect(nameOfEntry(call)).toBe('Outbound call')
  expect(nameOfEntry({ ...call, duration_seconds: 360 })).toBe('Outbound call, 6 min')
  expect(nameOfEntry({ ...call, direction: 'inbound', status: 'missed' })).toBe('Missed call')
})
