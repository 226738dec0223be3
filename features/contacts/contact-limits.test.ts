import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactColumnLimits } from '../../db/row-types.ts'
import type { Database } from '../../platform/database/database.ts'
import { openEmbedded } from '../../tests/support/databases.ts'

let database: Database
beforeAll(async () => {
  database = await openEmbedded()
})
afterAll(() => database.close())

// SQL and TypeScript cannot share them.
test('the limits of contact columns are those that the table checks', async () => {
  const { rows } = await database.asOwner((tx) =>
    tx.query<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = 'public.crm_contacts'::regclass and contype = 'c'`,
    ),
  )
  const checked = rows.flatMap(({ definition }) =>
    Array.from(definition.matchAll(/length\((\w+)\) <= (\d+)/g), ([, column = '', limit]) => [
      column,
      Number(limit),
    ]),
  )
  expect(Object.fromEntries(checked)).toEqual(contactColumnLimits)
})
