import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import type { Database } from '../../platform/database/database.ts'
import { migrate, MIGRATIONS } from '../../platform/database/migrate.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { fastestDisk } from './fastest-disk.ts'

/** `migrated` has all tables, `empty` has none. */
export type Content = 'migrated' | 'empty'

/** Owns the databases, but is no superuser. */
const OWNER = 'site_owner'

/** Creates test databases from templates, which are made on first use. */
export class DatabaseFixtures {
  readonly #run = `test_${randomUUID().slice(0, 8)}`
  readonly #scratch: string
  readonly #once = new Map<string, Promise<string>>()
  readonly #external: string | undefined
  readonly #durable: boolean
  #server: ChildProcess | null = null
  #count = 0

  /**
   * `serverUrl`: superuser URL of a running PostgreSQL; without it the class starts one, which does not survive a
   * power cut unless `durable` is set.
   */
  constructor(serverUrl?: string, { durable = false }: { durable?: boolean } = {}) {
    this.#external = serverUrl
    this.#durable = durable
    this.#scratch = mkdtempSync(join(durable ? tmpdir() : fastestDisk(), 'databases-'))
  }

  /** Superuser URL. */
  serverUrl(): Promise<string> {
    return this.#make('server', async () => {
      const url = this.#external ?? (await this.#startServer())
      await execute(url, PREPARE_LOGIN)
      return url
    })
  }

  /** URL of a new database for the application login. */
  async newDatabaseUrl(content: Content): Promise<string> {
    return this.#newDatabase(await this.#serverTemplate(content))
  }

  /** URL of a copy of a database that nobody is connected to. */
  copyDatabase(url: string): Promise<string> {
    return this.#newDatabase(databaseName(url))
  }

  async dropDatabase(url: string): Promise<void> {
    await execute(await this.serverUrl(), `drop database if exists ${databaseName(url)} with (force)`)
  }

  /** A data directory to copy, with the embedded database in `database`. Copies beside it are removed on close. */
  embeddedTemplate(content: Content): Promise<string> {
    return this.#make(`embedded ${content}`, async () => {
      const dataDirectory = join(this.#scratch, content)
      await fill(await openDatabase({ dataDirectory }), content)
      return dataDirectory
    })
  }

  async close(): Promise<void> {
    if (this.#once.has('server')) await this.#stopServer()
    rmSync(this.#scratch, { recursive: true, force: true })
  }

  #serverTemplate(content: Content): Promise<string> {
    return this.#make(`template ${content}`, async () => {
      const url = await this.#createDatabase(`${this.#run}_${content}`, 'template0')
      await fill(await openDatabase({ databaseUrl: url, dataDirectory: this.#scratch }), content)
      return databaseName(url)
    })
  }

  #newDatabase(template: string): Promise<string> {
    this.#count += 1
    return this.#createDatabase(`${this.#run}_${this.#count}`, template)
  }

  async #createDatabase(name: string, template: string): Promise<string> {
    const url = await this.serverUrl()
    await execute(url, `create database ${name} owner ${OWNER} template ${template}`)
    return Object.assign(new URL(url), { username: OWNER, password: OWNER, pathname: `/${name}` }).href
  }

  #make(key: string, make: () => Promise<string>): Promise<string> {
    const made = this.#once.get(key) ?? make()
    this.#once.set(key, made)
    return made
  }

  async #startServer(): Promise<string> {
    const program = fileURLToPath(new URL('test-postgres.ts', import.meta.url))
    const server = spawn(process.execPath, [program, ...(this.#durable ? ['--durable'] : [])], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#server = server
    for await (const line of createInterface(server.stdout)) return line
    throw new Error('PostgreSQL for the tests did not start.')
  }

  async #stopServer(): Promise<void> {
    if (this.#server) {
      this.#server.stdin?.end()
      await once(this.#server, 'exit')
      return
    }
    const url = await this.serverUrl()
    const { rows } = await execute(
      url,
      `select datname from pg_database where starts_with(datname, '${this.#run}')`,
    )
    for (const { datname } of rows) await execute(url, `drop database ${String(datname)} with (force)`)
  }
}

// On PostgreSQL 15 only a superuser may create a role that bypasses row-level security.
const PREPARE_LOGIN = `
  do $$ begin
    if not exists (select from pg_roles where rolname = 'service_role') then
      create role service_role nologin noinherit bypassrls;
    end if;
    if not exists (select from pg_roles where rolname = '${OWNER}') then
      create role ${OWNER} login createrole nosuperuser password '${OWNER}';
    end if;
    grant service_role to ${OWNER} with admin option;
  end $$`

async function fill(database: Database, content: Content): Promise<void> {
  try {
    if (content === 'migrated') await migrate(database, MIGRATIONS)
  } finally {
    await database.close()
  }
}

async function execute(connectionString: string, sql: string) {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return await client.query<Record<string, unknown>>(sql)
  } finally {
    await client.end()
  }
}

function databaseName(url: string): string {
  return new URL(url).pathname.slice(1)
}
