import { readdirSync } from 'node:fs'
import { decodeJwt } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { asIdentity, type Identity } from '../../platform/database/as-identity.ts'
import { BASELINES, readBaseline } from '../../platform/database/baseline.ts'
import type { Database, Row } from '../../platform/database/database.ts'
import { migrate, MIGRATIONS } from '../../platform/database/migrate.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { openPostgres } from '../../platform/database/postgres.ts'
import { startServer, type StartedServer } from '../faults/started-server.ts'
import { describeBothDatabases, newDatabaseUrl, newDataDirectory } from '../support/databases.ts'
import { createAuthWorld, PASSWORD, type AuthWorld } from '../../platform/auth/auth.fixture.ts'
import { loadNovember2026 } from './load-november-2026.ts'
import { readCatalog } from './read-catalog.ts'

const baseline = await readBaseline(BASELINES.own)
/** The earlier baseline and what came after it. */
const replaced = baseline.replaces.map(({ version }) => version)
/** The migrations since the baseline. */
const later = readdirSync('db/migrations').flatMap((file) => /^(\d+)_.*\.sql$/.exec(file)?.[1] ?? [])

const SERVICE: Identity = { role: 'service_role' }
const claims = z.looseObject({ sub: z.string(), role: z.literal('authenticated'), session_id: z.string() })

describeBothDatabases('a database of the last version before the baseline', (open) => {
  let fresh: string[]
  let old: Database

  beforeAll(async () => {
    // First, because it creates the roles, which all databases of a server share.
    fresh = await readCatalog(await open())
    old = await open({ content: 'empty' })
    await loadNovember2026(old)
    await old.script(
      `insert into public.notifications (title, message, read) values ('Unread text', 'a', false), ('Read text', 'b', true)`,
    )
  })

  const listVersions = async () => {
    const { rows } = await old.asOwner((tx) =>
      tx.query<{ version: string }>('select version from migrations.journal order by version collate "C"'),
    )
    return rows.map(({ version }) => version)
  }

  /** Changes the list of migrations and puts it back after a start. Returns the refusal. */
  const refusalAfter = async (change: string) => {
    await old.script(`create table saved as select * from migrations.journal; ${change}`)
    const refusal: unknown = await migrate(old, MIGRATIONS).catch((error: unknown) => error)
    await old.script(
      'truncate migrations.journal; insert into migrations.journal select * from saved; drop table saved',
    )
    return String(refusal)
  }

  test('is refused if one of its migrations is missing, was changed, or is unknown', async () => {
    const version = '20261121080000'
    expect(await refusalAfter(`delete from migrations.journal where version = '${version}'`)).toMatch(
      /^MigrationsIncompleteError: .* it lacks 1 of 77 migrations, the first is 20261121080000_planned_once\. Start the last version that has the folder db\/platform once/,
    )
    expect(
      await refusalAfter(`update migrations.journal set checksum = '' where version = '${version}'`),
    ).toMatch(
      /^MigrationChangedError: The migration 20261121080000_planned_once was changed before it was applied here/,
    )
    expect(
      await refusalAfter(`insert into migrations.journal values ('20991231000000', 'later', '')`),
    ).toMatch(
      /^MigrationMissingError: The database was used by a newer version: its migration 20991231000000_later/,
    )
    expect(await listVersions()).not.toContain(baseline.version)
  })

  test('has the catalog of a new database after the takeover, which marks the baseline as applied', async () => {
    expect(fresh.length).toBeGreaterThan(2_500)
    const versions = await listVersions()
    expect(await migrate(old, MIGRATIONS)).toEqual([...replaced, ...later])
    expect(await listVersions()).toEqual([...versions, ...replaced, baseline.version, ...later].toSorted())
    expect(await readCatalog(old)).toEqual(fresh)
    expect(await migrate(old, MIGRATIONS)).toEqual([])
  })

  test('lets its people sign in, search, read their notifications, restore a contact and undo a merge after the takeover', async () => {
    const world = await createAuthWorld(old)
    const manager = await signIn(world, 'max')
    const client = await signIn(world, 'cleo')
    const search = `select first_name, text_consent from public.contact_search where search_key like '%fjord%'`
    expect(await ask(old, manager, search)).toEqual([{ first_name: 'Ørjan', text_consent: true }])
    expect(await ask(old, client, search)).toEqual([])
    expect(await ask(old, { role: 'anon' }, 'select slug from public.blog_posts')).toEqual([
      { slug: 'web-development-tides' },
    ])
    expect(await ask(old, { role: 'anon' }, 'select slug from public.slug_redirects')).toEqual([
      { slug: 'web-development-tides-and-tables' },
    ])
    // Notifications had no recipients.
    const texts = `select title, read from public.notifications where title like '% text' order by 1`
    expect(await ask(old, manager, texts)).toEqual([
      { title: 'Read text', read: true },
      { title: 'Unread text', read: false },
    ])
    await ask(old, manager, 'update public.deleted_contacts set restored = true')
    await ask(old, manager, 'update public.contact_merges set undone = true')
    const names = `select first_name from public.crm_contacts where email like '%@old.example' order by 1`
    expect(await ask(old, manager, names)).toEqual([
      { first_name: 'Deleted' },
      { first_name: 'Kept' },
      { first_name: 'Merged' },
    ])
    const stopped = `select private.is_suppressed('+442079460958') as stopped`
    expect(await ask(old, SERVICE, stopped)).toEqual([{ stopped: true }])
  })
})

