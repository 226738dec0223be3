import { expect, test } from 'vitest'
import type { QueueFigures, SystemStatus } from './system-status.api.ts'
import { queueLines, serviceLines, formatSize, formatWait } from './system-status-text.ts'

const mails: QueueFigures = {
  queue: 'mails',
  waiting: 3,
  dead: 0,
  oldestDueSeconds: 0,
  restsUntil: null,
  reason: null,
}
const status: SystemStatus = {
  version: '1.0.0',
  services: {
    mail: { simulated: false },
    phone: { simulated: true },
    texts: { simulated: true },
    pictures: { simulated: true },
    photos: { simulated: true },
    files: { onThisMachine: true },
  },
  database: { kind: 'embedded', version: '18.6', bytes: 1 },
  copies: [],
  queues: [],
  problems: [],
  backup: { provenAt: null, error: null },
}

test('serviceLines marks a service as live or simulated and names the setting of a simulated one', () => {
  const [mail, phone] = serviceLines(status)
  expect(mail).toMatchObject({ name: 'Mail', mark: 'Live', tone: 'good' })
  expect(phone).toMatchObject({ mark: 'Simulated', words: expect.stringContaining('TWILIO_ACCOUNT_SID') })
})

test.each([
  [[], 'Nothing is waiting to be sent.', 'Empty'],
  [[mails], '3 waiting.', 'Working'],
  [[{ ...mails, oldestDueSeconds: 720 }], '3 waiting, the oldest for 12 minutes.', 'Behind'],
  [[{ ...mails, waiting: 0, dead: 1 }], '1 given up.', 'Given up'],
  [
    [{ ...mails, restsUntil: '2026-11-21T12:00:00Z', reason: 'away' }],
    '3 waiting. The provider accepts nothing (away); retried automatically.',
    'Paused',
  ],
])('queueLines case %#: %s', (queues, words, mark) => {
  expect(queueLines({ ...status, queues })[0]).toMatchObject({ words, mark })
})

test('formatWait and formatSize round to one readable unit', () => {
  expect([20, 89, 720, 5400, 90_000, 180_000].map(formatWait)).toEqual([
    '1 minute',
    '1 minute',
    '12 minutes',
    '2 hours',
    '25 hours',
    '2 days',
  ])
  expect([900, 11_116_667, 250_000_000_000].map(formatSize)).toEqual(['0.9 kB', '11.1 MB', '250 GB'])
})
