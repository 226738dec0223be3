import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { addJob, type JobOutcome, type QueueHandler } from '../../server/jobs/job.ts'
import { backoffMs, drainQueue } from '../../server/jobs/drain-queue.ts'
import { purgeQueues } from '../privacy/retention.server.ts'
import { expireCalls } from './calls.server.ts'
import { createQueueRunner } from '../../server/jobs/queue-runner.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'

const idle = () => Promise.resolve()

const BEGIN = Date.parse('2026-11-23T17:00:00Z')

/** A handler that records each word; `outcome` decides how each ends. */
function writing(
  done: string[],
  outcome: (word: string) => JobOutcome = () => ({ state: 'done' }),
  more: Partial<QueueHandler<string, null>> = {},
): QueueHandler<string, null> {
  return {
    queue: 'texts',
    leaseMs: 60_000,
    prepare: async (_tx, { payload }) => ({ work: JSON.stringify(payload) }),
    perform: async (word) => {
      done.push(word.slice(9, -2))
      return null
    },
    record: async (_tx, { work }) => outcome(work.slice(9, -2)),
    abandoned: async (_tx, _job, at) => ({ state: 'later', at, reason: 'abandoned' }),
    ...more,
  }
}

describeBothDatabases('the durable queue', (open) => {
  let database: Database
  let now = BEGIN
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    now += 86_400_000
    await asService(database, (tx) => tx.query('delete from public.jobs'))
    await asService(database, (tx) =>
      tx.query('update public.job_queues set failures = 0, rests_until = null'),
    )
  })

  afterEach(() => void vi.useRealTimers())

  const add = (word: string, more: { lane?: string; key?: string; after?: number } = {}) =>
    asService(database, (tx) =>
      addJob(tx, {
        queue: 'texts',
        payload: { word },
        lane: more.lane ?? '',
        runAt: new Date(now + (more.after ?? 0)),
        ...(more.key === undefined ? {} : { key: more.key }),
      }),
    )
  const states = async () =>
    (await asService(database, (tx) => tx.query('select state, reason from public.jobs order by id'))).rows

  const drain = (handler: QueueHandler<string, null>) =>
    drainQueue(handler, { database, clock: () => new Date(now), random: () => 1 })

  test('many processes at once do every job once, and each lane in order', async () => {
    for (let n = 0; n < 30; n += 1) await add(`${n % 3}-${n}`, { lane: `lane ${n % 3}` })
    const done: string[] = []
    await Promise.all(Array.from({ length: 4 }, () => drain(writing(done))))
    await drain(writing(done))
    expect(done).toHaveLength(30)
    expect(new Set(done).size).toBe(30)
    for (const lane of ['0', '1', '2']) {
      const numbers = done.filter((word) => word.startsWith(`${lane}-`)).map((word) => Number(word.slice(2)))
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    }
  })

  test('a scheduled job blocks no other job, and one key makes one job', async () => {
    await add('later', { lane: 'a', after: 60_000 })
    await add('now', { lane: 'a' })
    await add('once', { key: 'k' })
    await add('twice', { key: 'k' })
    const done: string[] = []
    await drain(writing(done))
    expect(done).toEqual(['now', 'once'])
    now += 60_000
    await drain(writing(done))
    expect(done).toEqual(['now', 'once', 'later'])
  })

  test('a provider outage pauses the queue with growing backoff, and a probe resumes it', async () => {
    for (const word of ['one', 'two', 'three']) await add(word)
    const tried: string[] = []
    let isBack = false
    const asked: number[] = []
    const handler = writing(
      tried,
      () => (isBack ? { state: 'done' } : { state: 'provider-down', reason: 'away' }),
      {
        isBack: async () => {
          asked.push(now)
          return isBack
        },
      },
    )
    await drain(handler)
    await drain(handler)
    expect(tried).toEqual(['one'])
    for (const rest of [5_000, 10_000, 20_000]) {
      now += rest - 1
      await drain(handler)
      expect(tried).toEqual(['one'])
      now += 1
      await Promise.all([drain(handler), drain(handler), drain(handler)])
    }
    expect(asked).toHaveLength(3)
    isBack = true
    now += 40_000
    await drain(handler)
    expect(tried).toEqual(['one', 'one', 'two', 'three'])
  })

  test('a worker with an expired lease does not overwrite newer results', async () => {
    await add('slow')
    const done: string[] = []
    const slow = writing(done, () => ({ state: 'dead', reason: 'too late' }), {
      perform: async () => {
        now += 61_000
        await drain(writing(done))
        return null
      },
    })
    await drain(slow)
    expect(done).toEqual(['slow'])
    expect(await states()).toEqual([{ state: 'done', reason: null }])
  })

  test('cleanup deletes finished jobs that are a month old', async () => {
    const clock = () => new Date(now)
    await add('old')
    await drain(writing([]))
    await add('waiting', { after: 40 * 86_400_000 })
    await purgeQueues({ database, clock })
    expect(await states()).toHaveLength(2)
    now += 31 * 86_400_000
    await purgeQueues({ database, clock })
    expect(await states()).toEqual([{ state: 'waiting', reason: null }])
  })

  test('expireCalls marks calls as unknown that are unanswered after two minutes', async () => {
    await asService(database, (tx) =>
      tx.query(
        `insert into public.communication_logs (type, phone_number, status, attempted_at) values
           ('call', '+19107620142', 'queued', $1), ('call', '+19107620143', 'queued', $2)`,
        [new Date(now - 121_000), new Date(now - 60_000)],
      ),
    )
    await expireCalls({ database, clock: () => new Date(now) })
    const calls = await asService(database, (tx) =>
      tx.query(`select status from public.communication_logs where type = 'call' order by phone_number`),
    )
    expect(calls.rows).toEqual([{ status: 'unknown' }, { status: 'queued' }])
  })

  test('a job added during a poll does not wait for the next poll interval', async () => {
    // The pause between two polls must not be waited for.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: worked, resolve: work } = Promise.withResolvers<string>()
    const queues = createQueueRunner({
      database: {
        afterCommit: (onCommit) => database.afterCommit(onCommit),
        // Holds back the result of the first poll until it is released.
        transaction: async (...asked) => {
          const seen = await database.transaction(...asked)
          begin()
          await held
          return seen
        },
      },
      clock: () => new Date(now),
      log: pino({ level: 'silent' }),
      drains: {
        'unknown-texts': idle,
        'carrier-webhooks': idle,
        mails: idle,
        media: idle,
        pushes: idle,
        purges: idle,
        texts: async () => work('worked through'),
      },
    })
    const started = queues.start()
    await begun
    await add('late')
    release()
    await started
    await vi.advanceTimersByTimeAsync(100)
    expect(await worked).toBe('worked through')
    await queues.stop()
  })

  test('dead jobs record the reason', async () => {
    await add('bad')
    await drain(writing([], () => ({ state: 'dead', reason: 'refused', detail: 'x'.repeat(2_000) })))
    expect(await states()).toEqual([{ state: 'dead', reason: 'refused' }])
  })
})

test('backoff doubles from five seconds to five minutes with a fifth of jitter', () => {
  expect([1, 2, 3, 6, 7, 50].map((failures) => backoffMs(failures, () => 1))).toEqual([
    5_000, 10_000, 20_000, 160_000, 300_000, 300_000,
  ])
  expect(backoffMs(1, () => 0)).toBe(4_000)
})
