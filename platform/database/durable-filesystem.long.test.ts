import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Database } from './database.ts'
import { DurableNodeFS } from './durable-filesystem.ts'
import { openDatabase } from './open-database.ts'
import { openPglite } from './pglite.ts'
import { startEngine } from './start-engine.ts'
import { newDataDirectory, openEmbedded } from '../../tests/support/databases.ts'

const ROWS = 'create table rows (id integer primary key)'

vi.setConfig({ testTimeout: 90_000 })

let dataDirectory: string

beforeEach(async () => {
  dataDirectory = await newDataDirectory('empty')
})

/** Counts PostgreSQL's fsync calls. */
class CountingFS extends DurableNodeFS {
  syncs = 0

  protected override sync(descriptor: number): void {
    this.syncs += 1
    super.sync(descriptor)
  }
}

test('every commit with changes is flushed to disk before its reply', async () => {
  const files = new CountingFS(join(dataDirectory, 'database'))
  const engine = await startEngine({ files, onLog: () => undefined })
  await engine.exec(ROWS)
  for (let id = 1; id <= 20; id += 1) {
    const before = files.syncs
    await engine.transaction((tx) => tx.query('insert into rows values ($1)', [String(id)]))
    expect(files.syncs).toBeGreaterThan(before)
  }
  const before = files.syncs
  await engine.query('select * from rows')
  expect(files.syncs).toBe(before)
  await engine.close()
})

test('committed rows survive a killed process, and its lock does not', async () => {
  for (let round = 0; round < 3; round += 1) {
    const acknowledged = await writeUntilKilled(dataDirectory, 40)
    const database = await openDatabase({ dataDirectory })
    expect(await count(database)).toBeGreaterThanOrEqual(acknowledged)
    await database.script('reindex table rows')
    await database.close()
  }
})

test('an interrupted first start does not block the next one', async () => {
  const fresh = join(dataDirectory, 'fresh')
  mkdirSync(join(fresh, 'database.new'), { recursive: true })
  writeFileSync(join(fresh, 'database.new', 'PG_VERSION'), '18\n')
  const database = await openDatabase({ dataDirectory: fresh })
  expect(await database.transaction((tx) => tx.query('select 1 as one'))).toMatchObject({
    rows: [{ one: 1 }],
  })
  await database.close()
  expect(readdirSync(fresh)).toEqual(['database', 'database.lock'])
})

test("a directory without a database is reported with PostgreSQL's message and left unchanged", async () => {
  const broken = join(dataDirectory, 'broken')
  mkdirSync(join(broken, 'database'), { recursive: true })
  writeFileSync(join(broken, 'database', 'PG_VERSION'), '9\n')
  await expect(openDatabase({ dataDirectory: broken })).rejects.toMatchObject({ sqlState: '57P02' })
  expect(readdirSync(broken)).toEqual(['database', 'database.lock'])
  expect(readdirSync(join(broken, 'database'))).toContain('PG_VERSION')
})

test('ending the engine on a timeout keeps committed rows and loses only the others', async () => {
  const database = await openPglite(join(dataDirectory, 'database'), { statementTimeoutMs: 1500 })
  await database.script(ROWS)
  for (let round = 1; round <= 3; round += 1) {
    await database.transaction((tx) => tx.query('insert into rows values ($1)', [round]))
    const slow = database.transaction(async (tx) => {
      await tx.query('insert into rows values (1000)')
      await tx.query('select count(*) from pg_class a, pg_class b, pg_class c, pg_class d')
    })
    await expect(slow).rejects.toMatchObject({ sqlState: '57014' })
    expect(await count(database)).toBe(round)
  }
  await database.close()
})

test('temporary files of an aborted statement are removed', async () => {
  const directory = join(dataDirectory, 'database')
  const database = await openPglite(directory, { statementTimeoutMs: 1500 })
  const spilling = database.transaction((tx) =>
    tx.query('select count(*) from generate_series(1, 10000000000)'),
  )
  await expect(spilling).rejects.toMatchObject({ sqlState: '57014' })
  expect(readdirSync(join(directory, 'base'))).toContain('pgsql_tmp')
  await database.transaction((tx) => tx.query('select 1'))
  expect(readdirSync(join(directory, 'base'))).not.toContain('pgsql_tmp')
  await database.close()
})

test('an in-memory database reports the loss after its engine was ended', async () => {
  const database = await openPglite(null, { statementTimeoutMs: 1500 })
  const read = (text: string) => database.transaction((tx) => tx.query(text))
  await expect(read('select pg_sleep(60)')).rejects.toMatchObject({ sqlState: '57014' })
  await expect(read('select 1')).rejects.toMatchObject({ sqlState: '57P02' })
  await database.close()
})

test('the main thread stays responsive during a long statement', async () => {
  const database = await openEmbedded({ content: 'empty' })
  let ticks = 0
  const ticking = setInterval(() => (ticks += 1), 5)
  await database.transaction((tx) => tx.query('select sum(n) from generate_series(1, 2000000) n'))
  clearInterval(ticking)
  // A blocked loop would not tick at all; otherwise the number depends on the machine.
  expect(ticks).toBeGreaterThan(5)
})

async function count(database: Database): Promise<number> {
  const { rows } = await database.transaction((tx) =>
    tx.query<{ count: number }>('select count(*) from rows'),
  )
  return rows[0]?.count ?? 0
}

/** Lets another process insert rows and kills it midway. Returns how many it had reported as committed. */
async function writeUntilKilled(directory: string, atLeast: number): Promise<number> {
  const writer = spawn(process.execPath, [join(import.meta.dirname, 'row-writer.fixture.ts'), directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(writer, 'exit')
  let acknowledged = 0
  for await (const line of createInterface(writer.stdout)) {
    acknowledged = Number(line)
    if (acknowledged >= atLeast) writer.kill('SIGKILL')
  }
  await exit
  return acknowledged
}
