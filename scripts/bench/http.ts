import autocannon from 'autocannon'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startSite } from '../../tests/journeys/support/running-site.ts'
import { writeRows } from './documented-table.ts'
import { median, table, type Row } from './table.ts'

const ROUNDS = 3
const SECONDS = 2
const CONNECTIONS = 32
const ENCODINGS = ['identity', 'gzip', 'br'] as const

/** What is kept, and beside it an address whose page is rendered for every request: a search, each time a new one. */
const PAGES = [
  { path: '/', rendered: null },
  { path: '/contact', rendered: null },
  { path: '/blog', rendered: '/blog?search=a' },
]
const HEAD = ['page', 'encoding', 'raw /s', 'kept /s', 'kept ÷ raw', 'rendered /s', 'rendered ÷ raw']

interface Target {
  name: string
  url: (encoding: string) => string
  /** Whether no request may be for the address of another. */
  anew?: boolean
}

/**
 * Requests per second of kept pages, and of pages that have to be rendered, beside a plain server that sends the same
 * body, in one interleaved run. Only the ratios mean something on another machine.
 */
export async function measureHttp({ write }: { write: boolean }): Promise<void> {
  const site = await startSite({})
  const rows: Row[] = []
  for (const { path, rendered } of PAGES) {
    await untilKept(site.url + path)
    const raw = await startRaw(site.url + path)
    const targets: Target[] = [
      { name: 'raw', url: (encoding) => `${raw.url}/${encoding}` },
      { name: 'kept', url: () => site.url + path },
      ...(rendered === null ? [] : [{ name: 'rendered', url: () => site.url + rendered, anew: true }]),
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
      for (const { name, url, anew } of targets) {
        const key = `${name} ${encoding}`
        rates.set(key, [...(rates.get(key) ?? []), await rate(url(encoding), { encoding, anew })])
      }
    }
  }
  return ENCODINGS.map((encoding) => {
    const raw = rates.get(`raw ${encoding}`) ?? []
    const beside = (name: string) => columns(rates.get(`${name} ${encoding}`), raw)
    return [encoding, Math.round(median(raw)), ...beside('kept'), ...beside('rendered')]
  })
}

function columns(rates: readonly number[] | undefined, raw: readonly number[]): Row {
  return rates ? [Math.round(median(rates)), ratio(rates, raw)] : ['', '']
}

/** The median of the rounds' ratios: what disturbs the machine disturbs both sides of a round. */
function ratio(rates: readonly number[], raw: readonly number[]): string {
  return median(rates.map((value, round) => value / (raw[round] ?? Number.NaN))).toFixed(3)
}

let addresses = 0

async function rate(
  url: string,
  { encoding, anew = false }: { encoding: string; anew?: boolean | undefined },
): Promise<number> {
  const headers = { 'accept-encoding': encoding }
  const { pathname, search } = new URL(url)
  const setupRequest = (request: autocannon.Request) => ({
    ...request,
    path: `${pathname}${search}&address=${++addresses}`,
  })
  // An empty list of requests would be asked for, too.
  const requests = anew ? { requests: [{ setupRequest }] } : {}
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers, ...requests })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} failures, ${result.errors} errors`)
  return result.requests.total / result.duration
}

/** A page is kept once it has been compressed, soon after it was first asked for. */
async function untilKept(url: string): Promise<void> {
  const ask = async () => {
    const response = await fetch(url, { headers: { 'accept-encoding': 'br' } })
    await response.arrayBuffer()
    return Number(response.headers.get('content-length'))
  }
  const first = await ask()
  const deadline = performance.now() + 10_000
  while ((await ask()) >= first) {
    if (performance.now() > deadline) throw new Error(`${url} is not kept`)
  }
}

async function startRaw(page: string): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('raw-server.ts', import.meta.url)), page], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const url of createInterface(child.stdout)) return { url, stop: () => child.kill() }
  throw new Error('The plain server did not start.')
}
