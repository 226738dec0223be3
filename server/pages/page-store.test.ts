import { pino } from 'pino'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import type { PageContext } from '../../web/page-context.ts'
import type { PageHandler } from './page-handler.ts'
import { createPageCache } from './page-cache.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'

const siteUrl = 'http://site.test'
const clock = () => new Date('2026-11-20T12:00:00Z')
const context: PageContext = {
  typicalReply: async () => null,
  fetch,
  clock,
  publicSettings: {
    url: siteUrl,
    anonKey: 'anon',
    siteUrl,
    ipLookupUrl: '/functions/v1/client-ip',
    analyticsId: null,
    reviewUrl: null,
    textNumber: null,
    sandbox: { phone: true, ai: true, photos: true, mail: true },
  },
}

const html = (body: string, headers: Record<string, string> = {}) =>
  new Response(body, { headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } })

/** Notifies of a change like the tables' triggers, and waits until it arrives. */
async function announceChange(database: Database): Promise<void> {
  const heard = Promise.withResolvers<void>()
  const stop = await database.listen('pages_changed', () => heard.resolve())
  await database.transaction((tx) => tx.query(`select pg_notify('pages_changed', '')`))
  await heard.promise
  await stop()
}

async function keepPages(database: Database, render: PageHandler) {
  const kept = createPageCache({ render, database, siteUrl, clock, log: pino({ level: 'silent' }) })
  // One delivered change proves that LISTEN is active.
  await announceChange(database)
  const ask = async (path: string, headers: Record<string, string> = {}, sender = '192.0.2.1') =>
    (await kept.pages(new Request(siteUrl + path, { headers }), { context, sender })).text()
  return { ...kept, ask }
}

describeBothDatabases('keeping pages', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  test('a sender with many requests waits alone and delays no other visitor', async () => {
    const rendered: string[] = []
    const gate = Promise.withResolvers<void>()
    const render: PageHandler = async ({ url }) => {
      rendered.push(new URL(url).pathname)
      if (url.includes('/flood-')) await gate.promise
      return html('page')
    }
    const { ask, close } = await keepPages(database, render)
    const flood = Array.from({ length: 105 }, (_, n) =>
      ask(`/flood-${n}`).catch((error: Error) => error.name),
    )
    await ask('/about', {}, '192.0.2.2')
    expect(rendered).toEqual(['/flood-0', '/flood-1', '/flood-2', '/flood-3', '/about'])
    gate.resolve()
    const answers = await Promise.all(flood)
    expect(answers.filter((answer) => answer === 'page')).toHaveLength(104)
    expect(answers.at(-1)).toBe('BusyError')
    await close()
  })

  test('concurrent requests for a page share one rendering', async () => {
    const render = vi.fn<PageHandler>(async () => html('page'))
    const { ask, close } = await keepPages(database, render)
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/about')))
    expect(new Set(answers)).toEqual(new Set(['page']))
    expect(render).toHaveBeenCalledTimes(1)
    await vi.waitFor(async () => {
      render.mockClear()
      await ask('/about')
      expect(render).not.toHaveBeenCalled()
    }, 10_000)
    await close()
  })

  test('a page that changes during its rendering is not cached', async () => {
    const first = Promise.withResolvers<Response>()
    const render = vi.fn<PageHandler>(async () => html('new')).mockImplementationOnce(() => first.promise)
    const { ask, close } = await keepPages(database, render)

    const before = ask('/blog')
    await vi.waitFor(() => expect(render).toHaveBeenCalledTimes(1), 10_000)
    await announceChange(database)
    first.resolve(html('old'))
    expect(await before).toBe('old')
    await vi.waitFor(async () => {
      render.mockClear()
      expect(await ask('/blog')).toBe('new')
      expect(render).not.toHaveBeenCalled()
    }, 10_000)
    await close()
  })

  test('a cached page contains nothing from its first visitor', async () => {
    const { ask, close } = await keepPages(database, async ({ url, headers }) =>
      html(JSON.stringify([url, [...headers]])),
    )
    expect(await ask('/about', { cookie: 'a=b', 'user-agent': 'somebody' })).toBe(`["${siteUrl}/about",[]]`)
    await close()
  })

  test.each([
    ['Set-Cookie', 'a=b'],
    ['Cache-Control', 'no-store'],
    ['Cache-Control', 'private'],
  ])('a page with %s: %s is rendered for each visitor', async (name, value) => {
    const render: PageHandler = async (request) =>
      html(request.headers.get('cookie') ?? 'nobody', { [name]: value })
    const { ask, close } = await keepPages(database, render)
    for (const visitor of ['ann', 'ben', 'ann']) {
      expect(await ask('/about', { cookie: visitor })).toBe(visitor)
    }
    await close()
  })

  test('a failed rendering fails all its waiting requests, and the next request retries', async () => {
    const render = vi
      .fn<PageHandler>()
      .mockRejectedValueOnce(new Error('broken'))
      .mockImplementation(async () => html('page'))
    const { ask, close } = await keepPages(database, render)
    await expect(ask('/about')).rejects.toThrow('broken')
    expect(await ask('/about')).toBe('page')
    await close()
  })
})
