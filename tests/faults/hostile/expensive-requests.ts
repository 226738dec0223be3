import * as fc from 'fast-check'
import { request } from 'node:http'
import { createRandom } from '../random.ts'
import { authRequests } from '../fuzz-auth.ts'
import { functionRequests } from '../fuzz-functions.ts'
import { pageRequests } from '../fuzz-pages.ts'
import { restRequests } from '../fuzz-rest.ts'
import type { Span } from './attack.ts'
import type { WatchedServer } from './watched-server.ts'

interface Candidate {
  method: string
  /** Path and query. */
  path: string
  headers: Record<string, string>
  body: string | undefined
}

/** What one request cost the server. */
export interface Cost {
  request: string
  status: number
  /** CPU time of all server threads, in steps of 10 ms. */
  processorMs: number
  answerBytes: number
  sentBytes: number
}

export interface Findings {
  requests: number
  /** The most expensive requests, worst first. */
  worst: Cost[]
  overBudget: Cost[]
}

/** Limits for one request of an anonymous client. */
export const BUDGET = { processorMs: 700, answerBytes: 5 * 1024 * 1024 }

const LONGEST_REQUEST = 16_000
const KEPT = 40
const TIMES = 3

/**
 * Searches for expensive requests: starts with the fuzzer grammars and ordinary queries, mutates the most expensive
 * ones by repeating and mixing their parts, and measures one request at a time by the CPU time of the server.
 */
export async function searchExpensiveRequests(
  server: WatchedServer,
  { seconds, seed }: Span,
): Promise<Findings> {
  const choose = chooseFrom(seed)
  const until = performance.now() + seconds * 1_000
  const costs = new Map<Candidate, Cost>()
  let kept: Candidate[] = []
  let requests = 0
  while (performance.now() < until) {
    const candidate = choose(requests, kept)
    const cost = await measure(server, candidate, requests++)
    costs.set(candidate, cost)
    kept = [...kept, candidate].toSorted((a, b) => rank(costs.get(b)) - rank(costs.get(a))).slice(0, KEPT)
    if (costs.size > 10 * KEPT) for (const one of costs.keys()) if (!kept.includes(one)) costs.delete(one)
  }
  return summarize(
    requests,
    kept.flatMap((one) => costs.get(one) ?? []),
  )
}

/**
 * Sends the same requests in every run: like the search, but mutates the widest queries instead of the most expensive
 * requests, so that no choice depends on a measured time.
 */
export async function sendExpensiveRequests(
  server: WatchedServer,
  { requests, seed }: { requests: number; seed: number },
): Promise<Findings> {
  const choose = chooseFrom(seed)
  const parents = fc.sample(wideSelection(), { numRuns: KEPT, seed })
  const costs: Cost[] = []
  for (let turn = 0; turn < requests; turn++) costs.push(await measure(server, choose(turn, parents), turn))
  return summarize(requests, costs)
}

function summarize(requests: number, costs: readonly Cost[]): Findings {
  const worst = costs.toSorted((a, b) => rank(b) - rank(a))
  return { requests, worst: worst.slice(0, 10), overBudget: worst.filter(isOverBudget) }
}

export function isOverBudget({ processorMs, answerBytes }: Cost): boolean {
  return processorMs > BUDGET.processorMs || answerBytes > BUDGET.answerBytes
}

/** Cost as a share of the budget, plus a little for requests that are small. */
function rank(cost: Cost | undefined): number {
  if (cost === undefined) return 0
  const share = Math.max(cost.processorMs / BUDGET.processorMs, cost.answerBytes / BUDGET.answerBytes)
  return share + Math.min(0.1, (share * 100) / cost.sentBytes)
}

/** Ordinary queries first, then in turn one from the grammar and two mutations of `parents`. */
function chooseFrom(seed: number): (turn: number, parents: readonly Candidate[]) => Candidate {
  const random = createRandom(seed)
  const grammar = fc.sample(anyRequest(), { numRuns: 2_000, seed })
  return (turn, parents) => {
    const plain = PLAIN[turn]
    if (plain !== undefined) return plain
    const fresh = grammar[turn % grammar.length]
    const parent = parents[Math.floor(random() * parents.length)]
    if (fresh !== undefined && (turn % 3 === 0 || parent === undefined)) return fresh
    return change(parent ?? PLAIN_POSTS, fresh ?? PLAIN_POSTS, random)
  }
}

function anyRequest(): fc.Arbitrary<Candidate> {
  return fc.oneof(
    { weight: 6, arbitrary: restRequests().map((one) => ({ ...one, path: `/rest/v1${one.path}` })) },
    { weight: 2, arbitrary: wideSelection() },
    { weight: 1, arbitrary: authRequests() },
    { weight: 1, arbitrary: functionRequests() },
    { weight: 2, arbitrary: pageRequests() },
  )
}

