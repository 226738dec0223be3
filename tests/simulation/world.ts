import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import { pino } from 'pino'
import { DatabaseError, type Database, type Row } from '../../platform/database/database.ts'
import { DurableNodeFS } from '../../platform/database/durable-filesystem.ts'
import { MIGRATIONS, readMigrations } from '../../platform/database/migrate.ts'
import { openPglite } from '../../platform/database/pglite.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { parseConfig } from '../../server/config.ts'
import { prepareDatabase, prepareFirstStart } from '../../server/first-start.ts'
import { startScheduler, type Scheduler } from '../../server/jobs/scheduler.ts'
import type { MailMessage, MailProvider } from '../../server/mail/mail-provider.ts'
import { createContentServices } from '../../server/providers/content-services.ts'
import type { OutgoingSms, PhoneProvider } from '../../server/providers/phone/phone-provider.ts'
import { createQueues, type PhoneAndQueues } from '../../server/queues.ts'
import { createServer, type Server } from '../../server/router.ts'
import { schedule } from '../../server/schedule.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { fastestDisk } from '../support/fastest-disk.ts'
import { ShadowDisk } from '../faults/shadow-disk.ts'
import { Faults } from './faults.ts'
import { MainThreadEngine } from './main-thread-engine.ts'
import { seedProcess } from './seeded-process.ts'
import type { VirtualTime } from './virtual-time.ts'

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/simulation', import.meta.url))
export const SITE = 'http://site.test'
export const ADMIN = { email: 'owner@agency.test', password: 'a long enough secret' }

const PRIVATE_TABLES = [
  'crm_contacts',
  'contact_submissions',
  'communication_logs',
  'consent_events',
  'notifications',
  'meetings',
  'contact_notes',
  'profiles',
  'audit_log',
  'waiting_list',
  'contact_timeline',
]

/** The id of an account that is no staff. */
const NOBODY = '00000000-0000-4000-8000-000000000000'

/** A request or its answer was lost; a TypeError, as from fetch. */
export class NetworkError extends TypeError {}

/** Files that need no fsync: the directory of a simulation is thrown away. */
class UnsyncedFS extends DurableNodeFS {
  protected override sync(): void {}
}

const connect = (directory: string | null, events: Parameters<typeof MainThreadEngine.open>[1]) => {
  if (directory === null) throw new Error('A simulated database has a directory.')
  return MainThreadEngine.open({ directory, files: new UnsyncedFS(directory) }, events)
}

/**
 * A migrated database to start simulations from, made once per version of the schema: the same for every seed. Kept beside the
 * installed packages.
 */
export async function createTemplate(cache = CACHE): Promise<string> {
  const directory = join(cache, await fingerprintSchema())
  if (existsSync(directory)) return directory
  const unfinished = mkdtempSync(join(fastestDisk(), 'simulation-template-'))
  const prepare = async () => {
    const database = await openPglite(join(unfinished, 'database'), { connect })
    await prepareDatabase(database)
    await database.close()
  }
  await seedProcess(0).finish(prepare())
  mkdirSync(cache, { recursive: true })
  const copy = `${directory}.${process.pid}`
  cpSync(unfinished, copy, { recursive: true })
  rmSync(unfinished, { recursive: true })
  try {
    renameSync(copy, directory)
  } catch (error) {
    if (!existsSync(directory)) throw error
    // Another process made it in the meantime.
    rmSync(copy, { recursive: true })
  }
  return directory
}

async function fingerprintSchema(): Promise<string> {
  const hash = createHash('sha256')
  for (const { version, sql } of await readMigrations(MIGRATIONS)) hash.update(`${version}${sql}`)
  return hash.digest('hex').slice(0, 16)
}

const clock = () => new Date()

interface Process {
  database: Database
  server: Server
  scheduler: Scheduler
  queues: PhoneAndQueues['queues']
}

export interface SentText extends OutgoingSms {
  at: number
  result: string
}

interface LogLine {
  level: number
  msg: string
  err?: { message: string; stack: string }
}

/** Everything the server has confirmed. */
interface Acknowledged {
  kind:
    | 'form'
    | 'form key'
    | 'booking'
    | 'refused booking'
    | 'text'
    | 'email'
    | 'note'
    | 'contact'
    | 'received'
  id: string
}

