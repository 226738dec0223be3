import { expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { refreshStatistics } from './maintenance.ts'
import { openEmbedded, openServer } from '../../tests/support/databases.ts'

/** Triggers are disabled, so that fictional contacts cause no notifications. */
const CONTACTS = `
  alter table public.crm_contacts disable trigger user;
  insert into public.crm_contacts (first_name, last_name, email)
  select 'Nia', 'Number ' || n, 'nia' || n || '@x.example' from generate_series(1, 5000) as n;
  alter table public.crm_contacts enable trigger user`

const running = new AbortController().signal

/** The query plan for finding contacts by a few addresses. */
async function explainQuery(database: Database): Promise<string> {
  const addresses = Array.from({ length: 20 }, (_, n) => `'nobody${n}@x.example'`).join(', ')
  const { rows } = await database.transaction((tx) =>
    tx.query<{ 'QUERY PLAN': string }>(
      `explain select id from public.crm_contacts where email_key in (${addresses})`,
    ),
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

async function countedRows(database: Database): Promise<number> {
  const { rows } = await database.transaction((tx) =>
    tx.query<{ rows: number }>(
      `select reltuples::int as rows from pg_class where oid = 'public.crm_contacts'::regclass`,
    ),
  )
  return rows[0]?.rows ?? Number.NaN
}

test('refreshStatistics analyzes embedded tables that have grown, and skips unchanged ones', async () => {
  const database = await openEmbedded()
  await database.script(CONTACTS)
  expect(await countedRows(database)).toBeLessThan(5000)

  await refreshStatistics({ database }, running)
  expect(await countedRows(database)).toBe(5000)
  expect(await explainQuery(database)).toContain('Index')

  await database.script(`update public.crm_contacts set company = 'Bell' where last_name < 'Number 11'`)
  const before = await countedRows(database)
  await refreshStatistics({ database }, running)
  expect(await countedRows(database)).toBe(before)
  await database.close()
})

test('refreshStatistics does nothing on a database server', async () => {
  const database = await openServer()
  await database.script(CONTACTS)
  const before = await countedRows(database)
  await refreshStatistics({ database }, running)
  expect(await countedRows(database)).toBe(before)
  await database.close()
})
