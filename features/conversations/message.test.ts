import { expect, test } from 'vitest'
import { deliveryBadge, statusTone } from './message.tsx'

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
