import { createClient } from '@supabase/supabase-js'
import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startSite, type RunningSite } from '../../tests/journeys/support/running-site.ts'
import { writeRows, median, table, type Row } from './bench-table.ts'

const ROUNDS = 3
const SECONDS = 2
/** The work of the start is over. */
const REST_MS = 10_000
const CONNECTIONS = 32
const ENCODINGS = ['identity', 'gzip', 'br'] as const

const PAGES = ['/', '/contact', '/blog']
/** Pause between saves of a post. Full compression of a page takes longer, so no page ever enters the cache. */
const PAUSE_MS = 50
const HEAD = [
  'page',
  'encoding',
  'raw /s',
  'kept /s',
  'kept ÷ raw',
  'p99, kept ÷ raw',
  'changing /s',
  'changing ÷ raw',
  'search /s',
  'search ÷ raw',
]

interface Load {
  encoding: string
  /** Whether every request needs a unique URL. */
  uniqueUrl?: boolean | undefined
}

interface Rate {
  perSecond: number
  /** Milliseconds. */
  p99: number
}

interface Target {
  name: string
  url: (encoding: string) => string
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
  await sleep(REST_MS)
  const rest = resident(site.pid)
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
  console.log(`Resident memory: ${rest} MiB at rest, ${resident(site.pid)} MiB after the load.`)
  await site.stop()
  console.log(table(HEAD, rows))
  if (write) writeRows({ document: 'docs/performance.md', name: 'http', head: HEAD, keys: 2 }, rows)
}

async function measure(targets: readonly Target[]): Promise<Row[]> {
  const rates = new Map<string, Rate[]>()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const encoding of ENCODINGS) {
      for (const { name, url, uniqueUrl, background } of targets) {
        const key = `${name} ${encoding}`
        const stop = background?.()
        rates.set(key, [...(rates.get(key) ?? []), await load(url(encoding), { encoding, uniqueUrl })])
        await stop?.()
      }
    }
  }
  return ENCODINGS.map((encoding) => {
    const raw = rates.get(`raw ${encoding}`) ?? []
    const beside = (name: string) => compare(rates.get(`${name} ${encoding}`), raw)
    const kept = rates.get(`kept ${encoding}`) ?? []
    const [perSecond = '', share = ''] = compare(kept, raw)
    const slowest = ratio(kept, raw, ({ p99 }) => p99)
    return [
      encoding,
      Math.round(median(raw.map((each) => each.perSecond))),
      perSecond,
      share,
      slowest,
      ...beside('changing'),
      ...beside('search'),
    ]
  })
}

function compare(rates: readonly Rate[] | undefined, raw: readonly Rate[]): Row {
  if (!rates) return ['', '']
  const perSecond = (rate: Rate) => rate.perSecond
  return [Math.round(median(rates.map(perSecond))), ratio(rates, raw, perSecond)]
}

/** The median of the ratios per round: other load affects both sides of a round. */
function ratio(rates: readonly Rate[], raw: readonly Rate[], read: (rate: Rate) => number): string {
  const none = { perSecond: Number.NaN, p99: Number.NaN }
  return median(rates.map((rate, round) => read(rate) / read(raw[round] ?? none))).toFixed(3)
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

const unique = fileURLToPath(new URL('unique-search.lua', import.meta.url))

/** Requests per second and the 99th percentile in milliseconds, by wrk, which is faster than any server here. */
async function load(url: string, { encoding, uniqueUrl = false }: Load): Promise<Rate> {
  const options = [
    '-t1',
    `-c${CONNECTIONS}`,
    `-d${SECONDS}`,
    '--latency',
    '-H',
    `Accept-Encoding: ${encoding}`,
  ]
  const { stdout } = await promisify(execFile)('wrk', [...options, ...(uniqueUrl ? ['-s', unique] : []), url])
  const failed = /^ *(Non-2xx|Socket errors).*/m.exec(stdout)?.[0]
  if (failed !== undefined) throw new Error(`${url}: ${failed.trim()}`)
  const [, value = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  const milliseconds = new Map([
    ['us', 0.001],
    ['ms', 1],
    ['s', 1000],
  ])
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99: Number(value) * (milliseconds.get(unit) ?? Number.NaN),
  }
}

/** Resident memory of a process in MiB. */
function resident(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
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
