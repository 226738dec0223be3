import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asIdentity } from '../database/as-identity.ts'
import type { Database } from '../database/database.ts'
import { describeBothDatabases, openServer } from '../../tests/support/databases.ts'
import { startStopwatch } from '../../tests/support/stopwatch.ts'
import { createRestFixture, type Caller, type RestFixture } from './rest.fixture.ts'

/** A visitor's statement may take a second; the rest is margin for a busy machine. */
const SLOWEST_MS = 2500
const MEBIBYTE = 1_048_576

// Drops the triggers' side effects of inserting posts.
const POSTS = `
alter table public.blog_posts disable trigger user;
insert into public.blog_posts (title, slug, content, published)
select 'Post ' || n, 'post-' || n, n || (select string_agg(md5(k::text), ' ') from generate_series(1, 182) as k), true
from generate_series(1, 2000) as n;
insert into public.slug_redirects (slug, post_id) select 'old-' || slug, id from public.blog_posts;
alter table public.blog_posts enable trigger user;
analyze public.blog_posts, public.slug_redirects`

/** The most expensive requests possible with only the public key. */
const COSTLY: [name: string, path: string][] = [
  ['a column under 200 names', `/blog_posts?select=${list(200, (n) => `a${n}:content`)}`],
  ['every article whole', '/blog_posts'],
  ['long names for short values', `/blog_posts?select=${'x'.repeat(15_000)}:id`],
  [
    'an article with each of its old addresses',
    '/slug_redirects?select=a:blog_posts(content),b:blog_posts(content)',
  ],
  ['many patterns', `/blog_posts?select=id&or=(${list(50, (n) => `content.ilike.*é${n}*`)})`],
  ['patterns within the limit', `/blog_posts?select=id&or=(${list(10, (n) => `content.ilike.*é${n}*`)})`],
  ['a pattern of many parts', `/blog_posts?select=id&content=ilike.*${'a*b*c*d*'.repeat(50)}é*`],
  ['comparisons with every text', `/blog_posts?select=id&and=(${list(50, (n) => `content.gt.${n}`)})`],
  [
    'lists of texts',
    `/blog_posts?select=id&${list(50, (n) => `content=not.in.(${list(10, (m) => `${n}x${m}`)})`, '&')}`,
  ],
  [
    'a list of times',
    `/blog_posts?select=id&created_at=not.in.(${list(500, (n) => `2000-01-01T00:00:00.${n}`)})`,
  ],
  ['an order by long texts', `/blog_posts?select=id&offset=100000&order=${list(10, () => 'content')}`],
  [
    'an order by embedded long texts',
    `/slug_redirects?select=slug,blog_posts()&order=${list(10, () => 'blog_posts(content)')}`,
  ],
  [
    'a search for nothing in particular',
    `/post_search?select=slug&${list(10, () => 'search_key=like.*_*', '&')}`,
  ],
  [
    'a tree of conditions',
    `/blog_posts?select=id&${'and=(or(and(or(title.ilike.*a*,title.ilike.*b*),id.not.is.null),slug.gt.a),slug.lt.z)&'.repeat(5)}`,
  ],
]

