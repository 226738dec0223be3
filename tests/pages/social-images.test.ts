import { beforeAll, expect, test } from 'vitest'
import { asIdentity } from '../../server/database/as-identity.ts'
import type { Database } from '../../server/database/database.ts'
import { createSocialImages } from '../../server/social-images/create-social-images.ts'
import { describeBothDatabases } from '../support/databases.ts'

describeBothDatabases('the social image of an article', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  const run = (sql: string) => asIdentity(database, { role: 'service_role' }, (tx) => tx.query(sql))

  test('shows what is published and nothing else, and follows its title', async () => {
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
})
