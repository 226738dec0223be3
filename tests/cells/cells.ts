// Many agencies as cells behind one front: how long sleeping ones take to answer, what awake ones need, and whether forms
// and due jobs survive falling asleep and waking.
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as ask } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { z } from 'zod'
import { memory } from '../../scripts/memory.mjs'
import { compareWithDatabase } from '../faults/kill-comparison.ts'
import { randomAddress, toSubmission } from '../faults/kill.ts'
import { createRandom } from '../faults/random.ts'
import { startServer } from '../faults/started-server.ts'
import { DatabaseFixtures } from '../support/database-fixtures.ts'
import type { CellPlace, FrontReport, FrontSettings } from './front.ts'
import { watchMemory, type MemoryUse } from './memory-use.ts'

export interface CellsOptions {
  /** Number of agencies. */
  count: number
  /** Largest number of cells awake. */
  awake: number
  /** Wakes measured one at a time, and as many in groups of `AT_ONCE`. */
  wakes: number
  /** How long all that may be awake are used while their memory is measured. */
  useMs: number
  /** How long forms come in while cells fall asleep and wake. */
  formsMs: number
  seed: number
}

export interface CellsReport {
  databasesSeconds: number
  databasesMegabytes: number
  /** From the start of the front until it knows every cell's due jobs. */
  askedAllMs: number
  /** Milliseconds to the whole answer. */
  oneAtATime: Quantiles
  fiveAtOnce: Quantiles
  memory: Record<string, MemoryUse>
  forms: { acknowledged: number; starts: number; lost: string[]; problems: string[] }
  /** Jobs of sleeping cells: seconds after their time at which they were done. */
  due: { jobs: number; dueStarts: number; latestSeconds: number; undone: number }
}

interface Quantiles {
  count: number
  p50: number
  p99: number
  most: number
}

const AT_ONCE = 5
const STARTS = 2
const COPIED_AT_ONCE = 4
const UNDONE = `select from public.jobs where state in ('waiting', 'taken')`
const ADMIN = { email: 'admin@site.test', password: 'a long enough secret' }
const DOMAIN = 'cells.example'
/** Cells that get forms, and cells that each have a text to send. */
const FORM_CELLS = 8
const DUE_CELLS = 5
const DUE_AFTER_MS = 30_000
const LONG_IDLE = { idleMs: 3_600_000, choresMs: 90_000 }
/** So short that a cell falls asleep between two forms. */
const SHORT_IDLE = { idleMs: 300, choresMs: 1_000 }

