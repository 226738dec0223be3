import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { openPostgres } from '../../platform/database/postgres.ts'
import { publishScheduled } from '../../features/blog/publish-posts.server.ts'
import { schedule } from '../../server/schedule.ts'
import { describeBothDatabases, newDatabaseUrl } from '../support/databases.ts'
import {
  createContentWorld,
  type ContentWorld,
} from '../../features/blog-assistant/blog-assistant.fixture.ts'
import { openTcpProxy } from '../support/tcp-proxy.ts'

vi.setConfig({ testTimeout: 90_000 })

const DAY = 86_400_000
const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const clean of cleanUps.splice(0).toReversed()) await clean()
})

async function openFixture(database: Database): Promise<ContentWorld> {
  const fixture = await createContentWorld(database)
  cleanUps.push(fixture.close)
  return fixture
}

const form = (message: string, idempotencyKey = randomUUID()) => ({
  name: 'Fault Test',
  email: 'fault@customer.example',
  message,
  idempotencyKey,
})
const stored = (fixture: ContentWorld) =>
  fixture.rows(
    'select message from public.contact_submissions where name = $1 order by received_at, message',
    'Fault Test',
  )

test('while the database is unreachable, forms get 503; after it returns, a retried form is stored once', async () => {
  const proxy = await openTcpProxy(await newDatabaseUrl())
  const database = openPostgres(proxy.url, { queueTimeoutMs: 500 })
  cleanUps.push(proxy.close, () => database.close())
  const fixture = await openFixture(database)
  const post = (body: object) => fixture.call('handle-contact-form', 'visitor', body)
  expect((await post(form('before'))).status).toBe(200)
  proxy.cut()
  const lost = form('meanwhile')
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const answer = await post(lost)
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
    expect(await answer.json()).toHaveProperty('error')
  }
  proxy.mend()
  expect((await post(lost)).status).toBe(200)
  expect((await post(lost)).status).toBe(200)
  expect(await stored(fixture)).toEqual([{ message: 'before' }, { message: 'meanwhile' }])
})

describeBothDatabases('a clock that jumps', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  test('a clock jump of 400 days rejects no form, loses none, and publishes no post twice', async () => {
    const fixture = await openFixture(database)
    const start = Date.now()
    for (const [index, jump] of [0, -400, 400, 0].entries()) {
      fixture.setTime(new Date(start + jump * DAY).toISOString())
      const answer = await fixture.call('handle-contact-form', 'visitor', form(`at ${index}`))
      expect(answer.status).toBe(200)
    }
    expect(await stored(fixture)).toHaveLength(4)

    await fixture.as(
      'admin',
      `insert into public.blog_posts (title, slug, author_id, scheduled_for)
       values ('Later', 'later', auth.uid(), $1)`,
      new Date(start + DAY).toISOString(),
    )
    const log = pino({ level: 'silent' })
    const publish = (days: number) =>
      publishScheduled({ database, clock: () => new Date(start + days * DAY), log })
    const published = () =>
      fixture.rows(`select published, published_at from public.blog_posts where slug = 'later'`)
    for (const days of [-400, 0]) await publish(days)
    expect(await published()).toMatchObject([{ published: false }])
    await publish(400)
    const first = await published()
    for (const days of [-400, 400]) await publish(days)
    expect(first).toMatchObject([{ published: true }])
    expect(await published()).toEqual(first)
  })

  /** Seconds to wait under a limit of two in ten minutes. */
  const taken = async (at: Date) => {
    const take = `select private.take_rate_limit('somebody', 2, 600, $1) as wait`
    const { rows } = await database.transaction((tx) => tx.query<{ wait: number }>(take, [at]))
    return rows[0]?.wait
  }

  test('a rate limit recovers from a clock jump within one window', async () => {
    const noon = Date.parse('2026-11-21T12:00:00Z')
    const after = (seconds: number) => new Date(noon + seconds * 1000)
    await taken(new Date(noon + 4000 * DAY))
    expect([await taken(after(0)), await taken(after(0))]).toEqual([0, 300])
    expect([await taken(after(300)), await taken(after(300))]).toEqual([0, 300])
    // Clocks of instances may differ slightly: the slower one must not give tokens back.
    expect([await taken(after(600)), await taken(after(598)), await taken(after(600))]).toEqual([0, 300, 300])
  })

  test('after a clock jump, retention deletes nothing until the clock has run evenly for a day', async () => {
    let now = Date.parse('2026-11-21T12:00:00Z')
    await database.transaction(async (tx) => {
      await tx.query(
        `insert into public.notifications (created_at, title, message) values ($1, 'Young', 'x')`,
        [new Date(now)],
      )
      await tx.query(
        `insert into public.contact_imports (created_at, file_name, encoding, delimiter, state, settings)
         values ($1, 'Young', 'utf-8', ',', 'read', $2)`,
        [new Date(now), { mapping: {}, duplicates: 'skip', matchPhone: false }],
      )
    })
    const young = async () =>
      (
        await database.transaction((tx) =>
          tx.query(`select distinct title from public.notifications where title = 'Young'
                    union all select file_name from public.contact_imports where file_name = 'Young'`),
        )
      ).rows.length
    const pass = async (hours: number) => {
      for (let hour = 0; hour < hours; hour += 1) {
        now += 3_600_000
        for (const job of ['forget what was kept long enough', 'forget imported files'] as const) {
          await schedule[job].run({ database, clock: () => new Date(now) }, new AbortController().signal)
        }
      }
    }
    await pass(30)
    now += 4000 * DAY
    await pass(20)
    expect(await young()).toBe(2)
    now -= 4000 * DAY
    await pass(30)
    expect(await young()).toBe(2)
    now += 4000 * DAY
    await pass(26)
    expect(await young()).toBe(0)
  })
})
