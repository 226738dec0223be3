import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { openPostgres } from '../../platform/database/postgres.ts'
import {
  describeBothDatabases,
  newDatabaseUrl,
  openEmbedded,
  openServer,
  serverUrl,
} from '../../tests/support/databases.ts'
import { CHEAP, encodeThoroughly } from './compress-assets.ts'
import { startPages, type Answer, type RunningPages } from './pages.fixture.ts'

const running = new Set<RunningPages>()

afterEach(async () => {
  for (const pages of running) await pages.close()
  running.clear()
})

async function start(database: Database, settings?: Record<string, string>): Promise<RunningPages> {
  const pages = await startPages(database, settings)
  running.add(pages)
  return pages
}

function text({ headers, body }: Answer): string {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(body).toString()
  if (headers['content-encoding'] === 'gzip') return gunzipSync(body).toString()
  return body.toString()
}

/** Without headers that differ between responses. */
function lasting({ headers }: Answer) {
  const { date: _date, 'x-request-id': _id, ...rest } = headers
  return rest
}

function untilShown(pages: RunningPages, path: string, words: string): Promise<Answer> {
  return vi.waitFor(async () => {
    const answer = await pages.get(path)
    expect(text(answer)).toContain(words)
    return answer
  }, 10_000)
}

describeBothDatabases('kept pages', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  test('cached pages are the same bytes for every visitor, with the headers of the rendered page', async () => {
    const pages = await start(database)
    const rendered = await pages.get('/pricing', { cookie: 'theme=dark', 'accept-language': 'de' })
    expect(pages.wasKept()).toBe(false)
    const kept = await pages.getKept('/pricing')
    const others = [
      await pages.get('/pricing', { host: 'evil.example', 'x-forwarded-host': 'evil.example' }),
      await pages.get('/pricing', {
        cookie: 'theme=light',
        'user-agent': 'somebody',
        authorization: 'Bearer x',
      }),
      await pages.get('/pricing?utm_source=letter'),
    ]
    for (const answer of [kept, ...others]) {
      expect(answer.status).toBe(200)
      expect(answer.body.equals(rendered.body)).toBe(true)
      expect(lasting(answer)).toEqual(lasting(rendered))
    }
    expect(text(kept)).not.toContain('evil.example')
    expect(kept.headers['x-request-id']).not.toBe(rendered.headers['x-request-id'])
    expect(kept.headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
    expect(kept.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  })

  test('the simulated phones have a page, and a real carrier has none', async () => {
    const carrier = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'a', TWILIO_FROM: '+19105550142' }
    expect((await (await start(database)).get('/sandbox/phone')).status).toBe(200)
    expect((await (await start(database, carrier)).get('/sandbox/phone')).status).toBe(404)
  })

  test('the public settings name the number that texts leave from, unless the carrier chooses it', async () => {
    const carrier = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'a' }
    const settings = [
      {},
      { ...carrier, TWILIO_FROM: '+19105550177' },
      { ...carrier, TWILIO_MESSAGING_SERVICE_SID: 'MG1' },
    ]
    const numbers: unknown[] = []
    for (const each of settings) {
      const answer = await (await start(database, each)).get('/public-settings.json')
      numbers.push(JSON.parse(text(answer)).textNumber)
    }
    expect(numbers).toEqual(['+19105550142', '+19105550177', null])
  })

  test('cached pages have the same content in every encoding', async () => {
    const pages = await start(database)
    const plain = await pages.getKept('/')
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const encoding of ['br', 'gzip']) {
      const packed = await pages.getKept('/', { 'accept-encoding': `${encoding}, identity` })
      expect(packed.headers['content-encoding']).toBe(encoding)
      expect(packed.headers['vary']).toBe('accept-encoding')
      expect(packed.body.length).toBeLessThan(plain.body.length / 2)
      expect(text(packed)).toBe(text(plain))
    }
    const refused = await pages.getKept('/', { 'accept-encoding': 'br;q=0, gzip;q=0' })
    expect(refused.headers['content-encoding']).toBeUndefined()
  })

  test('cached pages answer 304 to a visitor who has them', async () => {
    const pages = await start(database)
    const { headers } = await pages.getKept('/pricing')
    const known = await pages.get('/pricing', { 'if-none-match': `"other", ${headers.etag}` })
    expect(known.status).toBe(304)
    expect(known.body.length).toBe(0)
    expect(known.headers.etag).toBe(headers.etag)
    expect((await pages.get('/pricing', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('cached pages answer HEAD like GET, without the body', async () => {
    const pages = await start(database)
    const rendered = await pages.get('/about', {}, 'HEAD')
    const got = await pages.getKept('/about')
    const kept = await pages.get('/about', {}, 'HEAD')
    expect(pages.wasKept()).toBe(true)
    for (const head of [rendered, kept]) {
      expect(head.body.length).toBe(0)
      expect(lasting(head)).toEqual(lasting(got))
    }
  })

  test('cached pages change when a post is published, renamed or withdrawn', async () => {
    const pages = await start(database)
    await pages.getKept('/blog')
    await pages.insertPost({ title: 'Ninety knots of wind', slug: 'ninety-knots' })
    await untilShown(pages, '/blog', 'Ninety knots of wind')
    await pages.getKept('/blog')
    await pages.changePost('ninety-knots', { title: 'Forty knots of wind' })
    await untilShown(pages, '/blog', 'Forty knots of wind')
    await pages.getKept('/blog/ninety-knots')
    await pages.changePost('ninety-knots', { published: false })
    await vi.waitFor(async () => expect((await pages.get('/blog/ninety-knots')).status).not.toBe(200), 10_000)
    expect(text(await pages.get('/blog'))).not.toContain('knots of wind')
  })

  test('pages with free times change when the times do, and a CDN may keep them for a minute', async () => {
    const pages = await start(database)
    for (const path of ['/contact', '/schedule', '/schedule?day=2026-11-24']) {
      const { headers } = await pages.getKept(path)
      expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate, s-maxage=60')
    }
    const days = text(await pages.getKept('/contact'))
    expect(days).toContain('We are closed on Thursday (Thanksgiving).')
    await database.transaction((tx) => tx.query(`insert into public.days_off (day) values ('2026-11-24')`))
    await untilShown(pages, '/contact', 'We are closed on Tuesday and Thursday')
    await database.transaction((tx) => tx.query(`delete from public.days_off`))
    await vi.waitFor(async () => expect(text(await pages.getKept('/contact'))).toBe(days), 10_000)
  })

  test('the form of a chosen time is never cached, because each has its own key', async () => {
    const pages = await start(database)
    const chosen = '/schedule?start=2026-11-24T15:00:00.000Z'
    const forms = [await pages.get(chosen), await pages.get(chosen), await pages.get(chosen)]
    const keys = forms.map((form) => /name="idempotencyKey" value="([^"]+)"/.exec(text(form))?.[1])
    expect(new Set(keys).size).toBe(3)
    expect(keys).not.toContain(undefined)
    expect(forms.map(({ headers }) => headers['cache-control'])).toEqual(Array(3).fill('no-store'))
  })

  test('cached pages are rendered again when the date may have changed', async () => {
    const pages = await start(database)
    expect(text(await pages.getKept('/pricing'))).toContain('2025–2026')
    pages.setTime(new Date('2027-01-02T12:00:00Z'))
    expect(text(await pages.get('/pricing'))).toContain('2025–2027')
    expect(text(await pages.getKept('/pricing'))).toContain('2025–2027')
  })
})

test.each([
  '/rss.xml',
  '/atom.xml',
  '/feed.json',
  '/sitemap.xml',
  '/robots.txt',
  '/.well-known/security.txt',
])('%s is cached regardless of its query, and rendered again after a post changes', async (path) => {
  const pages = await start(await openEmbedded())
  const kept = await pages.getKept(path, { 'accept-encoding': 'gzip' })
  expect(kept.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': expect.stringContaining('max-age=0'),
  })
  const etag = kept.headers.etag ?? ''
  const again = await pages.get(`${path}?x=1`, { 'if-none-match': etag })
  expect([again.status, pages.wasKept()]).toEqual([304, true])

  await pages.insertPost({ title: 'News of today', slug: 'news-of-today' })
  const later = await pages.getKept(path)
  const tells = later.body.toString('utf8').includes('news-of-today')
  expect(tells).toBe(!/robots|security/.test(path))
  expect(later.headers.etag === etag).toBe(!tells)
})

test('the not-found page is cached under its own path', async () => {
  const pages = await start(await openServer())
  expect((await pages.getKept('/404')).status).toBe(404)
})

test.each([
  ['/CONTACT', '/contact'],
  ['/contact/', '/contact'],
  ['/Blog/?search=Calm', '/blog?search=Calm'],
])('%s redirects to %s', async (path, location) => {
  const pages = await start(await openServer())
  const answer = await pages.get(path)
  expect([answer.status, answer.headers.location]).toEqual([301, location])
})

test('redirects never lead to another host, and the home page does not redirect', async () => {
  const pages = await start(await openServer())
  for (const path of ['//EVIL.example', '//EVIL/', '///', '/'])
    expect((await pages.get(path)).headers.location).toBeUndefined()
})

test('a search is cached from its second request on, until a post changes', async () => {
  const pages = await start(await openServer())
  await pages.insertPost({ title: 'Ninety knots of wind', slug: 'ninety-knots' })
  await untilShown(pages, '/blog', 'Ninety knots of wind')
  await pages.getKept('/blog')
  const first = await pages.get('/blog?search=calm')
  await pages.get('/blog?search=calm')
  expect(pages.wasKept()).toBe(false)
  expect((await pages.getKept('/blog?search=calm')).body.equals(first.body)).toBe(true)
  expect(first.body.equals((await pages.getKept('/blog')).body)).toBe(false)
  await pages.get('/blog?search=storm')
  expect(pages.wasKept()).toBe(false)
  await pages.insertPost({ title: 'Dead calm', slug: 'dead-calm' })
  await untilShown(pages, '/blog?search=calm', 'Dead calm')
})

test('a cached search is compressed at levels that cost about as much as rendering it', async () => {
  const pages = await start(await openServer())
  const { body: plain } = await pages.getKept('/blog?search=calm')
  const search = await pages.getKept('/blog?search=calm', { 'accept-encoding': 'br' })
  expect(search.body.equals(await encodeThoroughly(Buffer.from(plain), 'br', CHEAP))).toBe(true)
})

test('query parameters a page does not read make no separate cache entry', async () => {
  const pages = await start(await openServer())
  const list = await pages.getKept('/blog')
  for (const query of ['utm_source=letter', 'search=', 'category=&page=&fbclid=Iw1', 'searched=calm', '']) {
    expect((await pages.get(`/blog?${query}`)).body.equals(list.body)).toBe(true)
    expect(pages.wasKept()).toBe(true)
  }
  const search = await pages.getKept('/blog?search=calm&category=seo-marketing')
  await pages.get('/blog?category=seo-marketing&utm_source=letter&search=calm&search=storm')
  expect(pages.wasKept()).toBe(true)
  expect(search.body.equals(list.body)).toBe(false)
  await pages.get('/blog?search=Calm&category=seo-marketing')
  expect(pages.wasKept()).toBe(false)
})

describe('what is never kept', () => {
  test.each(['/login', '/no-such-page', '/auth/v1/health'])(
    'the response to %s is never cached',
    async (path) => {
      const pages = await start(await openServer())
      await pages.getKept('/pricing')
      for (let visit = 0; visit < 3; visit += 1) {
        await pages.get(path)
        expect(pages.wasKept()).toBe(false)
      }
    },
  )

  test('the response to a form is never cached', async () => {
    const pages = await start(await openServer())
    await pages.getKept('/pricing')
    const answer = await pages.get(
      '/contact',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'POST',
    )
    expect(answer.status).toBe(400)
    expect(pages.wasKept()).toBe(false)
    expect(answer.headers.etag).toBeUndefined()
  })
})

describe('several servers on one database', () => {
  test('servers on one database all show a change made through one of them', async () => {
    const url = await newDatabaseUrl()
    const [one, other] = [openPostgres(url), openPostgres(url)]
    const [here, there] = [await start(one), await start(other)]
    await here.getKept('/blog')
    await there.getKept('/blog')
    await here.insertPost({ title: 'Ninety knots of wind', slug: 'ninety-knots' })
    await untilShown(here, '/blog', 'Ninety knots of wind')
    const shown = await untilShown(there, '/blog', 'Ninety knots of wind')
    expect(shown.status).toBe(200)
    await closeAll([here, there], [one, other])
  })

  test('servers on one database show changes made while they could not LISTEN', async () => {
    const url = await newDatabaseUrl()
    const database = openPostgres(url, { retryDelayMs: () => 500 })
    const pages = await start(database)
    await pages.getKept('/blog')
    await endListeners(new URL(url).pathname.slice(1))
    await pages.insertPost({ title: 'Ninety knots of wind', slug: 'ninety-knots' })
    const shown = await untilShown(pages, '/blog', 'Ninety knots of wind')
    expect(shown.status).toBe(200)
    await closeAll([pages], [database])
  })
})

async function closeAll(servers: readonly RunningPages[], databases: readonly Database[]): Promise<void> {
  for (const pages of servers) {
    running.delete(pages)
    await pages.close()
  }
  for (const database of databases) await database.close()
}

async function endListeners(databaseName: string): Promise<void> {
  const superuser = new Client({ connectionString: await serverUrl() })
  await superuser.connect()
  const { rowCount } = await superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query like 'listen%'`,
    [databaseName],
  )
  await superuser.end()
  expect(rowCount).toBe(1)
}