export async function runCells(options: CellsOptions): Promise<CellsReport> {
  const fixtures = new DatabaseFixtures(undefined, { durable: true })
  const scratch = mkdtempSync(join(tmpdir(), 'cells-'))
  try {
    const begun = performance.now()
    const cells = await createCells(fixtures, options.count, scratch)
    const databasesSeconds = Math.round((performance.now() - begun) / 1_000)
    const databasesMegabytes = await measureDisk(await fixtures.serverUrl())
    const limits = { cells, awake: options.awake, starts: STARTS }
    const measured = await measureWakes({ ...limits, ...LONG_IDLE }, options)
    const kept = await measureLosses({ ...limits, ...SHORT_IDLE }, options)
    return { databasesSeconds, databasesMegabytes, ...measured, ...kept }
  } finally {
    await fixtures.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Copies of one agency that was open before: its database and its data directory with the keys. */
async function createCells(fixtures: DatabaseFixtures, count: number, scratch: string): Promise<CellPlace[]> {
  const template = {
    dataDirectory: join(scratch, 'template'),
    databaseUrl: await fixtures.newDatabaseUrl('empty'),
  }
  mkdirSync(template.dataDirectory)
  const first = await startServer(template)
  // Otherwise the first jobs of every copy would be due.
  while ((await query(template.databaseUrl, UNDONE)).length > 0) await sleep(200)
  await first.stop()
  const cells: CellPlace[] = []
  let begun = 0
  const copySome = async () => {
    while (begun < count) {
      const host = `agency-${begun++}.example`
      const dataDirectory = join(scratch, host)
      cpSync(template.dataDirectory, dataDirectory, { recursive: true })
      cells.push({ host, dataDirectory, databaseUrl: await fixtures.copyDatabase(template.databaseUrl) })
    }
  }
  await Promise.all(Array.from({ length: COPIED_AT_ONCE }, copySome))
  return cells
}

async function measureDisk(serverUrl: string): Promise<number> {
  const [row] = await query(
    serverUrl,
    'select (sum(pg_database_size(oid)) / 1048576)::float8 as megabytes from pg_database',
  )
  return Math.round(Number(row?.['megabytes']))
}

async function measureWakes(
  settings: FrontSettings,
  { wakes, useMs }: CellsOptions,
): Promise<Pick<CellsReport, 'askedAllMs' | 'oneAtATime' | 'fiveAtOnce' | 'memory'>> {
  const front = await openFront(settings)
  const hosts = settings.cells.map(({ host }) => host)
  let turn = 0
  // When a host is asked again, others have taken its place among those awake.
  const wakeNext = async () => {
    const begun = performance.now()
    const { status, body } = await front.ask(hosts[turn++ % hosts.length] ?? '', { path: '/' })
    if (status !== 200) throw new Error(`A sleeping cell answered ${status}: ${body}`)
    return performance.now() - begun
  }
  while ((await front.report()).askedAllMs === null) await sleep(200)
  const single: number[] = []
  while (single.length < wakes) single.push(await wakeNext())
  const grouped: number[] = []
  while (grouped.length < wakes)
    grouped.push(...(await Promise.all(Array.from({ length: AT_ONCE }, wakeNext))))
  const used = watchMemory()
  await useAwake(front, useMs)
  const { askedAllMs } = await front.report()
  const report = {
    askedAllMs: askedAllMs ?? 0,
    oneAtATime: quantiles(single),
    fiveAtOnce: quantiles(grouped),
    memory: used.stop(),
  }
  await front.stop()
  return report
}

/** Visitors, and one member of staff per cell who has signed in. */
async function useAwake(front: Front, milliseconds: number): Promise<void> {
  const end = Date.now() + milliseconds
  const { awake } = await front.report()
  await Promise.all(
    awake.map(async (host) => {
      const anonKey = await findAnonKey(front, host)
      const headers = { apikey: anonKey, authorization: `Bearer ${await signIn(front, host, anonKey)}` }
      while (Date.now() < end) {
        for (const path of ['/', '/blog', '/contact', '/services', '/pricing'])
          await front.ask(host, { path })
        await postForm(front, host, { anonKey, key: randomUUID() })
        await front.ask(host, { path: '/rest/v1/crm_contacts?select=*&limit=50', headers })
        await front.ask(host, { path: '/rest/v1/notifications?select=*&limit=50', headers })
        await sleep(2_000)
      }
    }),
  )
}

async function measureLosses(
  settings: FrontSettings,
  { formsMs, seed }: CellsOptions,
): Promise<Pick<CellsReport, 'forms' | 'due'>> {
  const front = await openFront(settings)
  const receiving = settings.cells.slice(0, Math.min(FORM_CELLS, settings.cells.length / 2))
  const sending = settings.cells.slice(receiving.length, receiving.length + DUE_CELLS)
  for (const { host } of sending) await scheduleText(front, host)
  const sent = await Promise.all(
    receiving.map((cell, index) => postForms(front, cell, { formsMs, seed: seed + index })),
  )
  await sleep(Math.max(0, DUE_AFTER_MS - formsMs) + SHORT_IDLE.choresMs)
  const due = await Promise.all(sending.map(measureLateness))
  const { starts, dueStarts } = await front.report()
  await front.stop()
  const stored = await Promise.all(
    receiving.map((cell, index) =>
      compareWithDatabase(sent[index]?.acknowledged ?? new Map(), { ...cell, domain: DOMAIN }),
    ),
  )
  return {
    forms: {
      acknowledged: sent.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0),
      starts: starts - dueStarts,
      lost: stored.flatMap(({ lost }) => lost),
      problems: [...sent, ...stored].flatMap(({ problems }) => problems),
    },
    due: {
      jobs: due.length,
      dueStarts,
      latestSeconds: Math.max(...due),
      undone: due.filter((late) => late === Infinity).length,
    },
  }
}

/** Posts forms after random pauses, often while the cell falls asleep. */
async function postForms(
  front: Front,
  { host }: CellPlace,
  { formsMs, seed }: { formsMs: number; seed: number },
) {
  const random = createRandom(seed)
  const acknowledged = new Map<string, string>()
  const problems: string[] = []
  const anonKey = await findAnonKey(front, host)
  const end = Date.now() + formsMs
  while (Date.now() < end) {
    const key = randomUUID()
    const { status, body } = await postForm(front, host, { anonKey, key })
    if (status === 200) acknowledged.set(key, z.object({ id: z.string() }).parse(JSON.parse(body)).id)
    else problems.push(`status ${status}: ${body}`)
    // Around the idle time, and the time that ending takes.
    await sleep(4 * SHORT_IDLE.idleMs * random())
  }
  return { acknowledged, problems }
}

function postForm(front: Front, host: string, { anonKey, key }: { anonKey: string; key: string }) {
  return front.ask(host, {
    path: '/functions/v1/handle-contact-form',
    headers: { apikey: anonKey, 'x-forwarded-for': randomAddress() },
    json: toSubmission({ key, email: `${key}@${DOMAIN}` }),
  })
}

/** A text that waits for its time while the cell sleeps. */
async function scheduleText(front: Front, host: string): Promise<void> {
  const anonKey = await findAnonKey(front, host)
  await postForm(front, host, { anonKey, key: randomUUID() })
  const headers = { apikey: anonKey, authorization: `Bearer ${await signIn(front, host, anonKey)}` }
  const contacts = await front.ask(host, { path: '/rest/v1/crm_contacts?select=id&limit=1', headers })
  const [contact] = z.array(z.object({ id: z.string() })).parse(JSON.parse(contacts.body))
  const { status, body } = await front.ask(host, {
    path: '/functions/v1/send-sms',
    headers,
    json: {
      contactId: contact?.id,
      message: 'A text for later',
      overrideReason: 'At any hour',
      sendAt: new Date(Date.now() + DUE_AFTER_MS).toISOString(),
    },
  })
  if (status !== 200) throw new Error(`The text was not accepted: ${body}`)
}

/** Seconds; Infinity if the text was not sent. */
async function measureLateness({ databaseUrl }: CellPlace): Promise<number> {
  const [row] = await query(
    databaseUrl,
    `select extract(epoch from finished_at - run_at)::float8 as late from public.jobs where queue = 'texts' and state = 'done'`,
  )
  return row === undefined ? Infinity : Number(row['late'])
}

async function findAnonKey(front: Front, host: string): Promise<string> {
  const { body } = await front.ask(host, { path: '/public-settings.json' })
  return z.object({ anonKey: z.string() }).parse(JSON.parse(body)).anonKey
}

async function signIn(front: Front, host: string, apikey: string): Promise<string> {
  const { body } = await front.ask(host, {
    path: '/auth/v1/token?grant_type=password',
    headers: { apikey },
    json: ADMIN,
  })
  return z.object({ access_token: z.string() }).parse(JSON.parse(body)).access_token
}

interface Question {
  path: string
  headers?: Record<string, string>
  /** Posted. */
  json?: object
}

interface Front {
  ask: (host: string, question: Question) => Promise<{ status: number; body: string }>
  report: () => Promise<FrontReport>
  stop: () => Promise<void>
}

async function openFront(settings: FrontSettings): Promise<Front> {
  const directory = mkdtempSync(join(tmpdir(), 'front-'))
  const file = join(directory, 'settings.json')
  writeFileSync(file, JSON.stringify(settings))
  const program = fileURLToPath(new URL('front.ts', import.meta.url))
  const child = spawn(process.execPath, [...memory.flags, program, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...memory.environment },
  })
  const url = await readLine(child)
  return {
    ask: (host, question) => askFront(url, host, question),
    // It answers with its own report.
    report: async () => JSON.parse((await askFront(url, 'front', { path: '/' })).body),
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(directory, { recursive: true })
    },
  }
}

async function readLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout !== null) for await (const line of createInterface(stdout)) return line
  throw new Error('The front did not start.')
}

function askFront(url: string, host: string, { path, headers, json }: Question) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const outgoing = ask(new URL(path, url), {
      method: json === undefined ? 'GET' : 'POST',
      headers: { ...headers, host, 'content-type': 'application/json' },
      agent: false,
    })
    outgoing.once('error', reject)
    outgoing.once('response', (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject)
    })
    outgoing.end(json && JSON.stringify(json))
  })
}

async function query(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

function quantiles(values: readonly number[]): Quantiles {
  const sorted = values.toSorted((one, other) => one - other).map(Math.round)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), most: at(1) }
}