/** One agency with its server, database and providers, and everything that leaves or enters it. */
export class World {
  readonly time: VirtualTime
  readonly faults: Faults
  readonly texts: SentText[] = []
  readonly mails: (MailMessage & { at: number; accepted: boolean })[] = []
  /** Lines of the server's log from warnings on. */
  readonly problems: LogLine[] = []
  readonly acknowledged: Acknowledged[] = []
  /** Texts of people that our server confirmed to the carrier. */
  readonly received: { from: string; body: string; at: number }[] = []
  readonly calls: { from: string; at: number }[] = []
  /** Those that visitors booked: what their links name, and when they start. */
  readonly meetings: { token: string; start: number }[] = []
  /** `at`: when they were added. */
  readonly daysOff: { day: string; at: number }[] = []
  /** What an undo did not restore. */
  readonly differences: string[] = []
  /** Texts for which staff chose a time. */
  readonly laterTexts: { key: string; send_at: string }[] = []
  readonly #welcome = new Set<string>()
  readonly #root: string
  #directory: string
  readonly #hash = createHash('sha256')
  readonly #files = new Map<string, { bytes: Uint8Array; putAt: Date }>()
  readonly #underWay = new Set<(error: Error) => void>()
  #disk: ShadowDisk | null = null
  #engine: MainThreadEngine | null = null
  #process: Process | null = null
  readonly #losesPower: boolean
  #killWhileSending = false
  #anonKey = ''
  #serviceKey = ''
  steps = 0
  cuts = 0

