import * as fc from 'fast-check'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { authRequests } from '../tests/faults/fuzz-auth.ts'
import { functionRequests } from '../tests/faults/fuzz-functions.ts'
import { pageRequests } from '../tests/faults/fuzz-pages.ts'
import { restRequests } from '../tests/faults/fuzz-rest.ts'
import {
  attackWithExpensiveRequests,
  attackWithRawSockets,
  listDelays,
  listHarm,
} from '../tests/faults/hostile/attack.ts'
import { startServer } from '../tests/faults/started-server.ts'
import { buildIfStale } from './build-if-stale.ts'

// `npm run fuzz -- [requests] [seed]`: random requests to the API and the pages of a real server. Each must get a
// response within two seconds that is no server error, contains no stack trace and redirects nowhere else. `npm run
// fuzz -- --hostile [seconds] [seed]`: attacks below HTTP, then a search for expensive requests, while others use the
// server.

const SLOWEST_MS = 2_000
const AT_ONCE = 8
/** Limits the requests in memory during a long run. */
const BATCH = 5_000

interface Fuzzed {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

const secrets = z.object({ anonKey: z.string(), serviceRoleKey: z.string() })
const session = z.object({ access_token: z.string() })

async function main(requests: number, seed: number): Promise<void> {
  buildIfStale()
  const dataDirectory = mkdtempSync(join(tmpdir(), 'fuzz-'))
  const server = await startServer({ dataDirectory })
  const keys = secrets.parse(JSON.parse(readFileSync(join(dataDirectory, 'secrets.json'), 'utf8')))
  const callers = await createCallers(server.address, keys)
  const surfaces = fc.oneof(
    restRequests().map((request) => ({ ...request, path: `/rest/v1${request.path}` })),
    authRequests(),
    functionRequests(),
    pageRequests(),
  )

  const statuses = new Map<number, number>()
  const problems: string[] = []
  let slowest = 0
  const next = numbered(fc.tuple(surfaces, fc.constantFrom(...callers)), requests, seed)
  const work = async () => {
    for (const [index, [request, caller]] of next) {
      const { status, ms, problem } = await ask(server.address, request, { ...caller, ...visitor(index) })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      slowest = Math.max(slowest, ms)
      if (problem !== null) problems.push(`${request.method} ${request.path}: ${problem}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await server.kill()
  rmSync(dataDirectory, { recursive: true })

  console.log(
    `${requests} requests, seed ${seed}, slowest ${Math.round(slowest)} ms, ${problems.length} problems`,
  )
  console.log(Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)))
  for (const problem of problems.slice(0, 20)) console.log(problem)
  process.exit(problems.length === 0 ? 0 : 1)
}

function* numbered<T>(requests: fc.Arbitrary<T>, count: number, seed: number): Generator<[number, T]> {
  for (let done = 0; done < count; done += BATCH) {
    const batch = fc.sample(requests, { numRuns: Math.min(BATCH, count - done), seed: seed + done })
    for (const [index, request] of batch.entries()) yield [done + index, request]
  }
}

/** No key, the anon key, the service role key, a signed-in admin, and a forged token. */
async function createCallers(
  address: string,
  keys: z.infer<typeof secrets>,
): Promise<Record<string, string>[]> {
  const response = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: keys.anonKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'admin@site.test', password: 'a long enough secret' }),
  })
  const { access_token: token } = session.parse(await response.json())
  return [
    {},
    { apikey: keys.anonKey, authorization: `Bearer ${keys.anonKey}` },
    { apikey: keys.serviceRoleKey },
    { apikey: keys.anonKey, authorization: `Bearer ${token}` },
    { apikey: keys.anonKey, authorization: `Bearer ${token.slice(0, -4)}AAAA` },
  ]
}

/** A different address for each request: other tests cover rate limits. */
function visitor(index: number): Record<string, string> {
  return { 'x-forwarded-for': `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}` }
}

async function ask(
  address: string,
  { method, path, headers, body }: Fuzzed,
  caller: Record<string, string>,
): Promise<{ status: number; ms: number; problem: string | null }> {
  const started = performance.now()
  const sent = body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body }
  const response = await fetch(address + path, {
    method,
    headers: { ...headers, ...caller },
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
    ...sent,
  })
  const text = await response.text()
  const ms = performance.now() - started
  const problem = findProblem(response.status, text, ms) ?? elsewhere(response, address)
  return { status: response.status, ms, problem }
}

/** Redirects may use the public address, here a port without a listener. */
function elsewhere({ headers }: Response, address: string): string | null {
  const { host } = new URL(headers.get('location') ?? '/', address)
  return host === new URL(address).host || host === 'localhost:0' ? null : `leads to ${host}`
}

function findProblem(status: number, text: string, ms: number): string | null {
  if (status >= 500) return `answered ${status}: ${text.slice(0, 200)}`
  if (/\bat .*\.[tj]s:\d/.test(text)) return 'a stack trace in the answer'
  return ms > SLOWEST_MS ? `took ${Math.round(ms)} ms` : null
}

async function attack(seconds: number, seed: number): Promise<void> {
  buildIfStale()
  const failures: string[] = []
  for (const [name, run] of Object.entries({ attackWithRawSockets, attackWithExpensiveRequests })) {
    const report = await run({ seconds, seed })
    console.log(name, JSON.stringify(report, null, 2))
    failures.push(...[...listHarm(report), ...listDelays(report)].map((failure) => `${name}: ${failure}`))
  }
  console.log(failures.length === 0 ? 'The server passed both attacks.' : failures.join('\n'))
  process.exit(failures.length === 0 ? 0 : 1)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { hostile: { type: 'boolean', default: false } },
})
const [amount, seed = '20261120'] = positionals
if (values.hostile) await attack(Number(amount ?? 600), Number(seed))
else await main(Number(amount ?? 20_000), Number(seed))
