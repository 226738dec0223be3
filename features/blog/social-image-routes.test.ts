import { beforeAll, expect, test, vi } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { createSocialImages } from './social-images.server.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'

describeBothDatabases('social image routes', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  const run = (sql: string) => asService(database, (tx) => tx.query(sql))

  test('a social image is served for published articles only and follows the title', async () => {
    const images = createSocialImages({ database })
    const get = async (file: string, headers = {}) => images.request(`/blog/${file}`, { headers })
    await run(`insert into public.blog_posts (title, slug, published) values ('First title', 'shown', true)`)
    await run(`insert into public.blog_posts (title, slug) values ('Secret', 'draft')`)
    expect((await get('draft.png')).status).toBe(404)
    expect((await get('..%2Fcategories%2Fgeneral.png')).status).toBe(404)

    const first = await get('shown.png')
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/png'])
    const bytes = Buffer.from(await first.arrayBuffer())
    const etag = first.headers.get('etag') ?? ''
    expect((await get('shown.png', { 'If-None-Match': etag })).status).toBe(304)
    expect(Buffer.from(await (await get('shown.png')).arrayBuffer()).equals(bytes)).toBe(true)

    await run(`update public.blog_posts set title = 'Second title' where slug = 'shown'`)
    const second = await get('shown.png', { 'If-None-Match': etag })
    expect(second.status).toBe(200)
    expect(Buffer.from(await second.arrayBuffer()).equals(bytes)).toBe(false)

    await run(`update public.blog_posts set published = false where slug = 'shown'`)
    expect((await get('shown.png')).status).toBe(404)
  })

  test('social images are drawn one at a time, and excess requests are answered with 503', async () => {
    const drawn: string[] = []
    const started: (() => void)[] = []
    const draw = ({ title }: { title: string }) => {
      drawn.push(title)
      return new Promise<Buffer>((resolve) => started.push(() => resolve(Buffer.from(title))))
    }
    const drawings = { running: 1, runningPerSender: 1, waiting: 1, waitingPerSender: 1, longestWait: 60_000 }
    const images = createSocialImages({ database }, { draw, drawings })
    for (const slug of ['one', 'two', 'three'])
      await run(`insert into public.blog_posts (title, slug, published) values ('${slug}', '${slug}', true)`)
    const get = async (slug: string) => images.request(`/blog/${slug}.png`)
    const first = get('one')
    await vi.waitFor(() => expect(drawn).toEqual(['one']))
    const others = [get('two'), get('three')]
    const refused = await Promise.race(others)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    started[0]?.()
    await vi.waitFor(() => expect(drawn).toHaveLength(2))
    started[1]?.()
    const answers = await Promise.all([first, ...others])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  })

  test('a social image is cached while there is room', async () => {
    const drawn: string[] = []
    const draw = async ({ title }: { title: string }) => {
      drawn.push(title)
      return Buffer.alloc(400)
    }
    const images = createSocialImages({ database }, { draw, capacity: 1_000 })
    for (const slug of ['red', 'green', 'blue'])
      await run(`insert into public.blog_posts (title, slug, published) values ('${slug}', '${slug}', true)`)
    for (const slug of ['red', 'green', 'red', 'blue', 'green', 'red'])
      await images.request(`/blog/${slug}.png`)
    expect(drawn).toEqual(['red', 'green', 'blue', 'red'])
  })
})
