import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { publishScheduled } from './publish-posts.server.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { startPages, type RunningPages } from '../../server/pages/pages.fixture.ts'

const NOON = new Date('2026-11-20T12:00:00Z')
const log = pino({ level: 'silent' })

describeBothDatabases('publishing a scheduled post', (open) => {
  let database: Database
  let pages: RunningPages
  beforeAll(async () => {
    database = await open()
    pages = await startPages(database)
  })
  afterAll(() => pages.close())

  test('a scheduled post appears in list, feeds and sitemap at its time, although the list was cached', async () => {
    await pages.insertPost({
      title: 'High water at noon',
      slug: 'high-water',
      published: false,
      scheduled_for: NOON.toISOString(),
    })
    const shows = async (path: string) => (await pages.get(path)).body.toString().includes('/blog/high-water')
    const everywhere = async () =>
      Promise.all(['/blog', '/rss.xml', '/atom.xml', '/feed.json', '/sitemap.xml'].map(shows))
    await pages.getKept('/blog')
    await publishScheduled({ database, clock: () => new Date(NOON.getTime() - 1), log })
    expect(await everywhere()).toEqual([false, false, false, false, false])
    expect((await pages.get('/blog/high-water')).status).toBe(302)
    await publishScheduled({ database, clock: () => NOON, log })
    await expect.poll(everywhere).toEqual([true, true, true, true, true])
    expect((await pages.get('/blog/high-water')).status).toBe(200)
  })
})
