import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import { pino } from 'pino'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database, Row } from '../../platform/database/database.ts'
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
import { MainThreadEngine } from './main-thread-engine.ts'
import { seedProcess } from './seeded-process.ts'
import type { VirtualTime } from './virtual-time.ts'

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/simulation', import.meta.url))
export const SITE = 'http://site.test'
export const ADMIN = { email: 'owner@agency.test', password: 'a long enough secret' }

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
export async function createTemplate(): Promise<string> {
  const directory = join(CACHE, await fingerprintSchema())
  if (existsSync(directory)) return directory
  const unfinished = mkdtempSync(join(fastestDisk(), 'simulation-template-'))
  const prepare = async () => {
    const database = await openPglite(join(unfinished, 'database'), { connect })
    await prepareDatabase(database)
    await database.close()
  }
  await seedProcess(0).finish(prepare())
  mkdirSync(CACHE, { recursive: true })
  cpSync(unfinished, `${directory}.${process.pid}`, { recursive: true })
  rmSync(unfinished, { recursive: true })
  renameSync(`${directory}.${process.pid}`, directory)
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
}

/** One agency with its server, database and providers, and everything that leaves or enters it. */
export class World {
  readonly time: VirtualTime
  readonly texts: SentText[] = []
  readonly mails: (MailMessage & { at: number })[] = []
  /** Lines of the server's log from warnings on. */
  readonly problems: { level: number; msg: string; err?: { message: string; stack: string } }[] = []
  readonly #directory: string
  readonly #hash = createHash('sha256')
  readonly #files = new Map<string, { bytes: Uint8Array; putAt: Date }>()
  #process: Process | null = null
  #anonKey = ''
  #serviceKey = ''
  steps = 0

  constructor(time: VirtualTime, template: string) {
    this.time = time
    this.#directory = mkdtempSync(join(fastestDisk(), 'simulation-'))
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
    const database = await openPglite(join(this.#directory, 'database'), { connect })
    const platform = await prepareDatabase(database)
    await prepareFirstStart({ config, database, platform, clock })
    const deliver = (request: Request) => server.fetch(request, { clientAddress: '127.0.0.1' })
    const content = { ...createContentServices(config), files: this.#memoryFiles() }
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
    rmSync(this.#directory, { recursive: true, force: true })
  }

  /** Sends a request from an address and notes it in the trace. */
  async fetch(request: Request, from: string): Promise<Response> {
    this.time.busy += 1
    try {
      const { method, url } = request
      const answer = await this.#running().server.fetch(request, { clientAddress: from })
      const body = await answer.clone().text()
      this.note(`${method} ${url} ${answer.status} ${body}`)
      return answer
    } finally {
      this.time.busy -= 1
    }
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
    const { rows } = await asService(this.#running().database, (tx) => tx.query<T>(sql, values), {
      readOnly: true,
    })
    return rows
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

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.time.add(resolve, ms, false)
    })
  }

  #running(): Process {
    if (this.#process === null) throw new Error('The server is not running.')
    return this.#process
  }

  #watchCarrier(carrier: PhoneProvider): PhoneProvider {
    return {
      ...carrier,
      sendText: async (text) => {
        this.texts.push({ ...text, at: this.time.now })
        const result = await carrier.sendText(text)
        this.note(`text ${JSON.stringify({ text, result })}`)
        return result
      },
    }
  }

  #mail(): MailProvider {
    return {
      simulated: true,
      send: async (message) => {
        this.mails.push({ ...message, at: this.time.now })
        this.note(`mail ${JSON.stringify(message)}`)
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
