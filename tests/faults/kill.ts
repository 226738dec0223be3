// Posts contact forms from several clients while the server is killed at random moments, then compares the
// acknowledged forms with the database. `node tests/faults/kill.ts [rounds] [seed]`.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { compareWithDatabase, type Comparison } from './kill-comparison.ts'
import { createRandom } from './random.ts'
import { startServer, type StartedServer } from './started-server.ts'

const LONGEST_LIFE = 1_500
const POLL = 5
const DOMAIN = 'kill.example'

export interface KillOptions {
  rounds: number
  seed: number
  clients?: number
  dataDirectory: string
}

export interface KillReport extends Comparison {
  kills: number
  acknowledged: number
  /** Requests without a response; the next round sent them again with the same key. */
  unanswered: number
}

interface Form {
  key: string
  email: string
}

/** Everything the clients know, only from responses. */
interface Diary {
  acknowledged: Map<string, string>
  /** Sent, but not acknowledged. */
  open: Form[]
  unanswered: number
  problems: string[]
}

/** Kills the server and its embedded database `rounds` times while forms come in. The seed determines the moments. */
export async function runKills(options: KillOptions): Promise<KillReport> {
  const moments = createRandom(options.seed)
  const people = createRandom(options.seed + 1)
  const diary: Diary = { acknowledged: new Map(), open: [], unanswered: 0, problems: [] }
  for (let round = 0; round < options.rounds; round += 1) {
    const server = await startServer(options)
    await runRound(server, { diary, people, life: moments() * LONGEST_LIFE, clients: options.clients ?? 8 })
  }
  const comparison = await compareWithDatabase(diary.acknowledged, { ...options, domain: DOMAIN })
  return {
    ...comparison,
    problems: [...diary.problems, ...comparison.problems],
    kills: options.rounds,
    acknowledged: diary.acknowledged.size,
    unanswered: diary.unanswered,
  }
}

interface Round {
  diary: Diary
  people: () => number
  /** Milliseconds from the first acknowledged form to the kill. */
  life: number
  clients: number
}

async function runRound(server: StartedServer, { diary, people, life, clients }: Round): Promise<void> {
  const anonKey = await findAnonKey(server.address)
  const repeats = diary.open.splice(0)
  const before = diary.acknowledged.size
  const alive = { current: true }
  const work = Array.from({ length: clients }, async (_, client) => {
    while (alive.current)
      await post(repeats.pop() ?? newForm(client, people), { server, anonKey, diary, alive })
  })
  while (diary.acknowledged.size === before && diary.problems.length === 0)
    await Promise.race([sleep(POLL), ...work])
  await sleep(life)
  alive.current = false
  await server.kill()
  await Promise.all(work)
  diary.open.push(...repeats)
}

/** Every second form of a client is from a known person, so that existing contacts are also updated. */
function newForm(client: number, random: () => number): Form {
  const person = random() < 0.5 ? `regular-${client}` : randomUUID()
  return { key: randomUUID(), email: `${person}@${DOMAIN}` }
}

interface Posting {
  server: StartedServer
  anonKey: string
  diary: Diary
  alive: { current: boolean }
}

const success = z.object({ success: z.literal(true), id: z.string() })

async function post(form: Form, { server, anonKey, diary, alive }: Posting): Promise<void> {
  try {
    const response = await fetch(`${server.address}/functions/v1/handle-contact-form`, {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json', 'x-forwarded-for': randomAddress() },
      body: JSON.stringify(toSubmission(form)),
    })
    const body: unknown = await response.json()
    if (response.status === 200) diary.acknowledged.set(form.key, success.parse(body).id)
    else diary.problems.push(`status ${response.status}: ${JSON.stringify(body)}`)
  } catch (error) {
    // Node reports a broken connection as a TypeError; the form may or may not be stored.
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
    diary.unanswered += 1
    diary.open.push(form)
    if (alive.current) diary.problems.push(`no answer while the server lived: ${error.message}`)
  }
}

export function toSubmission({ key, email }: Form): object {
  return {
    name: 'Kill Test',
    email,
    message: `Message ${key}`,
    phone: '(910) 762-0142',
    textConsent: true,
    idempotencyKey: key,
  }
}

// A different visitor for each form, so that rate limits do not apply.
export function randomAddress(): string {
  return `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(9, 13)}::1`
}

async function findAnonKey(address: string): Promise<string> {
  const settings: unknown = await (await fetch(`${address}/public-settings.json`)).json()
  return z.object({ anonKey: z.string() }).parse(settings).anonKey
}

async function main(): Promise<void> {
  const [rounds = 5, seed = 1] = process.argv.slice(2).map(Number)
  const dataDirectory = await mkdtemp(join(tmpdir(), 'kill-'))
  try {
    const report = await runKills({ rounds, seed, dataDirectory })
    console.log(report)
    process.exitCode = report.lost.length + report.problems.length === 0 ? 0 : 1
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main()
