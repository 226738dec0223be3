import { createClient } from '@supabase/supabase-js'
import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startSite, type RunningSite } from '../../tests/journeys/support/running-site.ts'
import { writeRows, median, table, type Row } from './bench-table.ts'
import { endProcess, startNginx, type ControlServer } from './nginx.ts'

const ROUNDS = 5
const SECONDS = 2
/** The work of the start is over. */
const REST_MS = 10_000
const CONNECTIONS = 32
const ENCODINGS = ['identity', 'gzip', 'br'] as const

const PAGES = ['/', '/contact', '/blog']
/** Pause between saves of a post. Full compression of a page takes longer, so no page ever enters the cache. */
const PAUSE_MS = 50
/** What is compared with the plain server. */
const COMPARED = ['kept', 'React', 'nginx', 'changing', 'search'] as const
const HEAD = ['page', 'encoding', 'raw /s', 'p99, kept ÷ raw', ...COMPARED.map((name) => `${name} ÷ raw`)]

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
  name: 'raw' | (typeof COMPARED)[number]
  url: (encoding: string) => string
  uniqueUrl?: boolean
  /** Background work during the measurement; returns a function that stops it. */
  background?: () => () => Promise<void>
}

/**
 * Requests per second of cached pages, of pages that change faster than they can be cached, and of new searches,
 * compared to a plain server with the same body, interleaved in one run; beside them the controls: React's HTML from
 * memory and, where it is installed, nginx. Only the ratios carry over to other machines.
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
    const react = await startRaw(site.url + path, '--few-headers')
    const nginx = await startNginx(site.url + path, ENCODINGS)
    const targets: Target[] = [
      { name: 'raw', url: (encoding) => `${raw.url}/${encoding}` },
      { name: 'kept', url: () => site.url + path },
      { name: 'React', url: (encoding) => `${react.url}/${encoding}` },
      ...(nginx ? [{ name: 'nginx' as const, url: (encoding: string) => `${nginx.url}/${encoding}` }] : []),
      { name: 'changing', url: () => site.url + path, background: saving },
      ...(path === '/blog'
        ? [{ name: 'search' as const, url: () => `${site.url}/blog?search=a`, uniqueUrl: true }]
        : []),
    ]
    for (const row of await measure(targets)) rows.push([path, ...row])
    for (const server of [raw, react, nginx]) await server?.stop()
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
    const shares = COMPARED.map((name) => ratio(rates.get(`${name} ${encoding}`), raw, perSecond))
    const slowest = ratio(rates.get(`kept ${encoding}`), raw, ({ p99 }) => p99)
    return [encoding, Math.round(median(raw.map(perSecond))), slowest, ...shares]
  })
}

const perSecond = (rate: Rate) => rate.perSecond

/** The median of the ratios per round: other load affects both sides of a round. */
function ratio(
  rates: readonly Rate[] | undefined,
  raw: readonly Rate[],
  read: (rate: Rate) => number,
): string {
  if (!rates) return ''
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

async function startRaw(page: string, ...options: string[]): Promise<ControlServer> {
  const script = fileURLToPath(new URL('raw-server.ts', import.meta.url))
  const child = spawn(process.execPath, [script, page, ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const url of createInterface(child.stdout)) return { url, stop: () => endProcess(child) }
  throw new Error('The plain server did not start.')
}
