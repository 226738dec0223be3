import { Worker } from 'node:worker_threads'
import { availableParallelism } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from './database.ts'
import { openEmbedded } from '../../tests/support/databases.ts'

const LIMIT = 600

async function open(): Promise<Database> {
  const database = await openEmbedded({ content: 'empty', statementTimeoutMs: LIMIT })
  onTestFinished(() => database.close())
  return database
}

const sleep = (database: Database, seconds: number) =>
  database.transaction((tx) => tx.query('select pg_sleep($1)', [seconds]))

/** An in-memory database does not survive its engine. */
const lives = (database: Database) => expect(sleep(database, 0)).resolves.toMatchObject({ rowCount: 1 })

test('the engine survives a main thread blocked for longer than the statement timeout', async () => {
  const database = await open()
  await sleep(database, 0)
  await database.transaction(async (tx) => {
    const asked = tx.query('select 1')
    await new Promise(setImmediate)
    const until = performance.now() + 3 * LIMIT
    while (performance.now() < until);
    expect(await asked).toMatchObject({ rowCount: 1 })
  })
  await lives(database)
})

test('the engine survives a machine that gives a statement only part of a CPU', async () => {
  const database = await open()
  const hogs = Array.from(
    { length: 4 * availableParallelism() },
    () => new Worker('for (;;);', { eval: true, execArgv: [] }),
  )
  onTestFinished(async () => void (await Promise.all(hogs.map((hog) => hog.terminate()))))
  const work = database.transaction((tx) =>
    tx.query('select count(*) from generate_series(1, $1)', [150_000]),
  )
  await expect(work).resolves.toMatchObject({ rowCount: 1 })
  await Promise.all(hogs.splice(0).map((hog) => hog.terminate()))
  await lives(database)
})

test('a statement that never ends is aborted', async () => {
  const database = await open()
  await expect(sleep(database, 3_600)).rejects.toMatchObject({ sqlState: '57014' })
})
