import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type Findings, searchExpensiveRequests, sendExpensiveRequests } from './expensive-requests.ts'
import { type Service, servePeople } from './background-traffic.ts'
import { type ProbeResult, startWatchedServer, type WatchedServer } from './watched-server.ts'

const RAW_SOCKETS = fileURLToPath(new URL('raw-sockets.ts', import.meta.url))
/** Longer than any server timeout, so that everything an attacker left behind is gone. */
const LONGEST_REST_MS = 90_000
/** Allowed growth of idle memory in bytes, and of p99 latency in milliseconds. */
const MEMORY_MARGIN = 50 * 1024 * 1024
const P99_MARGIN_MS = 250
/** The server opens some once and keeps them. Those that are lost with requests are many more after an attack. */
const DESCRIPTOR_MARGIN = 3

const socketTally = z.object({ unreachable: z.number(), attacks: z.record(z.string(), z.number()) })
type SocketTally = z.infer<typeof socketTally>

export interface Span {
  seconds: number
  seed: number
}

export interface AttackOptions extends Span {
  /** A migrated database to use; absent: a new one. */
  dataDirectory?: string
}

export interface AttackReport<Found> {
  /** Counts by attack name, or the search results. */
  attackers: Found
  /** Latency for a visitor and a staff member before and during the attack. */
  idle: Service
  attacked: Service
  /** Heap bytes after a garbage collection, and open descriptors, before and after. */
  memory: { before: number; after: number }
  /** Resident set in bytes; the allocator returns memory of large bodies late. */
  resident: { before: number; after: number }
  descriptors: { before: string[]; after: string[] }
  longestStallMs: number
  problems: string[]
}

type Attackers<Found> = (server: WatchedServer, span: Span) => Promise<Found>

/** Attacks with raw sockets from three addresses while others use the server. */
export function attackWithRawSockets(options: AttackOptions): Promise<AttackReport<SocketTally>> {
  return attack(runRawSockets, options)
}

/** Searches for the most expensive requests while others use the server. */
export function attackWithExpensiveRequests(options: AttackOptions): Promise<AttackReport<Findings>> {
  return attack(searchExpensiveRequests, options)
}

/** The same number of requests with the same content in every run. */
export function attackWithFixedRequests({
  requests,
  ...options
}: AttackOptions & { requests: number }): Promise<AttackReport<Findings>> {
  return attack((server, { seed }) => sendExpensiveRequests(server, { requests, seed }), options)
}

/**
 * Starts a server, measures background traffic alone and then during the attack, and compares. The first tenth of the
 * attack runs before the first reading, so that buffers and pools that grow once do not count as a leak.
 */
async function attack<Found>(
  attackers: Attackers<Found>,
  { seconds, seed, dataDirectory }: AttackOptions,
): Promise<AttackReport<Found>> {
  const server = await startWatchedServer(dataDirectory)
  await attackers(server, { seconds: Math.max(5, seconds / 10), seed: seed + 1 })
  const before = await rest(server)

  const people = await servePeople(server)
  await sleep(Math.min(10, seconds) * 1_000)
  const idle = await people.stop()
  await server.probe()

  const peopleUnderAttack = await servePeople(server)
  const found = await attackers(server, { seconds, seed })
  const attacked = await peopleUnderAttack.stop()
  const { stallMs } = await server.probe()

  const after = await rest(server, before.descriptors.length)
  const problems = server.problems()
  await server.stop()
  return {
    attackers: found,
    idle,
    attacked,
    memory: { before: held(before.memory), after: held(after.memory) },
    resident: { before: before.memory.rss, after: after.memory.rss },
    descriptors: { before: before.descriptors, after: after.descriptors },
    longestStallMs: Math.round(stallMs),
    problems: [...idle.problems, ...attacked.problems, ...problems],
  }
}

function held({ heapUsed, external }: ProbeResult): number {
  return heapUsed + external
}

async function runRawSockets(server: WatchedServer, { seconds, seed }: Span): Promise<SocketTally> {
  const words = [RAW_SOCKETS, server.address, server.anonKey, String(seconds), String(seed)]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return socketTally.parse(JSON.parse(printed))
}

/** Waits until the descriptor count is back to `expected` or stops falling, then reads the memory. */
async function rest(
  server: WatchedServer,
  expected = 0,
): Promise<{ descriptors: string[]; memory: ProbeResult }> {
  const until = performance.now() + LONGEST_REST_MS
  let lowest = Infinity
  let unchangedSince = performance.now()
  while (performance.now() < until) {
    const open = server.openDescriptors().length
    if (open < lowest) [lowest, unchangedSince] = [open, performance.now()]
    if (open <= expected || (expected === 0 && performance.now() - unchangedSince > 10_000)) break
    await sleep(500)
  }
  return { descriptors: server.openDescriptors(), memory: await server.probe() }
}

/** Damage to the server in words, independent of the load on the machine. */
export function listHarm({ memory, descriptors, problems, attackers }: AttackReport<unknown>): string[] {
  const grown = memory.after - memory.before
  const left = descriptors.after.length - descriptors.before.length
  const opened = descriptors.after.filter((target) => !descriptors.before.includes(target))
  const found = z.object({ overBudget: z.array(z.object({ request: z.string() })) }).safeParse(attackers)
  return [
    ...problems,
    ...(grown > MEMORY_MARGIN ? [`memory grew by ${Math.round(grown / 1024 / 1024)} MB`] : []),
    ...(left > DESCRIPTOR_MARGIN ? [`${left} descriptors were left open: ${opened.join(', ')}`] : []),
    ...(found.data?.overBudget ?? []).map(({ request }) => `over the budget: ${request}`),
  ]
}

/** Latencies that grew beyond the margin, in words. */
export function listDelays({ idle, attacked }: AttackReport<unknown>): string[] {
  const late = Math.round(attacked.p99 - idle.p99)
  return late > P99_MARGIN_MS ? [`the slowest answer of a hundred came ${late} ms later`] : []
}
