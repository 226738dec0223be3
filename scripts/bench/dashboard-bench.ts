import { dashboardCounts } from '../../web/workspace/dashboard-counts.ts'
import type { Backend } from '../../web/api/client.ts'
import type { ContactQuery } from '../../features/contacts/contact-query.ts'
import { searchContacts } from '../../features/contacts/contact-selection.server.ts'
import { keptCounts } from '../../features/contacts/contacts.server.ts'
import { listContacts, listServiceRequests } from '../../features/contacts/contacts.api.ts'
import { countWaiting, listWaitingPage } from '../../features/submissions/waiting-list.api.ts'
import { listTimeline } from '../../features/conversations/timeline.api.ts'
import { contactRow } from '../../db/row-types.ts'
import type { Database } from '../../platform/database/database.ts'
import { measureInBrowser } from './dashboard-browser.ts'
import { median, percentile, table } from './bench-table.ts'
import { timelineSql } from './timeline-sql.ts'
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
import { readConfig, type Config } from '../../server/config.ts'
import { asIdentity, asService } from '../../platform/database/as-identity.ts'
import { migrate, MIGRATIONS } from '../../platform/database/migrate.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { issuerUrl } from '../../platform/http/identity.ts'
import { createFunctions } from '../../platform/functions/create-functions.ts'
import { createRest } from '../../platform/rest/create-rest.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { DatabaseFixtures } from '../../tests/support/database-fixtures.ts'
import { countPeople, seed } from '../seed/seed-database.ts'

const ROUNDS = 40
const HOUR_SECONDS = 3600
const HEAD = ['question', 'bare SQL, ms', 'HTTP, ms', 'ratio', 'HTTP p95, ms']
const COLUMNS = Object.keys(contactRow.shape).join(', ')
const ALL: ContactQuery = { search: '', filters: {}, sort: 'created_at', ascending: false }

/** A query of the dashboard, and the same in plain SQL with the best index. */
interface Question {
  name: string
  ask: (backend: Backend) => Promise<unknown>
  sql: string
}

/**
 * Dashboard queries over HTTP as a manager, and the plain statements on the same database, interleaved in one run.
 * Only the ratios carry over to other machines.
 */
export async function measureDashboard(size: DashboardSize): Promise<void> {
  const data = await openDashboardData(size)
  const rows: (string | number)[][] = []
  for (const question of questions(size.contacts)) rows.push(await measure(question, data))
  console.log(`${size.contacts} contacts, ${size.messages} messages, ${data.database.kind} database`)
  console.log(table(HEAD, rows))
  await data.close()
  if (data.database.kind === 'embedded') console.log(await measureInBrowser(data.directory))
  await data.remove()
}

function questions(contacts: number): Question[] {
  const middle = Math.floor(contacts / 2 / 50) * 50
  const typed = ['dan', 'dana', 'dana w', 'dana wh']
  return [
    {
      name: 'first page, counted',
      ask: (b) => listContacts(b, ALL, 0),
      sql: page('true', 'created_at desc, id'),
    },
    { name: 'count', ask: dashboardCounts.contacts, sql: 'select count(*) from public.crm_contacts' },
    ...typed.map((search) => ({
      name: `search as typed: ${search}`,
      ask: (b: Backend) => listContacts(b, { ...ALL, search }, 0),
      sql: page(`search_key like '%${search}%'`, 'created_at desc, id'),
    })),
    {
      name: 'filter by status',
      ask: (b) => listContacts(b, { ...ALL, filters: { status: 'customer' } }, 0),
      sql: page(`status = 'customer'`, 'created_at desc, id'),
    },
    {
      name: 'sort by name',
      ask: (b) => listContacts(b, { ...ALL, sort: 'name', ascending: true }, 0),
      sql: page('true', 'name_key, id'),
    },
    {
      name: 'sort by company, downwards',
      ask: (b) => listContacts(b, { ...ALL, sort: 'company' }, 0),
      sql: page('true', 'company_key desc nulls last, id desc'),
    },
    {
      name: 'sort by last heard',
      ask: (b) => listContacts(b, { ...ALL, sort: 'last_heard' }, 0),
      sql: page('true', 'last_heard_key desc nulls last, id desc'),
    },
    {
      name: 'a page in the middle',
      ask: (b) => listContacts(b, ALL, middle, { total: contacts }),
      sql: `select ${COLUMNS} from public.crm_contacts order by created_at desc, id limit 50 offset ${middle}`,
    },
    {
      name: 'services to filter by',
      ask: listServiceRequests,
      sql: 'select distinct service_request from public.crm_contacts',
    },
    {
      name: 'first page of who is waiting, counted',
      ask: (b) => Promise.all([listWaitingPage(b), countWaiting(b)]),
      sql: `select (select count(*) from public.waiting_people) as total, json_agg(page)::text as body
            from (select * from public.waiting_list order by due_at, id limit 50) as page`,
    },
    {
      name: 'timeline of a contact',
      ask: (b) => listTimeline(b, FIRST_CONTACT, 0),
      sql: timelineSql(FIRST_CONTACT, 20),
    },
  ]
}

