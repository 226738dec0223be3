import type { SupabaseClient } from '@supabase/supabase-js'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createTeamWorld } from '../team/team.fixture.ts'

const BY = 'status, source, owner_id, text_consent'
const COUNTED = `select ${BY}, count(*)::integer as rows from public.crm_contacts group by ${BY}`
const KEPT = `select ${BY}, sum(rows)::integer as rows from private.contact_counts group by ${BY} having sum(rows) <> 0`

const numbers = fc.integer({ min: 0, max: 7 })
const statuses = fc.constantFrom('lead', 'prospect', 'customer', 'inactive')

describeBothDatabases('the kept counts of contacts', (open, kind) => {
  let database: Database
  let manager: SupabaseClient
  let client: SupabaseClient
  beforeAll(async () => {
    database = await open()
    const world = await createTeamWorld(database)
    manager = await world.member('mia@counts.example', 'manager')
    client = await world.member('client@counts.example', 'client')
  })
  afterAll(() => database.close())
  beforeEach(() => run('delete from public.crm_contacts'))

  const run = async (sql: string, values: unknown[] = []) =>
    (await asService(database, (tx) => tx.query(sql, values))).rows

  const add = (amount: number, status = 'lead') =>
    run(
      `insert into public.crm_contacts (first_name, status, source)
       select 'N' || n, $2, case when n % 2 = 0 then 'phone' end from generate_series(1, $1::integer) as n`,
      [amount, status],
    )

  /** What is counted differently: nothing, if the counts are right. */
  const differences = () => run(`(${COUNTED} except ${KEPT}) union all (${KEPT} except ${COUNTED})`)

  test('the counts follow random inserts, changes, deletions, restored contacts and transactions that are rolled back', async () => {
    const change = fc.oneof(
      fc.tuple(fc.constant('add'), numbers, statuses),
      fc.tuple(fc.constant('set'), numbers, statuses),
      fc.tuple(fc.constant('remove'), numbers, statuses),
      fc.tuple(fc.constant('restore'), numbers, statuses),
      fc.tuple(fc.constant('fail'), numbers, statuses),
    )
    const few = `select id from public.crm_contacts order by id limit $1::integer`
    const statements: Record<string, (amount: number, status: string) => Promise<unknown>> = {
      add,
      set: (...values) =>
        run(`update public.crm_contacts set status = $2, notes = 'n' where id in (${few})`, values),
      remove: (amount) => run(`delete from public.crm_contacts where id in (${few})`, [amount]),
      restore: (amount) =>
        database.transaction((tx) =>
          tx.query(
            `update public.deleted_contacts set restored = true
             where id in (select id from public.deleted_contacts order by id limit $1::integer)`,
            [amount],
          ),
        ),
      fail: (amount) =>
        run(
          `with added as (insert into public.crm_contacts (first_name)
             select 'F' from generate_series(0, $1::integer) returning id) select 1 / 0 from added`,
          [amount],
        ).catch(() => null),
    }
    const property = fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
      for (const [what, amount, status] of changes) await statements[what]?.(amount, status)
      expect(await differences()).toEqual([])
    })
    await fc.assert(property, { numRuns: 15, seed: 20261125 })
  })

  test('entries are folded, so that their number does not grow with the changes', async () => {
    await add(1)
    for (let change = 0; change < 100; change += 1)
      await run('update public.crm_contacts set status = $1', [change % 2 === 0 ? 'customer' : 'lead'])
    const [entries] = await run('select count(*)::integer as amount from private.contact_counts')
    expect(entries?.['amount']).toBeLessThan(150)
    expect(await differences()).toEqual([])
  })

  test('REST returns the exact count, with and without filters, and none to a client', async () => {
    await add(5)
    await add(3, 'customer')
    expect(await count(manager)).toBe(8)
    expect(await count(manager, { status: 'customer' })).toBe(3)
    expect(await count(manager, { status: 'customer', source: 'phone' })).toBe(1)
    expect(await count(manager, { status: 'customer', first_name: 'N1' })).toBe(1)
    expect(await count(client)).toBe(0)
  })

  test('REST reads the total from the kept counts only if every filter is on a kept column', async () => {
    await add(4)
    await database.transaction((tx) => tx.query(`update private.contact_counts set rows = rows + 1000`))
    expect(await count(manager, { first_name: 'N2' })).toBe(1)
    expect(await count(manager, { status: 'lead' })).toBeGreaterThan(1000)
    await run('select private.recount_contacts()')
    expect(await count(manager, { status: 'lead' })).toBe(4)
  })

  // The embedded database has one session.
  if (kind === 'embedded') return

  test('the counts are right after concurrent writers, none of which waits', async () => {
    await Promise.all(
      Array.from({ length: 40 }, async (_, writer) => {
        await add(3, writer % 2 === 0 ? 'lead' : 'prospect')
        await add(2, 'inactive')
      }),
    )
    expect(await differences()).toEqual([])
    expect(await count(manager)).toBe(200)
  })
})

async function count(backend: SupabaseClient, filters: Record<string, string> = {}) {
  let request = backend.from('crm_contacts').select('id', { count: 'exact' }).limit(1)
  for (const [column, value] of Object.entries(filters)) request = request.eq(column, value)
  return (await request.throwOnError()).count
}
