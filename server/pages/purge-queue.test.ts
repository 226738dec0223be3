import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases, openEmbedded } from '../../tests/support/databases.ts'
import { json, startStubServer, type StubServer } from '../../tests/support/stub-http-server.ts'
import { drainQueue } from '../jobs/drain-queue.ts'
import { startPages } from './pages.fixture.ts'
import { createPurgeQueue, purgeSoon } from './purge-queue.ts'

const SECOND = 1_000

describeBothDatabases('purges', (open) => {
  let database: Database
  let cdn: StubServer
  /** The database stamps jobs with its own clock. */
  let ahead = SECOND
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    cdn = await startStubServer(json(200, { success: true }))
    ahead = SECOND
  })
  afterEach(async () => {
    await cdn.close()
    await write('delete from public.blog_posts')
    await asService(database, (tx) =>
      tx.query(`update public.jobs set state = 'done', finished_at = now() where queue = 'purges'`),
    )
    await asService(database, (tx) =>
      tx.query(`update public.job_queues set failures = 0, rests_until = null where name = 'purges'`),
    )
  })

  const now = () => new Date(Date.now() + ahead)
  const write = (sql: string) => database.transaction((tx) => tx.query(sql))
  const drain = (settings = { url: `${cdn.url}/purge`, headers: { 'Fastly-Key': 'secret' } }) =>
    drainQueue(createPurgeQueue(settings), { database, clock: now, random: () => 0.5 })
  const waiting = async () => {
    const { rows } = await asService(database, (tx) =>
      tx.query<{ waiting: number }>(
        `select count(*)::int as waiting from public.jobs where queue = 'purges' and state = 'waiting'`,
      ),
    )
    return rows[0]?.waiting
  }
  const addPost = (slug: string, published: boolean) =>
    write(
      `insert into public.blog_posts (title, slug, content, published) values ('Wind', '${slug}', 'Text.', ${published})`,
    )

  test('a published post empties the cache of the CDN once, and once more after five seconds', async () => {
    await addPost('wind', true)
    await write(`update public.blog_posts set title = 'More wind' where slug = 'wind'`)
    await drain()
    expect(
      cdn.received.map(({ method, path, headers, body }) => [
        method,
        path,
        headers['fastly-key'],
        String(body),
      ]),
    ).toEqual([['POST', '/purge', 'secret', '{"purge_everything":true}']])
    await drain()
    expect(cdn.received).toHaveLength(1)
    ahead += 5 * SECOND
    await drain()
    expect([cdn.received.length, await waiting()]).toEqual([2, 0])
  })

  test('drafts purge nothing, and a withdrawn, deleted or changed post does', async () => {
    await addPost('calm', false)
    await write(`update public.blog_posts set title = 'Dead calm' where slug = 'calm'`)
    expect(await waiting()).toBe(0)
    for (const change of [
      'update public.blog_posts set published = true',
      `update public.blog_posts set excerpt = 'Short'`,
      'update public.blog_posts set published = false',
      'update public.blog_posts set published = true',
      'delete from public.blog_posts',
    ]) {
      const before = (await waiting()) ?? 0
      await write(change)
      expect(await waiting()).toBe(before + 1)
    }
  })

  test('a change that is rolled back purges nothing', async () => {
    const failed = database.transaction(async (tx) => {
      await tx.query(
        `insert into public.blog_posts (title, slug, content, published) values ('A', 'a', 'A', true)`,
      )
      throw new Error('Rolled back.')
    })
    await expect(failed).rejects.toThrow('Rolled back.')
    expect(await waiting()).toBe(0)
  })

  test('a CDN that is away or refuses is asked again until it answers', async () => {
    cdn.answer(json(401, {}))
    await addPost('wind', true)
    await drain()
    expect([cdn.received.length, await waiting()]).toEqual([1, 1])
    cdn.answer((_request, response) => void response.destroy())
    ahead += 60 * SECOND
    await drain()
    expect([cdn.received.length, await waiting()]).toEqual([2, 1])
    cdn.answer(json(200, {}))
    ahead += 600 * SECOND
    await drain()
    ahead += 5 * SECOND
    await drain()
    expect([cdn.received.length, await waiting()]).toEqual([4, 0])
  })

  test('a start purges, and without a CDN purges end at once', async () => {
    await asService(database, (tx) => purgeSoon(tx, now()))
    await drain()
    expect(cdn.received).toHaveLength(1)
    await addPost('wind', true)
    await drainQueue(createPurgeQueue(undefined), { database, clock: now, random: () => 0.5 })
    expect(cdn.received).toHaveLength(1)
  })
})

test('with a CDN, public pages may be kept for 15 minutes, those with free times for one, and nothing else', async () => {
  const database = await openEmbedded()
  const pages = await startPages(database, { PURGE_URL: 'http://127.0.0.1:9/purge' })
  const caching = async (path: string, method?: 'GET' | 'POST') =>
    (await pages.get(path, {}, method)).headers['cache-control']
  for (const path of ['/', '/pricing', '/blog', '/blog?search=wind', '/rss.xml', '/sitemap.xml', '/about']) {
    expect(await caching(path)).toBe('public, max-age=0, must-revalidate, s-maxage=900')
    expect((await pages.getKept(path)).headers['cache-control']).toContain('s-maxage=900')
  }
  for (const path of ['/contact', '/schedule'])
    expect(await caching(path)).toBe('public, max-age=0, must-revalidate, s-maxage=60')
  expect(await caching('/404')).toBe('public, max-age=0, must-revalidate')
  for (const path of [
    '/schedule/unknown',
    '/login',
    '/dashboard',
    '/sandbox/phone',
    '/functions/v1/meeting-slots',
    '/functions/v1/form-token',
    '/rest/v1/blog_posts?select=id',
    '/auth/v1/user',
    '/no-such-page',
  ])
    expect(`${path} ${await caching(path)}`).not.toMatch(/s-maxage|max-age=[1-9]|undefined/)
  await pages.close()
})
