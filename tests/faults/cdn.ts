import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { startCachingProxy, type Kept } from './caching-proxy.ts'
import { createRandom } from './random.ts'
import { startServer, type Where } from './started-server.ts'

const DELAY_MS = 200
const VISITORS = 50
const PUBLICATIONS = 3
const ADMIN = { email: 'admin@site.test', password: 'a long enough secret' }
const encodings = ['gzip, deflate, br, zstd', 'gzip']

export interface CdnReport {
  requests: number
  toOrigin: number
  hitPercent: number
  /** From publishing to the first answer that shows the post, in milliseconds. */
  shownAfter: number[]
  purges: number
  kept: number
  /** Stored responses that are not public or name a visitor or staff. */
  privateKept: string[]
  failures: string[]
}

/**
 * Visitors read public pages through a caching proxy that is 200 ms away, others write, book and work in the dashboard, and posts
 * are published.
 */
export async function runBehindCdn({
  requests,
  seed,
  ...where
}: Where & { requests: number; seed: number }): Promise<CdnReport> {
  const proxy = await startCachingProxy(DELAY_MS)
  const server = await startServer({
    ...where,
    settings: {
      PUBLIC_SITE_URL: proxy.url,
      PURGE_URL: proxy.purge.url,
      PURGE_HEADER: proxy.purge.header,
    },
  })
  proxy.setOrigin(server.address)
  const failures: string[] = []
  const { anonKey } = settings.parse(await (await fetch(`${proxy.url}/public-settings.json`)).json())
  const paths = await listPublic(proxy.url)
  // The start purges twice.
  await until(() => proxy.purges() === 2)
  const staff = createClient(proxy.url, anonKey, { auth: { persistSession: false } })
  const random = createRandom(seed)
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  const before = proxy.toOrigin.length
  let sent = 0
  const readers = Array.from({ length: VISITORS }, async () => {
    for (; sent < requests; sent += 1) {
      const path = pick(paths) ?? '/'
      const response = await fetch(proxy.url + path, {
        headers: { 'Accept-Encoding': pick(encodings) ?? 'gzip' },
      })
      if (response.status !== 200) failures.push(`${path}: ${response.status}`)
      await response.arrayBuffer()
    }
  })
  await until(() => sent > requests / 2)
  await staff.auth.signInWithPassword(ADMIN)
  const shownAfter = [await publish(proxy.url, staff, 0)]
  await Promise.all(readers)
  const fetched = proxy.toOrigin
    .slice(before)
    .filter((request) => paths.includes(request.replace('GET ', '')))
  const names = await useInPrivate(proxy.url, staff)
  for (let place = 1; place < PUBLICATIONS; place += 1)
    shownAfter.push(await publish(proxy.url, staff, place))
  await sleep(DELAY_MS)
  const kept = proxy.kept.filter(
    (one) => !isPublic(one, paths) || names.some((name) => read(one).includes(name)),
  )
  await server.stop()
  await proxy.close()
  return {
    requests,
    toOrigin: fetched.length,
    hitPercent: Math.round((1 - fetched.length / requests) * 100_000) / 1000,
    shownAfter,
    purges: proxy.purges(),
    kept: proxy.kept.length,
    privateKept: [...new Set(kept.map(({ path }) => path))],
    failures: [...new Set(failures)],
  }
}

const settings = z.object({ anonKey: z.string() })

/** The pages of the sitemap, the feeds, and the files that the home page loads. */
async function listPublic(url: string): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const home = await (await fetch(url)).text()
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  )
  const files = [...home.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
  return [...new Set([...pages, ...files, '/rss.xml', '/sitemap.xml', '/robots.txt'])]
}

async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await sleep(10)
}

/** Publishes a post, and resolves with the milliseconds until the blog shows it to visitors. */
async function publish(url: string, staff: SupabaseClient, place: number): Promise<number> {
  const title = `Wind of force ${place + 5}`
  const { data } = await staff.auth.getUser()
  const post = { title, slug: `wind-${place}`, content: 'Text.', published: true, author_id: data.user?.id }
  const begun = performance.now()
  await staff.from('blog_posts').insert(post).throwOnError()
  for (;;) {
    const page = await (await fetch(`${url}/blog`, { headers: { 'Accept-Encoding': 'gzip' } })).text()
    if (page.includes(title)) return Math.round(performance.now() - begun)
    await sleep(20)
  }
}

/** Visitors write and book, and staff read it. Returns the names that no stored response may contain. */
async function useInPrivate(url: string, staff: SupabaseClient): Promise<string[]> {
  const name = 'Quillon Marchbanks'
  const email = 'quillon@marchbanks.example'
  const post = (path: string, body: unknown) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const slots = z.object({ slots: z.array(z.object({ start: z.string() })) })
  const free = slots.parse(await (await fetch(`${url}/functions/v1/meeting-slots?days=60`)).json()).slots
  const booked = await post('/functions/v1/book-meeting', {
    start: free.at(-1)?.start,
    name,
    email,
    phone: '(910) 762-0142',
    medium: 'phone',
  })
  const { manageUrl } = z.object({ manageUrl: z.string() }).parse(await booked.json())
  const meeting = new URL(manageUrl).pathname
  for (const path of [meeting, `${meeting}/invite.ics`, '/schedule', '/dashboard', '/login', '/sandbox/mail'])
    for (let time = 0; time < 2; time += 1) await (await fetch(url + path)).arrayBuffer()
  for (let time = 0; time < 2; time += 1) {
    await staff.from('crm_contacts').select('*').throwOnError()
    await staff.from('meetings').select('*').throwOnError()
    await staff.from('notifications').select('*').throwOnError()
    await staff.auth.getUser()
  }
  const { data } = await staff.auth.getSession()
  return [name, email, meeting, ADMIN.email, data.session?.access_token ?? ADMIN.email]
}

/** Files under these addresses are public. The dashboard's page is the same for everybody and gets its data later. */
function isPublic({ path }: Kept, paths: readonly string[]): boolean {
  return [...paths, '/dashboard'].includes(path.split('?')[0] ?? path) || /^\/(assets\/|blog)/.test(path)
}

function read({ headers, body }: Kept): string {
  const encoding = headers['content-encoding']
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  return encoding === 'gzip' ? gunzipSync(body).toString() : body.toString()
}