/** Selects with many aliases, embeds and conditions, which repeating text does not produce. */
function wideSelection(): fc.Arbitrary<Candidate> {
  const items = fc
    .shuffledSubarray(['content', 'content::text', '*', 'slug_redirects(*)', 'profiles(*)'], {
      minLength: 1,
      maxLength: 2,
    })
    .chain((some) => fc.array(fc.constantFrom(...some), { minLength: 1, maxLength: 250 }))
  const condition = fc.constantFrom(
    'content.ilike.*a*e*i*o*',
    'title.like.*t*i*d*e*',
    'id.not.is.null',
    'content.gt.a',
  )
  return fc
    .record({
      items,
      conditions: fc.oneof(fc.constant([]), fc.array(condition, { maxLength: 200 })),
      nesting: fc.nat(60),
      rest: fc.constantFrom(
        '',
        '&order=content',
        '&limit=100000',
        '&offset=99999999',
        '&order=content.desc,title',
      ),
    })
    .map(({ items, conditions, nesting, rest }) => {
      const select = items.map((one, index) => (one === '*' ? one : `a${index}:${one}`)).join(',')
      const group = `${'and('.repeat(nesting)}${conditions.join(',')}${')'.repeat(nesting)}`
      const where = conditions.length === 0 ? '' : `&or=(${group})`
      return { ...PLAIN_POSTS, path: `/rest/v1/blog_posts?select=${select}${where}${rest}` }
    })
}

const PLAIN_POSTS: Candidate = {
  method: 'GET',
  path: '/rest/v1/blog_posts?select=content',
  headers: { Prefer: 'count=exact' },
  body: undefined,
}
const PLAIN: readonly Candidate[] = [
  PLAIN_POSTS,
  ...[
    '/',
    '/blog',
    '/blog?search=tide',
    '/blog?page=3',
    '/nowhere',
    '/rss.xml',
    '/feed.json',
    '/atom.xml',
    '/sitemap.xml',
    '/og/tide-tables-1.png',
    '/og/tide-tables-2.png',
    '/og/nothing.png',
    '/login',
    '/blog.data?search=a',
  ].map((path) => ({ ...PLAIN_POSTS, path })),
  ...['/auth/v1/signup', '/auth/v1/token?grant_type=password', '/auth/v1/recover'].map((path) => ({
    method: 'POST',
    path,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'stranger@people.example', password: 'a long enough password' }),
  })),
]

/** Repeats a part, inserts a part of another request, or removes a part. */
function change(candidate: Candidate, other: Candidate, random: () => number): Candidate {
  const inBody = candidate.body !== undefined && random() < 0.6
  const text = inBody ? (candidate.body ?? '') : candidate.path
  const changed = changeText(text, inBody ? (other.body ?? '') : other.path, random).slice(0, LONGEST_REQUEST)
  if (inBody) return { ...candidate, body: changed }
  return { ...candidate, path: changed.startsWith('/') ? changed : `/${changed}` }
}

function changeText(text: string, other: string, random: () => number): string {
  const at = Math.floor(random() * text.length)
  const length = 1 + Math.floor(random() * random() * 60)
  const part = text.slice(at, at + length)
  const before = text.slice(0, at)
  const after = text.slice(at + length)
  const way = random()
  if (way < 0.6) return before + part.repeat(2 + Math.floor(random() * random() * 400)) + after
  if (way < 0.8) return before + other.slice(Math.floor(random() * other.length)) + after
  return before + after
}

/** The minimum of three runs if the first is over budget, because other load may have disturbed it. */
async function measure(server: WatchedServer, candidate: Candidate, index: number): Promise<Cost> {
  let cost = await ask(server, candidate, index)
  for (let again = 1; again < TIMES && isOverBudget(cost); again++) {
    const next = await ask(server, candidate, index)
    if (rank(next) < rank(cost)) cost = next
  }
  return cost
}

function ask(
  server: WatchedServer,
  { method, path, headers, body }: Candidate,
  index: number,
): Promise<Cost> {
  return new Promise((resolve, reject) => {
    const before = server.processorMs()
    const sent = request({
      ...parseAddress(server.address),
      method,
      path: encodeURI(decodeIfPossible(path)),
      // A different address for each, so that rate limits do not hide the cost.
      localAddress: `127.${2 + ((index >> 16) & 63)}.${(index >> 8) & 255}.${index & 255 || 1}`,
      agent: false,
      timeout: 30_000,
      headers: { apikey: server.anonKey, ...printable(headers) },
    })
    let answerBytes = 0
    const finish = (status: number) =>
      resolve({
        request: `${method} ${path.slice(0, 300)}${path.length > 300 ? `… (${path.length})` : ''}`,
        status,
        processorMs: server.processorMs() - before,
        answerBytes,
        sentBytes: path.length + (body?.length ?? 0) + 200,
      })
    sent.on('timeout', () => sent.destroy(new Error('timeout')))
    // A connection cut by the server counts as a response. A refused one means the server is down.
    sent.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? reject(error) : finish(error.message === 'timeout' ? 598 : 599),
    )
    sent.on('response', (response) => {
      response.on('data', (chunk: Buffer) => (answerBytes += chunk.length))
      response.on('error', () => finish(599))
      response.on('end', () => finish(response.statusCode ?? 0))
    })
    sent.end(body)
  })
}

function parseAddress(address: string): { host: string; port: number } {
  const { hostname, port } = new URL(address)
  return { host: hostname, port: Number(port) }
}

function decodeIfPossible(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path.replaceAll('%', '%25')
  }
}

function printable(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    value.replaceAll(/[^\x20-\x7e]/g, '?'),
  ])
  return Object.fromEntries(entries)
}
