import { expect, test } from 'vitest'
import type { PageContext } from '../../web/page-context.ts'
import { listPosts } from './public-posts.ts'

const row = {
  title: 'Title',
  slug: 'title',
  excerpt: null,
  featured_image: null,
  category: 'general',
  reading_minutes: 2,
  created_at: '2026-11-22T10:27:44.912027+00:00',
  updated_at: '2026-11-22T10:27:44.912027+00:00',
}

function contextWith(rows: unknown[]): PageContext {
  const addresses = { url: '', siteUrl: '', ipLookupUrl: '', reviewUrl: null }
  const settings = { ...addresses, anonKey: '', analyticsId: null, textNumber: null }
  const sandbox = { phone: true, ai: true, photos: true, mail: true }
  return {
    fetch: async () => Response.json(rows),
    publicSettings: { ...settings, sandbox },
    clock: () => new Date(0),
    typicalReply: async () => null,
  }
}

test('listPosts returns times in milliseconds and skips a row with an invalid date', async () => {
  const page = contextWith([{ ...row, slug: 'odd', created_at: 'infinity' }, row])
  const { posts } = await listPosts(page, { search: '', category: null, page: 1 })
  expect(posts).toEqual([
    { ...row, created_at: '2026-11-22T10:27:44.912Z', updated_at: '2026-11-22T10:27:44.912Z' },
  ])
})
