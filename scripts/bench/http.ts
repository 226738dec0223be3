import autocannon from 'autocannon'
import { createClient } from '@supabase/supabase-js'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startSite, type RunningSite } from '../../tests/journeys/support/running-site.ts'
import { writeRows, median, table, type Row } from './bench-table.ts'

const ROUNDS = 3
const SECONDS = 2
const CONNECTIONS = 32
const ENCODINGS = ['identity', 'gzip', 'br'] as const

const PAGES = ['/', '/pricing', '/blog']
/** Pause between saves of a post. Full compression of a page takes longer, so no page ever enters the cache. */
const PAUSE_MS = 50
const HEAD = [
  'page',
  'encoding',
  'raw /s',
  'kept /s',
  'kept ÷ raw',
  'changing /s',
  'changing ÷ raw',
  'search /s',
  'search ÷ raw',
]

interface Target {
  name: string
  url: (encoding: string) => string
  /** Whether every request needs a unique URL. */
  uniqueUrl?: boolean
  /** Background work during the measurement; returns a function that stops it. */
  background?: () => () => Promise<void>
}

/**
 * Requests per second of cached pages, of pages that change faster than they can be cached, and of new searches,
 * compared to a plain server with the same body, interleaved in one run. Only the ratios carry over to other
 * machines.
 */
export async function measureHttp({ write }: { write: boolean }): Promise<void> {
  const site = await startSite({})
  const rows: Row[] = []
  const saving = await preparePost(site)
  for (const path of PAGES) {
    await untilKept(site.url + path)
    const raw = await startRaw(site.url + path)
    const targets: Target[] = [
      { name: 'raw', url: (encoding) => `${raw.url}/${encoding}` },
      { name: 'kept', url: () => site.url + path },
      { name: 'changing', url: () => site.url + path, background: saving },
      ...(path === '/blog'
        ? [{ name: 'search', url: () => `${site.url}/blog?search=a`, uniqueUrl: true }]
        : []),
    ]
    for (const row of await measure(targets)) rows.push([path, ...row])
    raw.stop()
  }
  await site.stop()
  console.log(table(HEAD, rows))
  if (write) writeRows({ document: 'docs/performance.md', name: 'http', head: HEAD, keys: 2 }, rows)
}

async function measure(targets: readonly Target[]): Promise<Row[]> {
  const rates = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const encoding of ENCODINGS) {
      for (const { name, url, uniqueUrl, background } of targets) {
        const key = `${name} ${encoding}`
        const stop = background?.()
        rates.set(key, [...(rates.get(key) ?? []), await rate(url(encoding), { encoding, uniqueUrl })])
        await stop?.()
      }
    }
  }
  return ENCODINGS.map((encoding) => {
    const raw = rates.get(`raw ${encoding}`) ?? []
    const beside = (name: string) => columns(rates.get(`${name} ${encoding}`), raw)
    return [encoding, Math.round(median(raw)), ...beside('kept'), ...beside('changing'), ...beside('search')]
  })
}

function columns(rates: readonly number[] | undefined, raw: readonly number[]): Row {
  return rates ? [Math.round(median(rates)), ratio(rates, raw)] : ['', '']
}

/** The median of the ratios per round: other load affects both sides of a round. */
function ratio(rates: readonly number[], raw: readonly number[]): string {
  return median(rates.map((value, round) => value / (raw[round] ?? Number.NaN))).toFixed(3)
}

/** Creates a post and returns a function that saves it repeatedly until stopped. */
async function preparePost({ url, serviceRoleKey }: RunningSite): Promise<() => () => Promise<void>> {
  const posts = createClient(url, serviceRoleKey, { auth: { persistSession: false } }).from('blog_posts')
  const slug = 'saved-again-and-again'
  const post = { slug, title: 'Saved again and again', content: 'Text.', published: true }
  await posts.insert(post).throwOnError()
  return () => {
    const end = new AbortController()
    const saving = (async () => {
      for (let save = 1; !end.signal.aborted; save += 1) {
        await posts
          .update({ excerpt: `Save ${save}` })
          .eq('slug', slug)
          .throwOnError()
        await sleep(PAUSE_MS)
      }
    })()
    return async () => {
      end.abort()
      await saving
    }
  }
}

let searches = 0

/** The same words with new spacing each time, for a unique URL. */
function spacing(count: number): string {
  return Array.from(count.toString(2), (bit) => (bit === '0' ? '+' : '%09')).join('')
}

async function rate(
  url: string,
  { encoding, uniqueUrl = false }: { encoding: string; uniqueUrl?: boolean | undefined },
): Promise<number> {
  const headers = { 'accept-encoding': encoding }
  const { pathname, search } = new URL(url)
  const setupRequest = (request: autocannon.Request) => ({
    ...request,
    path: pathname + search + spacing(++searches),
  })
  // autocannon would request an empty list, too.
  const requests = uniqueUrl ? { requests: [{ setupRequest }] } : {}
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers, ...requests })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} failures, ${result.errors} errors`)
  return result.requests.total / result.duration
}

/** A page is cached once it is compressed, soon after the first request. */
async function untilKept(url: string): Promise<void> {
  const ask = async () => {
    const response = await fetch(url, { headers: { 'accept-encoding': 'br' } })
    await response.arrayBuffer()
    return Number(response.headers.get('content-length'))
  }
  const first = await ask()
  const deadline = performance.now() + 10_000
  while ((await ask()) >= first) {
    if (performance.now() > deadline) throw new Error(`${url} is not cached`)
  }
}

async function startRaw(page: string): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('raw-server.ts', import.meta.url)), page], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const url of createInterface(child.stdout)) return { url, stop: () => child.kill() }
  throw new Error('The plain server did not start.')
}
