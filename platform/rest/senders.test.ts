import { describe, expect, test } from 'vitest'
import { DatabaseError } from '../database/database.ts'
import { Senders, type Answered } from './senders.ts'

const SENDER = { key: '192.0.2.1', capacity: 20, perSecond: 2, runningPerSender: 2, waitingPerSender: 3 }
const SHORT = { bytes: 100, response: new Response() }

function createSenders() {
  const start = Date.parse('2026-11-22T10:00:00Z')
  let passed = 0
  const senders = new Senders(() => new Date(start + passed))
  return { senders, wait: (ms: number) => (passed += ms) }
}

/** Work that ends on demand. */
function createWork() {
  const begun: (() => void)[] = []
  const work = () => new Promise<Answered>((resolve) => begun.push(() => resolve(SHORT)))
  return { begun, work }
}

describe('the limits of a sender', () => {
  test('sender limits reject requests above the rate and say when to retry', async () => {
    const { senders, wait } = createSenders()
    for (let sent = 0; sent < 20; sent += 1) await senders.run(SENDER, async () => SHORT)
    const refused = { status: 429, code: 'over_request_rate_limit', headers: { 'Retry-After': '1' } }
    await expect(senders.run(SENDER, async () => SHORT)).rejects.toMatchObject(refused)
    await expect(senders.run({ ...SENDER, key: 'another' }, async () => SHORT)).resolves.toBe(SHORT)
    wait(1000)
    await senders.run(SENDER, async () => SHORT)
    await senders.run(SENDER, async () => SHORT)
    await expect(senders.run(SENDER, async () => SHORT)).rejects.toMatchObject(refused)
  })

  test('sender limits count a long response as several requests', async () => {
    const { senders } = createSenders()
    await senders.run(SENDER, async () => ({ ...SHORT, bytes: 40 * 65_536 }))
    await expect(senders.run(SENDER, async () => SHORT)).rejects.toMatchObject({
      headers: { 'Retry-After': '11' },
    })
  })

  test('sender limits count a statement timeout as a hundred requests', async () => {
    const { senders } = createSenders()
    const failure = new DatabaseError('It ran too long.', { sqlState: '57014' })
    await expect(senders.run(SENDER, () => Promise.reject(failure))).rejects.toBe(failure)
    await expect(senders.run(SENDER, async () => SHORT)).rejects.toMatchObject({
      headers: { 'Retry-After': '41' },
    })
  })

  test('sender limits queue part of a burst and reject the rest', async () => {
    const { senders } = createSenders()
    const { begun, work } = createWork()
    const burst = Array.from({ length: 5 }, () => senders.run(SENDER, work))
    await expect(senders.run(SENDER, work)).rejects.toMatchObject({ status: 429 })
    expect(begun).toHaveLength(2)
    for (let ended = 0; ended < 5; ended += 1) {
      begun[ended]?.()
      await burst[ended]
    }
    expect(begun).toHaveLength(5)
    const next = senders.run(SENDER, work)
    begun[5]?.()
    await expect(next).resolves.toBe(SHORT)
  })

  test('sender limits keep 10,000 senders and drop the least recently used one', async () => {
    const { senders } = createSenders()
    const once = { ...SENDER, capacity: 1 }
    await senders.run(once, async () => SHORT)
    await expect(senders.run(once, async () => SHORT)).rejects.toMatchObject({ status: 429 })
    for (let n = 0; n < 10_000; n += 1) await senders.run({ ...once, key: `sender ${n}` }, async () => SHORT)
    await expect(senders.run(once, async () => SHORT)).resolves.toBe(SHORT)
  })
})
