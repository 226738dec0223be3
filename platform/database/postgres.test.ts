import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPostgres } from './postgres.ts'
import { newDatabaseUrl, openServer, serverUrl } from '../../tests/support/databases.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { openTcpProxy } from '../../tests/support/tcp-proxy.ts'

let superuser: Client
let url: string

beforeEach(async () => {
  superuser = new Client({ connectionString: await serverUrl() })
  await superuser.connect()
  url = await newDatabaseUrl('empty')
})

afterEach(() => superuser.end())

const databaseName = () => new URL(url).pathname.slice(1)

const endConnections = async (query: string) => {
  const { rowCount } = await superuser.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query like $2',
    [databaseName(), query],
  )
  return rowCount ?? 0
}

const isCommitting = async () => {
  const { rowCount } = await superuser.query(
    `select from pg_stat_activity where datname = $1 and state = 'active' and query = 'commit'`,
    [databaseName()],
  )
  return rowCount === 1
}

test('notifications resume after the LISTEN connection was lost', async () => {
  const database = openPostgres(url, { retryDelayMs: () => 5 })
  const received: string[] = []
  await database.listen('orders', (payload) => received.push(payload))
  expect(await endConnections('listen%')).toBe(1)
  await vi.waitFor(async () => {
    await database.transaction((tx) => tx.query(`select pg_notify('orders', 'back')`))
    expect(received).toContain('back')
  }, 10_000)
  await database.listen('more', (payload) => received.push(`more ${payload}`))
  await database.transaction((tx) => tx.query(`select pg_notify('more', 'too')`))
  await vi.waitFor(() => expect(received).toContain('more too'), 10_000)
  await database.close()
})

test('a connection lost while it begins to listen is reopened once, not twice', async () => {
  const line = await openTcpProxy(url)
  const attempts: number[] = []
  const database = openPostgres(line.url, {
    retryDelayMs: (attempt) => {
      attempts.push(attempt)
      return 1
    },
  })
  const received: string[] = []
  await database.listen('orders', (payload) => received.push(payload))
  line.cutAt('listen')
  expect(await endConnections('listen%')).toBe(1)
  await vi.waitFor(async () => {
    await database.transaction((tx) => tx.query(`select pg_notify('orders', 'back')`))
    expect(received).toContain('back')
  }, 10_000)
  expect(attempts).toEqual([1, 2])
  for (const word of ['once', 'last'])
    await database.transaction((tx) => tx.query(`select pg_notify('orders', '${word}')`))
  await vi.waitFor(() => expect(received).toContain('last'), 10_000)
  expect(received.filter((word) => word === 'once')).toEqual(['once'])
  await database.close()
  await line.close()
})

test('unlisten resolves without waiting for an unreachable server', async () => {
  const line = await openTcpProxy(url)
  const database = openPostgres(line.url, { retryDelayMs: () => 1 })
  const [stopAtOnce, stopLater] = [
    await database.listen('orders', () => undefined),
    await database.listen('more', () => undefined),
  ]
  line.cut()
  await stopAtOnce()
  await expect(database.transaction((tx) => tx.query('select 1'))).rejects.toMatchObject({
    sqlState: '08006',
  })
  await stopLater()
  await database.close()
  await line.close()
})

test('the reconnect delay grows', async () => {
  const attempts: number[] = []
  const database = openPostgres(url, {
    retryDelayMs: (attempt) => {
      attempts.push(attempt)
      return 1
    },
  })
  await database.listen('orders', () => undefined)
  await superuser.query(`alter database ${databaseName()} with allow_connections false`)
  await endConnections('listen%')
  await vi.waitFor(() => expect(attempts.length).toBeGreaterThan(3), 10_000)
  expect(attempts.slice(0, 4)).toEqual([1, 2, 3, 4])
  await database.close()
})

