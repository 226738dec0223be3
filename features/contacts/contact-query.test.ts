import type { SupabaseClient } from '@supabase/supabase-js'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createTeamWorld } from '../team/team.fixture.ts'
import { parseContactQuery, toContactParams } from './contact-query.ts'
import { exportContacts, listContacts } from './contacts.api.ts'

const read = (search: string) => parseContactQuery(new URLSearchParams(search))

test('parseContactQuery defaults to all contacts, newest first, and ignores unknown values', () => {
  const all = { search: '', status: null, service: null, sort: 'created_at', ascending: false }
  expect(read('')).toEqual(all)
  expect(read('q=+&status=vip&service=&sort=constructor&dir=up')).toEqual(all)
})

test('parseContactQuery sorts text from A and cuts a search at 200 characters', () => {
  expect(read('sort=name')).toMatchObject({ sort: 'name', ascending: true })
  expect(read('sort=created_at&dir=asc')).toMatchObject({ ascending: true })
  expect(read(`q=${'a'.repeat(201)}`).search).toHaveLength(200)
})

test.each(['', 'q=Ana&status=lead&service=Local+SEO&sort=company&dir=desc'])(
  'parseContactQuery reads what toContactParams writes for %j',
  (search) => {
    expect(parseContactQuery(toContactParams(read(search)))).toEqual(read(search))
  },
)

describeBothDatabases('contact list and export', (open) => {
  let database: Database
  let manager: SupabaseClient
  beforeAll(async () => {
    database = await open()
    manager = await (await createTeamWorld(database)).member('mia@team.example', 'manager')
    const people = Array.from({ length: 120 }, (_, n) => ({
      first_name: `P${n}`,
      email: n % 3 === 0 ? null : `p${n % 40}@list.example`,
      company: n % 4 === 0 ? null : ['Élan', 'elan', 'Öl 50%', 'a*b'][n % 5],
      phone: n % 2 === 0 ? null : `(910) 762-0${100 + n}`,
      status: n % 5 === 0 ? 'customer' : 'lead',
      service_request: n % 6 === 0 ? null : 'Local SEO',
    }))
    await manager.from('crm_contacts').insert(people).throwOnError()
  })
  afterAll(() => database.close())

  /** Reads page by page; the second half counts from the end. */
  async function listNames(search: string): Promise<string[]> {
    const first = await listContacts(manager, read(search), 0)
    const total = first.total ?? 0
    const starts = [50, 100].filter((from) => from < total)
    const rest = await Promise.all(starts.map((from) => listContacts(manager, read(search), from, { total })))
    return [first, ...rest].flatMap(({ rows }) => rows.map((row) => row.first_name))
  }

  async function exportNames(search: string): Promise<string[]> {
    const file = await exportContacts(manager, read(search))
    return parse<Record<string, string>>(file, { bom: true, columns: true }).map(
      (row) => row['First name'] ?? '',
    )
  }

  const sorts = ['created_at', 'name', 'email', 'company', 'status', 'service_request']
  const orders = sorts.flatMap((sort) => [`sort=${sort}&dir=asc`, `sort=${sort}&dir=desc`])
  test.each(orders)('list and export have the same 120 contacts in the same order for %s', async (order) => {
    const listed = await listNames(order)
    expect(listed).toHaveLength(120)
    expect(await exportNames(order)).toEqual(listed)
  })

  test.each([
    ['status=customer', 24],
    ['service=Local+SEO&status=lead', 80],
    ['q=50%25', 18],
    ['q=762-0101', 1],
    ['q=nobody', 0],
  ])('list and export find the same contacts for %s', async (search, count) => {
    const listed = await listNames(search)
    expect(listed).toHaveLength(count)
    expect(await exportNames(search)).toEqual(listed)
  })
})
