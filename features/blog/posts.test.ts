import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { publishDuePosts } from './publish-posts.server.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'

const NOON = new Date('2026-11-20T12:00:00Z')
const BEFORE = new Date('2026-11-20T11:59:59Z')

describeBothDatabases('a blog post in the database', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  async function write(fields: Record<string, unknown>): Promise<string> {
    const row = { title: 'Title', slug: `post-${randomUUID()}`, ...fields }
    const columns = Object.keys(row)
    const places = columns.map((_, position) => `$${position + 1}`)
    const { rows } = await asService(database, (tx) =>
      tx.query<{ id: string }>(
        `insert into public.blog_posts (${columns.join(', ')}) values (${places.join(', ')}) returning id`,
        Object.values(row),
      ),
    )
    return rows[0]?.id ?? ''
  }

  async function change(id: string, column: string, value: unknown): Promise<void> {
    await asService(database, (tx) =>
      tx.query(`update public.blog_posts set ${column} = $2 where id = $1`, [id, value]),
    )
  }

  async function findReadingMinutes(id: string): Promise<number | undefined> {
    const { rows } = await asService(database, (tx) =>
      tx.query<{ reading_minutes: number }>('select reading_minutes from public.blog_posts where id = $1', [
        id,
      ]),
    )
    return rows[0]?.reading_minutes
  }

  async function findDates(id: string) {
    const { rows } = await asService(database, (tx) =>
      tx.query<{ year: number; same: boolean }>(
        `select extract(year from created_at)::integer as year, created_at = published_at as same
         from public.blog_posts where id = $1`,
        [id],
      ),
    )
    return rows[0]
  }

  test.each([
    ['', 1],
    ['word '.repeat(100), 1],
    ['word '.repeat(476), 2],
    ['24/7 '.repeat(357), 2],
    ['word — *** '.repeat(2380), 10],
    ['![a picture of words](/files/one.jpg) '.repeat(1000), 1],
  ])('%# takes its reading minutes', async (content, minutes) => {
    expect(await findReadingMinutes(await write({ content }))).toBe(minutes)
  })

  test('the log says that the text changed, not how long it takes to read', async () => {
    const id = await write({ content: 'word' })
    await change(id, 'content', 'word '.repeat(2380))
    const { rows } = await asService(database, (tx) =>
      tx.query("select changes from public.audit_log where row_id = $1 and action = 'update'", [id]),
    )
    expect(rows).toEqual([{ changes: { content: {} } }])
  })

  test('a scheduled post is published at its time, not before, and dated from then on', async () => {
    const id = await write({ scheduled_for: NOON.toISOString() })
    await write({ scheduled_for: '2026-11-21T12:00:00Z' })
    const told: string[] = []
    const stop = await database.listen('pages_changed', () => told.push('changed'))
    expect(await asService(database, (tx) => publishDuePosts(tx, BEFORE))).toBe(0)
    expect(told).toEqual([])
    expect(await asService(database, (tx) => publishDuePosts(tx, NOON))).toBe(1)
    expect(await asService(database, (tx) => publishDuePosts(tx, NOON))).toBe(0)
    await expect.poll(() => told).toEqual(['changed'])
    await stop()
    const { rows } = await asService(database, (tx) =>
      tx.query(
        'select published, published_at, created_at, scheduled_for from public.blog_posts where id = $1',
        [id],
      ),
    )
    expect(rows).toMatchObject([{ published: true, scheduled_for: null }])
    // Readers see the publication date, not the creation date.
    for (const column of ['published_at', 'created_at']) {
      expect(new Date(String(rows[0]?.[column]))).toEqual(NOON)
    }
  })

  test('a scheduled post published by hand loses its scheduled time', async () => {
    const id = await write({ scheduled_for: NOON.toISOString() })
    await change(id, 'published', true)
    const { rows } = await asService(database, (tx) =>
      tx.query('select scheduled_for from public.blog_posts where id = $1', [id]),
    )
    expect(rows).toEqual([{ scheduled_for: null }])
  })

  test('a post shows the day of its first publication, not a later one', async () => {
    const old = '2020-05-01T12:00:00Z'
    const draft = await write({ created_at: old })
    await change(draft, 'published', true)
    expect(await findDates(draft)).toMatchObject({ same: true })
    await change(draft, 'published', false)
    await change(draft, 'created_at', old)
    await change(draft, 'published', true)
    expect(await findDates(draft)).toMatchObject({ year: 2020, same: false })
    expect(await findDates(await write({ created_at: old, published: true }))).toMatchObject({ year: 2020 })
  })

  test('a post accepts pictures only at web addresses or site paths', async () => {
    for (const address of ['/covers/general.svg', 'https://images.example/a.webp?w=1']) {
      await write({ featured_image: address })
    }
    const hostile = [
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:image/svg+xml,<svg/>',
      '//elsewhere.example/a',
    ]
    hostile.push(String.raw`/\elsewhere.example`, 'https://a b', 'blob:https://a', ' https://a', '')
    for (const address of hostile) {
      await expect(write({ featured_image: address })).rejects.toMatchObject({ sqlState: '23514' })
    }
    const credit = { name: 'Ada', link: 'javascript:alert(1)' }
    await expect(write({ featured_image_credit: credit })).rejects.toMatchObject({ sqlState: '23514' })
  })

  test('a post keeps its newest hundred distinct versions', async () => {
    const id = await write({ content: 'One' })
    await change(id, 'content', 'Two')
    await change(id, 'content', 'Two')
    await change(id, 'scheduled_for', '2099-01-01T00:00:00Z')
    await change(id, 'title', 'Another title')
    const versions = () =>
      asService(database, (tx) =>
        tx.query('select title, content from public.post_revisions where post_id = $1 order by saved_at', [
          id,
        ]),
      )
    expect((await versions()).rows).toEqual([
      { title: 'Title', content: 'One' },
      { title: 'Title', content: 'Two' },
      { title: 'Another title', content: 'Two' },
    ])
    await asService(database, async (tx) => {
      for (let version = 0; version < 100; version += 1) {
        await tx.query('update public.blog_posts set content = $2 where id = $1', [id, `Version ${version}`])
      }
    })
    const { rows } = await versions()
    expect(rows).toHaveLength(100)
    expect(rows[0]).toEqual({ title: 'Another title', content: 'Version 0' })
  })

  test('every former public slug of a post redirects in one step after any renames', async () => {
    const slugs = ['a', 'b', 'c', 'd']
    const renames = fc.array(fc.tuple(fc.nat(2), fc.constantFrom(...slugs)), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(renames, async (steps) => {
        const prefix = randomUUID()
        const current = ['p', 'q', 'r'].map((slug) => `${prefix}-${slug}`)
        const ids = await Promise.all(current.map((slug) => write({ slug, published: true })))
        const lastOwner = new Map(current.map((slug, post) => [slug, post]))
        for (const [post, to] of steps) {
          const slug = `${prefix}-${to}`
          if (current.includes(slug)) continue
          await change(ids[post] ?? '', 'slug', slug)
          current[post] = slug
          lastOwner.set(slug, post)
        }
        const { rows } = await asService(database, (tx) =>
          tx.query<{ slug: string; target: string }>(
            `select old.slug, post.slug as target from public.slug_redirects as old
             join public.blog_posts as post on post.id = old.post_id where old.slug like $1`,
            [`${prefix}-%`],
          ),
        )
        const expected = [...lastOwner]
          .filter(([slug]) => !current.includes(slug))
          .map(([slug, post]) => ({ slug, target: current[post] }))
        expect(rows.toSorted(bySlug)).toEqual(expected.toSorted(bySlug))
        // A single hop cannot loop.
        for (const { target } of rows) expect(current).toContain(target)
      }),
      { numRuns: 25 },
    )
  })
})

function bySlug(one: { slug: string }, other: { slug: string }): number {
  return one.slug < other.slug ? -1 : 1
}