describeBothDatabases('costly REST requests', (open) => {
  let database: Database
  let rest: RestFixture
  let addresses = 0

  beforeAll(async () => {
    database = await open()
    rest = await createRestFixture(database)
    await database.script(POSTS)
  }, 180_000)
  afterAll(() => database.close())

  /** Sends each request from a fresh address. */
  function ask(caller: Caller, path: string, headers: Record<string, string> = {}): Promise<Response> {
    return rest.fetchFrom(`192.0.2.${(addresses += 1)}`, path, {
      headers: { ...rest.authHeaders(caller), ...headers },
    })
  }

  test.each(COSTLY)(
    '%s gets a visitor a short response within a second, without delaying others',
    async (_, path) => {
      const elapsed = startStopwatch()
      const [answer, other] = await Promise.all([
        ask('anon', path, { prefer: 'count=exact' }),
        rest.fetch('/wire_covers', { headers: rest.authHeaders('anon') }),
      ])
      const body = await answer.text()
      expect({ status: answer.status, bytes: body.length, ms: elapsed() }).toEqual({
        status: expect.toSatisfy((status) => status < 500 || body.includes('57014')),
        bytes: expect.toSatisfy((bytes) => bytes < 4 * MEBIBYTE),
        ms: expect.toSatisfy((ms) => ms < SLOWEST_MS),
      })
      expect(other.status).toBe(200)
    },
  )

  test('a response above 4 MiB is rejected for visitors and clients, unless it is paged', async () => {
    for (const caller of ['anon', 'client'] as const) {
      const refused = await ask(caller, '/blog_posts?select=content')
      expect([refused.status, await refused.json()]).toEqual([
        400,
        {
          code: '54000',
          message: 'The answer would be too large',
          details: null,
          hint: 'Ask for fewer columns, or page by page with limit and offset.',
        },
      ])
      expect((await ask(caller, '/blog_posts?select=content&limit=500')).status).toBe(200)
    }
    const { data } = await rest.createClientFor('anon').from('blog_posts').select('id').limit(1000)
    expect(data?.length).toBe(1000)
  })

  test('staff, the server and the pages get a large response whole', async () => {
    const path = '/blog_posts?select=content'
    const pages = rest.fetch(path, { headers: rest.authHeaders('anon') })
    for (const answer of [await ask('manager', path), await ask('service', path), await pages]) {
      expect([answer.status, (await answer.text()).length]).toEqual([200, expect.toSatisfy(isLong)])
    }
  })

  test('embedded rows count towards the response limit', async () => {
    const path = '/slug_redirects?select=slug,blog_posts(content)'
    expect((await ask('anon', path)).status).toBe(400)
    expect((await ask('anon', `${path}&limit=500`)).status).toBe(200)
  })

  test('the list of an in condition is parsed once, not per row', async () => {
    await database.script(`
      create domain public.wire_slow as integer;
      create table public.wire_slowly_read (value public.wire_slow);
      insert into public.wire_slowly_read select generate_series(1, 400);
      alter domain public.wire_slow add check (pg_sleep(0.02)::text is not null) not valid;
      grant select on public.wire_slowly_read to anon;
      notify schema_changed`)
    const elapsed = startStopwatch()
    const answer = await ask('anon', '/wire_slowly_read?value=not.in.(5,6)')
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ length: 398 })])
    expect(elapsed()).toBeLessThan(SLOWEST_MS)
  })

  test('a write with too large a response is rolled back', async () => {
    await database.script(`insert into public.wire_inbox (note) select 'kept' from generate_series(1, 40)`)
    const answer = await rest
      .createClientFor('service')
      .from('wire_inbox')
      .update({ note: 'x'.repeat(500_000) })
      .gt('id', 0)
      .select('first:note,second:note')
    expect(answer.error).toMatchObject({ code: '54000' })
    const { count } = await rest
      .createClientFor('service')
      .from('wire_inbox')
      .select('*', { count: 'exact', head: true })
      .eq('note', 'kept')
    expect(count).toBe(40)
  })

  test('a statement that compares for too long is aborted, and the database recovers', async () => {
    // Two short series: one long series fills its temporary file first on a fast disk.
    const endless = `select count(*) from generate_series(1, 100000) as a, generate_series(1, 100000) as b
      where private.in_time(100) and a + b < 0`
    await expect(database.read([{ text: endless, values: [] }])).resolves.toEqual([
      { status: 'rejected', reason: expect.objectContaining({ sqlState: '57014' }) },
    ])
    const next = await database.read([{ text: 'select private.in_time(1000) as fine', values: [] }])
    expect(next).toMatchObject([{ value: { rows: [{ fine: true }] } }])
  })
})

describe('a visitor of a database server', () => {
  test('statements of visitors on a database server time out after a second', async () => {
    const database = await openServer()
    const asleep = asIdentity(database, { role: 'anon' }, (tx) => tx.query('select pg_sleep(20)'))
    await expect(asleep).rejects.toMatchObject({ sqlState: '57014' })
    const limits = asIdentity(database, { role: 'anon' }, (tx) => tx.query('show statement_timeout'))
    await expect(limits).resolves.toMatchObject({ rows: [{ statement_timeout: '1s' }] })
    await database.close()
  })
})

function isLong(characters: number): boolean {
  return characters > 4 * MEBIBYTE
}

function list(count: number, item: (n: number) => string, separator = ','): string {
  return Array.from({ length: count }, (_, n) => item(n)).join(separator)
}