test('a transaction on a lost connection rejects with class 57 or 08, and the next one works', async () => {
  const database = openPostgres(url)
  const broken = database.transaction(async (tx) => {
    await tx.query('create table half ()')
    expect(await endConnections('create table half%')).toBe(1)
    await tx.query('select 1')
  })
  await expect(broken).rejects.toMatchObject({ sqlState: expect.stringMatching(/^(57P01|08)/) })
  const { rows } = await database.transaction((tx) =>
    tx.query(`select to_regclass('half') is null as absent`),
  )
  expect(rows).toEqual([{ absent: true }])
  await database.close()
})

test('lost idle connections cause no failures', async () => {
  const database = openPostgres(url)
  await database.transaction((tx) => tx.query('select 1'))
  await vi.waitFor(async () => expect(await endConnections('commit%')).toBe(1), 10_000)
  // Holds whether or not the pool has noticed the loss yet.
  const { rows } = await database.transaction((tx) => tx.query('select 2 as two'))
  expect(rows).toEqual([{ two: 2 }])
  await database.close()
})

test('a commit on a lost connection is reported as unknown', async () => {
  const line = await openTcpProxy(url)
  const database = openPostgres(line.url)
  await database.script(`
    create function sleep() returns trigger language plpgsql as 'begin perform pg_sleep(30); return null; end';
    create table slow ();
    create constraint trigger slowly after insert on slow deferrable initially deferred
      for each row execute function sleep()`)
  const outcome = database
    .transaction((tx) => tx.query('insert into slow default values'))
    .catch((error: unknown) => error)
  await vi.waitFor(async () => expect(await isCommitting()).toBe(true), 10_000)
  line.cut()
  expect(await outcome).toMatchObject({ sqlState: '08007' })
  await database.close()
  await line.close()
})

test('a connection survives a main thread blocked for longer than the reply timeout', async () => {
  const database = openPostgres(url, { statementTimeoutMs: 300 })
  await database.transaction(async (tx) => {
    const asked = tx.query('select pg_sleep(0.1)')
    await new Promise(setImmediate)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6_000)
    expect(await asked).toMatchObject({ rowCount: 1 })
  })
  await database.close()
})

test('an unresponsive connection is dropped', async () => {
  const line = await openTcpProxy(url)
  const database = openPostgres(line.url, { statementTimeoutMs: 300 })
  const silent = database.transaction(async (tx) => {
    await tx.query('select 1')
    line.stall()
    await tx.query('select 1')
  })
  await expect(silent).rejects.toMatchObject({ sqlState: '08006' })
  await expect(database.transaction((tx) => tx.query('select 1'))).resolves.toMatchObject({ rowCount: 1 })
  await database.close()
  await line.close()
})

test('the locks of a silent connection are released', async () => {
  const line = await openTcpProxy(url)
  const silent = openPostgres(line.url, { idleTimeoutMs: 300, statementTimeoutMs: 300 })
  const other = openPostgres(url)
  await other.transaction((tx) => tx.query('create table rows as select 1 as id'))
  const left = silent.transaction(async (tx) => {
    await tx.query('delete from rows')
    line.stall()
    await new Promise(() => undefined)
  })
  await expect(left).rejects.toMatchObject({ sqlState: '25P03' })
  const { rowCount } = await other.transaction((tx) => tx.query('update rows set id = 2'))
  expect(rowCount).toBe(1)
  await line.close()
  await Promise.all([silent.close(), other.close()])
})

test('waiting for a connection times out with 53300', async () => {
  const database = await openServer({ content: 'empty', connections: 1, queueTimeoutMs: 2000 })
  const finish = Promise.withResolvers<void>()
  const first = database.transaction(async (tx) => {
    await tx.query('select 1')
    await finish.promise
  })
  await expect(database.transaction((tx) => tx.query('select 1'))).rejects.toMatchObject({
    sqlState: '53300',
  })
  finish.resolve()
  await first
  await database.close()
})

test('an unreachable server is reported with class 08', async () => {
  const database = openPostgres(`postgres://nobody@127.0.0.1:${await freePort()}/nothing`)
  await expect(database.transaction((tx) => tx.query('select 1'))).rejects.toMatchObject({
    sqlState: '08006',
  })
  await expect(database.listen('orders', () => undefined)).rejects.toMatchObject({ sqlState: '08006' })
  await database.close()
})