/** The first contact of the seed. */
const FIRST_CONTACT = '41872ac2-20e9-4c7c-9f70-430e198ff603'

function page(condition: string, order: string): string {
  return `select (select count(*) from public.crm_contacts where ${condition}) as total, json_agg(page)::text as body from (
    select ${COLUMNS} from public.crm_contacts where ${condition} order by ${order} limit 50) as page`
}

async function measure(
  { name, ask, sql }: Question,
  { backend, database }: { backend: Backend; database: Database },
): Promise<(string | number)[]> {
  const bare: number[] = []
  const http: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await timed(() => database.transaction((tx) => tx.query(sql), { readOnly: true })))
    http.push(await timed(() => ask(backend)))
  }
  const ratio = median(http) / median(bare)
  return [
    name,
    median(bare).toFixed(1),
    median(http).toFixed(1),
    ratio.toFixed(2),
    percentile(http, 0.95).toFixed(1),
  ]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export interface DashboardSize {
  database: 'embedded' | 'server'
  /** A database to keep for the next run. */
  databaseUrl: string | undefined
  contacts: number
  messages: number
  /** Kept for the next run; without one, temporary data is used. */
  dataDirectory: string | undefined
}

export interface DashboardData {
  database: Database
  directory: string
  /** Signed in as a manager. */
  backend: Backend
  close: () => Promise<void>
  remove: () => Promise<void>
}

const NOT_USED = 'http://127.0.0.1'

/** A database of the given size with the REST API on loopback. */
async function openDashboardData(size: DashboardSize): Promise<DashboardData> {
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

/** The same data on the embedded database, closed again. */
export async function prepareDashboardData(
  size: DashboardSize,
): Promise<Pick<DashboardData, 'directory' | 'remove'>> {
  const { directory, close, remove } = await openDashboardData(size)
  await close()
  return { directory, remove }
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
  const deps = { config, secrets, database, platform: 'own' as const, clock: () => new Date(), log }
  app.route('/rest/v1', createRest(deps, { keptCounts }))
  app.route('/functions/v1', createFunctions([searchContacts], deps))
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  const session = JSON.stringify(await signIn(config, secrets.jwtSecret, database))
  // A stored session, as the browser has one: nothing here signs in.
  const storage = { getItem: () => session, setItem: () => undefined, removeItem: () => undefined }
  const backend = createClient(`http://127.0.0.1:${address.port}`, secrets.anonKey, {
    auth: { storage, persistSession: true, autoRefreshToken: false },
  })
  return { backend, stop: () => void server.close() }
}

/** A session of a new manager, as supabase-js stores it. */
async function signIn(config: Config, secret: string, database: Database) {
  const id = randomUUID()
  await asIdentity(database, { role: 'supabase_auth_admin' }, async (tx) => {
    await tx.query('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@desk.example`])
    await tx.query(
      `insert into auth.sessions (id, user_id, refreshed_at, not_after) values ($1, $1, now(), now() + interval '1 day')`,
      [id],
    )
  })
  await asService(database, (tx) =>
    tx.query(`insert into public.profiles (id, email, role) values ($1, $2, 'manager')`, [
      id,
      `${id}@desk.example`,
    ]),
  )
  const token = await new SignJWT({ role: 'authenticated', session_id: id })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(id)
    .setAudience('authenticated')
    .setIssuer(issuerUrl(config))
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret))
  const expiresAt = Math.floor(Date.now() / 1000) + HOUR_SECONDS
  return { access_token: token, refresh_token: 'unused', expires_at: expiresAt, user: { id } }
}
