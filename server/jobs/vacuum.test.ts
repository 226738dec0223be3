import { expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { vacuumTables } from './maintenance.ts'
import { openEmbedded, openServer } from '../../tests/support/databases.ts'

const running = new AbortController().signal
/** Three in the morning in Wilmington, when nightly work begins. */
const NIGHT = Date.parse('2026-11-21T08:00:00Z')
const HOUR = 3_600_000

const vacuumAfter = (database: Database, hours: number, ending = running) =>
  vacuumTables({ database, clock: () => new Date(NIGHT + hours * HOUR) }, ending)

/** Adds and deletes jobs, like a few days of use. */
async function writeAndDelete(database: Database): Promise<void> {
  await asService(database, (tx) =>
    tx.query(
      `insert into public.jobs (queue, run_at, payload)
       select 'mails', now(), '{"mail": "one of many"}' from generate_series(1, 2000)`,
    ),
  )
  await asService(database, (tx) => tx.query('delete from public.jobs'))
}

async function sizes(database: Database): Promise<{ table: number; keys: number }> {
  const { rows } = await database.transaction((tx) =>
    tx.query<{ table: number; keys: number }>(
      `select pg_relation_size('public.jobs')::int as table, pg_relation_size('public.jobs_pkey')::int as keys`,
    ),
  )
  return rows[0] ?? { table: Number.NaN, keys: Number.NaN }
}

test('vacuumTables reuses the space of deleted rows in the embedded database, once a night', async () => {
  const database = await openEmbedded()
  await writeAndDelete(database)
  const { table: used } = await sizes(database)
  expect(used).toBeGreaterThan(100_000)

  await vacuumAfter(database, 0, AbortSignal.abort())
  expect((await sizes(database)).table).toBe(used)
  await vacuumAfter(database, 23)
  expect((await sizes(database)).table).toBe(used)

  await vacuumAfter(database, 24)
  expect((await sizes(database)).table).toBe(0)
  const { keys } = await sizes(database)
  await writeAndDelete(database)
  expect((await sizes(database)).keys).toBeLessThanOrEqual(2 * keys)
  await database.close()
})

test('vacuumTables does nothing on a database server', async () => {
  const database = await openServer()
  await vacuumAfter(database, 0)
  const { rows } = await database.asOwner((tx) => tx.query('select name from private.leases'))
  expect(rows).toEqual([])
  await database.close()
})
