import { serve } from '@hono/node-server'
import { createClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import { SignJWT } from 'jose'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Backend } from '../../web/api/client.ts'
import { readConfig, type Config } from '../../server/config.ts'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { migrate, MIGRATIONS } from '../../platform/database/migrate.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { tokenIssuer } from '../../platform/http/identity.ts'
import { createRest } from '../../platform/rest/create-rest.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { DatabaseFixtures } from '../../tests/support/database-fixtures.ts'
import { countPeople, seed } from '../seed/seed.ts'

export interface DashboardSize {
  database: 'embedded' | 'server'
  /** Of a database on a server that stays as it is, for the next run. */
  databaseUrl: string | undefined
  contacts: number
  messages: number
  /** Kept for the next run; without one everything is made anew and removed. */
  dataDirectory: string | undefined
}

export interface DashboardData {
  database: Database
  directory: string
  /** A signed-in manager. */
  backend: Backend
  close: () => Promise<void>
  remove: () => Promise<void>
}

const NOT_USED = 'http://127.0.0.1'

/** A database with so much in it, and the REST surface on it, listening on loopback. */
export async function openDashboardData(size: DashboardSize): Promise<DashboardData> {
  const directory = size.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'bench-')))
  const fixtures = new DatabaseFixtures(process.env['TEST_DATABASE_URL'])
  const temporary = size.database === 'server' && size.databaseUrl === undefined
  const databaseUrl = temporary ? await fixtures.newDatabaseUrl('migrated') : size.databaseUrl
  const config = { ...readConfig(), dataDirectory: directory, databaseUrl, siteUrl: NOT_USED }
  const database = await openDatabase(config)
  await migrate(database, MIGRATIONS)
  if ((await countPeople(database)) < size.contacts) await write(database, size)
  const rest = await listen(config, database)
  return {
    database,
    directory,
    backend: rest.backend,
    close: async () => {
      rest.stop()
      await database.close()
    },
    remove: async () => {
      await fixtures.close()
      if (size.dataDirectory === undefined) await rm(directory, { recursive: true, force: true })
    },
  }
}

async function write(database: Database, { contacts, messages }: DashboardSize): Promise<void> {
  const started = performance.now()
  await seed(database, { contacts, messages, posts: 0 }, () => undefined)
  console.log(`written within ${((performance.now() - started) / 1000).toFixed(0)} s`)
}

async function listen(config: Config, database: Database): Promise<{ backend: Backend; stop: () => void }> {
  const secrets = await loadSecrets(config)
  const app = new Hono<HttpEnv>()
  const log = pino({ level: 'silent' })
  app.route(
    '/rest/v1',
    createRest({ config, secrets, database, platform: 'own', clock: () => new Date(), log }),
  )
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  const token = await signIn(config, secrets.jwtSecret, database)
  const backend = createClient(`http://127.0.0.1:${address.port}`, secrets.anonKey, {
    accessToken: () => Promise.resolve(token),
  })
  return { backend, stop: () => void server.close() }
}

async function signIn(config: Config, secret: string, database: Database): Promise<string> {
  const id = randomUUID()
  await asIdentity(database, { role: 'supabase_auth_admin' }, async (tx) => {
    await tx.query('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@desk.example`])
    await tx.query(
      `insert into auth.sessions (id, user_id, refreshed_at, not_after) values ($1, $1, now(), now() + interval '1 day')`,
      [id],
    )
  })
  await asIdentity(database, { role: 'service_role' }, (tx) =>
    tx.query(`insert into public.profiles (id, email, role) values ($1, $2, 'manager')`, [
      id,
      `${id}@desk.example`,
    ]),
  )
  return new SignJWT({ role: 'authenticated', session_id: id })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(id)
    .setAudience('authenticated')
    .setIssuer(tokenIssuer(config))
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret))
}