test('several servers that start at once take an old database over once, and make a new one once', async () => {
  for (const isOld of [true, false]) {
    const url = await newDatabaseUrl('empty')
    const databases = Array.from({ length: 4 }, () => openPostgres(url))
    const [first] = databases
    if (isOld && first) await loadNovember2026(first)
    const applied = await Promise.all(databases.map((database) => migrate(database, MIGRATIONS)))
    // Any of them may apply the later ones.
    expect(applied.flat().toSorted()).toEqual(isOld ? [...replaced, ...later] : [baseline.version, ...later])
    const listed = await first?.asOwner((tx) =>
      tx.query('select name from migrations.journal where version = $1', [baseline.version]),
    )
    expect(listed?.rows).toEqual([{ name: 'baseline' }])
    await Promise.all(databases.map((database) => database.close()))
  }
})

test('an old data directory opens: people sign in, visitors send the form, and a restart keeps both', async () => {
  const dataDirectory = await newDataDirectory('empty')
  const database = await openDatabase({ dataDirectory })
  await loadNovember2026(database)
  await database.close()

  const server = await startServer({ dataDirectory })
  const form = { name: 'Grace Hopper', email: 'grace@visitor.example', message: 'Hello', textConsent: false }
  expect(await post(server, '/functions/v1/handle-contact-form', form)).toMatchObject({ success: true })
  await expectSubmissions(server, ['grace@visitor.example', 'Orjan@Fjord.example'])
  await server.stop()

  const restarted = await startServer({ dataDirectory })
  await expectSubmissions(restarted, ['grace@visitor.example', 'Orjan@Fjord.example'])
  await restarted.stop()
})

/** Signs in as a manager of the old version and reads who sent the form, newest first. */
async function expectSubmissions(server: StartedServer, emails: string[]): Promise<void> {
  const account = { email: 'max@old.example', password: PASSWORD }
  const session = await post(server, '/auth/v1/token?grant_type=password', account)
  const path = '/rest/v1/contact_submissions?select=email&order=received_at.desc'
  const token = String(session['access_token'])
  const response = await fetch(server.address + path, { headers: await headers(server, token) })
  expect(await response.json()).toEqual(emails.map((email) => ({ email })))
}

async function post(server: StartedServer, path: string, body: object): Promise<Row> {
  const response = await fetch(server.address + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(await headers(server)) },
    body: JSON.stringify(body),
  })
  return z.record(z.string(), z.unknown()).parse(await response.json())
}

async function headers(server: StartedServer, token?: string): Promise<Record<string, string>> {
  const settings = await fetch(`${server.address}/public-settings.json`)
  const { anonKey } = z.object({ anonKey: z.string() }).parse(await settings.json())
  return { apikey: anonKey, Authorization: `Bearer ${token ?? anonKey}` }
}

async function signIn(world: AuthWorld, name: string): Promise<Extract<Identity, { role: 'authenticated' }>> {
  const body = { email: `${name}@old.example`, password: PASSWORD }
  const answer = await world.call({ path: '/token?grant_type=password', body })
  expect(answer.status).toBe(200)
  return { role: 'authenticated', claims: claims.parse(decodeJwt(String(answer.body['access_token']))) }
}

async function ask(database: Database, identity: Identity, sql: string): Promise<Row[]> {
  return (await asIdentity(database, identity, (tx) => tx.query(sql))).rows
}