  constructor(
    time: VirtualTime,
    template: string,
    { random, losesPower }: { random: () => number; losesPower: boolean },
  ) {
    this.time = time
    this.#losesPower = losesPower
    this.faults = new Faults(random)
    this.#root = mkdtempSync(join(fastestDisk(), 'simulation-'))
    this.#directory = join(this.#root, 'life-0')
    cpSync(template, this.#directory, { recursive: true })
  }

  async start(): Promise<void> {
    const config = parseConfig({
      PUBLIC_SITE_URL: SITE,
      JWT_SECRET: 'only-for-simulations-'.repeat(2),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      STAFF_PHONE: '+19105550100',
      DATA_DIR: this.#directory,
      NIGHTLY_BACKUP: 'off',
    })
    const log = pino(
      { level: 'warn' },
      { write: (line: string) => void this.problems.push(JSON.parse(line)) },
    )
    const secrets = await loadSecrets(config)
    const database = await openPglite(join(this.#directory, 'database'), {
      connect: (directory, events) => this.#connect(directory, events),
    })
    const platform = await prepareDatabase(database)
    await prepareFirstStart({ config, database, platform, clock })
    const deliver = (request: Request) => this.#deliver(server, request)
    const content = { ...(await createContentServices(config)), files: this.#memoryFiles() }
    const parts = { config, secrets, database, platform, clock, log, mail: this.#mail(), ...content }
    const queues = createQueues({
      ...parts,
      random: Math.random,
      deliver,
      measured: (carrier) => this.#watchCarrier(carrier),
    })
    const deps = {
      ...parts,
      ...queues,
      migrations: [],
      pages: async () => new Response(null, { status: 404 }),
      assets: new Hono<HttpEnv>(),
    }
    const server = createServer(deps)
    const scheduler = startScheduler(schedule, deps)
    await queues.queues.start()
    this.#anonKey = secrets.anonKey
    this.#serviceKey = secrets.serviceRoleKey
    this.#process = { database, server, scheduler, queues: queues.queues }
  }

  async stop(): Promise<void> {
    const { database, server, scheduler, queues } = this.#running()
    await Promise.all([scheduler.stop(), queues.stop()])
    await server.close()
    await database.close()
    this.#process = null
  }

  close(): void {
    rmSync(this.#root, { recursive: true, force: true })
  }

  /** Cuts the power below the database at one of its next writes or flushes; the clock then halts. */
  armPowerCut(operations: number): void {
    const disk = this.#disk
    if (disk === null) return
    let left = operations
    disk.onEvent = () => {
      left -= 1
      if (left > 0) return
      disk.onEvent = () => undefined
      this.cuts += 1
      disk.cut(join(this.#root, `life-${this.cuts}`, 'database'))
      this.#die()
    }
  }

  /** Ends the process before or after the carrier took its next text. */
  armKill(): void {
    this.#killWhileSending = true
  }

  /** Ends the process at once; what the operating system has is kept. */
  kill(): void {
    this.cuts += 1
    cpSync(this.#directory, join(this.#root, `life-${this.cuts}`), { recursive: true })
    this.#die()
  }

  /** Starts again on what the last life left behind. */
  async revive(): Promise<void> {
    rmSync(this.#directory, { recursive: true, force: true })
    this.#directory = join(this.#root, `life-${this.cuts}`)
    this.time.halted = false
    await this.start()
  }

  #die(): void {
    this.#killWhileSending = false
    this.#engine?.end()
    this.#process = null
    this.time.clear()
    this.time.halted = true
    this.note('power cut')
    for (const fail of this.#underWay) fail(new NetworkError('The connection was lost.'))
    this.#underWay.clear()
  }

  /** Sends a request from an address and notes it in the trace. Rejects with NetworkError if it or its answer is lost. */
  async fetch(request: Request, from: string): Promise<Response> {
    this.time.busy += 1
    try {
      const fault = this.faults.network()
      await this.sleep(fault.delayMs)
      if (fault.lostRequest) throw new NetworkError('The request was lost.')
      if (fault.repeated) void this.#send(request.clone(), from).catch(() => undefined)
      const answer = await this.#send(request, from)
      if (fault.lostAnswer) throw new NetworkError('The answer was lost.')
      return answer
    } finally {
      this.time.busy -= 1
    }
  }

  async #send(request: Request, from: string): Promise<Response> {
    const { method, url } = request
    const { promise, reject } = Promise.withResolvers<never>()
    this.#underWay.add(reject)
    try {
      if (this.#process === null) throw new NetworkError('Nobody listens.')
      const answer = await Promise.race([
        this.#process.server.fetch(request, { clientAddress: from }),
        promise,
      ])
      const body = await Promise.race([answer.clone().text(), promise])
      this.note(`${method} ${url} ${answer.status} ${body}`)
      return answer
    } finally {
      this.#underWay.delete(reject)
    }
  }

  acknowledge(kind: Acknowledged['kind'], id: string): void {
    this.acknowledged.push({ kind, id })
  }

  /** Notes that a person lets us text this number. */
  welcome(number: string): void {
    this.#welcome.add(number)
  }

  mayBeTexted(number: string): boolean {
    return this.#welcome.has(number)
  }

  /** A public function, called as the website does. */
  post(name: string, body: object, from: string): Promise<Response> {
    return this.fetch(
      new Request(`${SITE}/functions/v1/${name}`, {
        method: 'POST',
        headers: { apikey: this.#anonKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      from,
    )
  }

  /** supabase-js as a browser of staff uses it. */
  device(from: string, key = this.#anonKey): SupabaseClient {
    return createClient(SITE, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch: (input, init) => this.fetch(new Request(input, init), from) },
    })
  }

  /** For local commands, and for the phones and mailboxes of people. */
  machine(): SupabaseClient {
    return this.device('127.0.0.1', this.#serviceKey)
  }

  /** Reads as the invariants do: everything. */
  async rows<T = Row>(sql: string, values: readonly unknown[] = []): Promise<T[]> {
    const { rows } = await this.#running().database.asOwner((tx) => tx.query<T>(sql, values))
    return rows
  }

  /** What a query finds before and after a change, which is taken back. */
  async computedAnew(query: string, change: string): Promise<[string, string]> {
    let found: [string, string] = ['', '']
    const rollback = new Error('Taken back.')
    await this.#running()
      .database.asOwner(async (tx) => {
        const before = JSON.stringify((await tx.query(query)).rows)
        await tx.query(change)
        found = [before, JSON.stringify((await tx.query(query)).rows)]
        throw rollback
      })
      .catch((error: unknown) => {
        if (error !== rollback) throw error
      })
    return found
  }

  /** Rows that a signed-in account reads; none if the database refuses. */
  async rowsOf(account: string, sql: string): Promise<Row[]> {
    const claims = JSON.stringify({ sub: account, role: 'authenticated' })
    try {
      return await this.#running().database.asOwner(async (tx) => {
        await tx.query(
          `select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`,
          [claims],
        )
        return (await tx.query(sql)).rows
      })
    } catch (error) {
      if (error instanceof DatabaseError && error.sqlState === '42501') return []
      throw error
    }
  }

  /** Rows of what belongs to staff that an account without a role can read. */
  async readAsClient(): Promise<string[]> {
    const found: string[] = []
    for (const table of PRIVATE_TABLES) {
      const rows = await this.rowsOf(NOBODY, `select * from public.${table} limit 1`)
      if (rows.length > 0) found.push(`${table}: ${JSON.stringify(rows)}`)
    }
    return found
  }

  /** Rows that a visitor's key can read of what belongs to staff. */
  async readAsStranger(): Promise<string[]> {
    const found: string[] = []
    for (const table of PRIVATE_TABLES) {
      const request = new Request(`${SITE}/rest/v1/${table}?limit=1`, { headers: { apikey: this.#anonKey } })
      const answer = await this.#running().server.fetch(request, { clientAddress: '192.0.2.77' })
      const text = await answer.text()
      if (answer.ok && text !== '[]') found.push(`${table}: ${text}`)
    }
    return found
  }

  /** Adds an event to the trace. */
  note(event: string): void {
    this.steps += 1
    this.#hash.update(`${Math.floor(this.time.now)} ${event}\n`)
  }

  /** The same for two runs with the same events. */
  traceHash(): string {
    return this.#hash.copy().digest('hex').slice(0, 16)
  }

  readonly sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      this.time.add(resolve, ms, { keeps: true })
    })

  #running(): Process {
    if (this.#process === null) throw new Error('The server is not running.')
    return this.#process
  }

  async #connect(...[directory, events]: Parameters<typeof connect>): Promise<MainThreadEngine> {
    if (directory !== join(this.#directory, 'database')) return connect(directory, events)
    const shadows = join(this.#root, `shadows-${this.cuts}`)
    this.#disk = this.#losesPower
      ? new ShadowDisk({ directory, shadows, random: () => this.time.random() })
      : null
    this.#engine = await MainThreadEngine.open(
      { directory, files: this.#disk ?? new UnsyncedFS(directory) },
      events,
    )
    return this.#engine
  }

  /** The carrier's webhooks reach us over the network as well. */
  async #deliver(server: Server, request: Request): Promise<Response> {
    const sent = request.url.includes('/phone-webhook/')
      ? new URLSearchParams(await request.clone().text())
      : null
    const fault = this.faults.network()
    if (fault.lostRequest) return new Response(null, { status: 503 })
    const from = sent?.get('From') ?? ''
    if (request.url.endsWith('/sms') || request.url.endsWith('/voice')) this.welcome(from)
    if (request.url.endsWith('/voice')) this.calls.push({ from, at: this.time.now })
    const answer = await server.fetch(request, { clientAddress: '127.0.0.1' })
    if (sent && answer.ok && request.url.endsWith('/sms')) {
      this.received.push({ from, body: sent.get('Body') ?? '', at: this.time.now })
      this.acknowledge('received', sent.get('MessageSid') ?? '')
    }
    return fault.lostAnswer ? new Response(null, { status: 503 }) : answer
  }

  #watchCarrier(carrier: PhoneProvider): PhoneProvider {
    return {
      ...carrier,
      isReachable: async () => this.faults.carrierAnswers(),
      sendText: async (text) => {
        const sent = { ...text, at: this.time.now, result: 'unknown' }
        this.texts.push(sent)
        if (this.#killWhileSending && this.time.random() < 0.5) return this.#endWhileSending()
        const result = await this.faults.sendText(() => carrier.sendText(text), this.sleep)
        if (this.#killWhileSending) return this.#endWhileSending()
        sent.result = result.result
        this.note(`text ${JSON.stringify({ text, result })}`)
        return result
      },
      findTexts: async (to) => (this.faults.carrierAnswers() ? carrier.findTexts(to) : null),
    }
  }

  #endWhileSending(): Promise<never> {
    this.kill()
    return new Promise(() => undefined)
  }

  #mail(): MailProvider {
    return {
      simulated: true,
      send: async (message) => {
        const sent = { ...message, at: this.time.now, accepted: false }
        this.mails.push(sent)
        this.note(`mail ${JSON.stringify(message)}`)
        this.faults.sendMail()
        sent.accepted = true
      },
    }
  }

  #memoryFiles(): FileStore {
    const files = this.#files
    return {
      put: async (name, bytes) => void files.set(name, { bytes, putAt: new Date() }),
      find: async (name) => {
        const file = files.get(name)
        return file ? new Uint8Array(file.bytes) : null
      },
      list: async (folder) =>
        [...files].flatMap(([name, { putAt }]) => (name.startsWith(`${folder}/`) ? [{ name, putAt }] : [])),
      remove: async (name) => void files.delete(name),
    }
  }
}
