import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as pathOf } from 'node:path'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from './config.ts'
import { InstanceMismatchError, registerInstance } from './instances.ts'
import { findSharedSettings, loadSecrets } from './secrets.ts'
import { asService } from '../platform/database/as-identity.ts'
import type { Database } from '../platform/database/database.ts'
import { listVersions, MIGRATIONS } from '../platform/database/migrate.ts'
import { openPostgres } from '../platform/database/postgres.ts'
import { prepareFirstStart } from './first-start.ts'
import { createHealthRoutes } from './health.ts'
import { newDatabaseUrl, openServer } from '../tests/support/databases.ts'

afterEach(() => void vi.useRealTimers())

const shared = { keys: 'k', issuer: 'https://site.test/auth/v1', files: 'f' }

/** Registers an instance with these settings; also returns its warnings. */
async function join(database: Database, own: Partial<typeof shared> = {}, listenForLife = async () => {}) {
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
  const copy = await registerInstance({
    database,
    log,
    version: '1',
    shared: { ...shared, ...own },
    listenForLife,
  })
  return { ...copy, warnings: warnings.join('') }
}

test('an instance with other keys or another host name is rejected while another lives, with advice', async () => {
  const database = await openServer()
  const first = await join(database)
  const alive = async () => {
    await asService(database, (tx) =>
      tx.query(`update private.server_copies set seen_at = seen_at + interval '10 seconds'`),
    )
  }
  await expect(join(database, { keys: 'other' }, alive)).rejects.toThrow(InstanceMismatchError)
  await expect(join(database, { issuer: 'https://other.test/auth/v1' }, alive)).rejects.toThrow(
    /PUBLIC_SITE_URL/,
  )

  // The first was killed, so it sends no heartbeat.
  const successor = await join(database, { keys: 'other' })
  await Promise.all([first.leave(), successor.leave()])
})

test('an instance with another file storage registers with a warning in the log', async () => {
  const database = await openServer()
  const copies = [await join(database), await join(database), await join(database, { files: 'other' })]
  expect(copies.map(({ warnings }) => /S3_/.test(warnings))).toEqual([false, false, true])
  for (const copy of copies) await copy.leave()
})

test('instances on different ports have the same token issuer', async () => {
  const dataDirectory = await mkdtemp(pathOf(tmpdir(), 'ports-'))
  const issuers = ['3000', '3001'].map(async (PORT) => {
    const config = readConfig({ DATA_DIR: dataDirectory, PORT })
    return (await findSharedSettings(config, await loadSecrets(config))).issuer
  })
  expect(new Set(await Promise.all(issuers))).toEqual(new Set(['http://localhost/auth/v1']))
  await rm(dataDirectory, { recursive: true })
})

test('instances that start together in one directory share keys and file storage', async () => {
  const dataDirectory = await mkdtemp(pathOf(tmpdir(), 'together-'))
  const config = readConfig({ DATA_DIR: dataDirectory })
  const secrets = await Promise.all(Array.from({ length: 6 }, () => loadSecrets(config)))
  expect(new Set(secrets.map((one) => one.jwtSecret)).size).toBe(1)
  const settings = await Promise.all(secrets.map((one) => findSharedSettings(config, one)))
  expect(new Set(settings.map((one) => JSON.stringify(one))).size).toBe(1)
  const [first] = secrets
  expect(await readFile(pathOf(dataDirectory, 'secrets.json'), 'utf8')).toContain(first?.jwtSecret)
  expect(JSON.stringify(settings)).not.toContain(first?.jwtSecret)
  await rm(dataDirectory, { recursive: true })
})

test('instances with the same JWT_SECRET have the same keys, regardless of start time', async () => {
  const JWT_SECRET = 'shared-by-every-copy-of-this-server-0000'
  const settings = []
  for (const start of ['2026-11-22T00:00:00Z', '2027-03-01T12:00:00Z']) {
    vi.useFakeTimers({ now: new Date(start), toFake: ['Date'] })
    const dataDirectory = await mkdtemp(pathOf(tmpdir(), 'secret-'))
    const config = readConfig({ DATA_DIR: dataDirectory, JWT_SECRET })
    settings.push(await findSharedSettings(config, await loadSecrets(config)))
    await rm(dataDirectory, { recursive: true })
  }
  expect(settings[1]?.keys).toBe(settings[0]?.keys)
})

test('of instances that start together for the first time, one creates the admin', async () => {
  const url = await newDatabaseUrl()
  const databases = [openPostgres(url), openPostgres(url), openPostgres(url)]
  const config = readConfig()
  const told = await Promise.all(
    databases.map((database) =>
      prepareFirstStart({ config, database, platform: 'own', clock: () => new Date() }),
    ),
  )
  expect(told.flat()).toEqual([expect.stringContaining('admin@localhost')])
  await Promise.all(databases.map((database) => database.close()))
})

test('/readyz names the missing part: stop, database, migration or queues', async () => {
  const database = await openServer()
  const state = { accepting: true, queuesWork: true, migrations: await listVersions(MIGRATIONS) }
  const ask = async () => {
    const app = createHealthRoutes({
      database,
      migrations: state.migrations,
      queuesWork: () => state.queuesWork,
      accepting: () => state.accepting,
    })
    const response = await app.request('/readyz')
    return [response.status, await response.json()]
  }
  expect(await ask()).toEqual([200, { status: 'ready' }])
  state.queuesWork = false
  expect(await ask()).toEqual([503, { status: 'queue' }])
  state.migrations = [...state.migrations, '29991231235959']
  expect(await ask()).toEqual([503, { status: 'migrations' }])
  await database.close()
  expect(await ask()).toEqual([503, { status: 'database' }])
  state.accepting = false
  expect(await ask()).toEqual([503, { status: 'stopping' }])
})
