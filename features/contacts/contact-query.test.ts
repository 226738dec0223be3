import type { SupabaseClient } from '@supabase/supabase-js'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createTeamWorld } from '../team/team.fixture.ts'
import { contactConditions, parseContactQuery, toContactParams } from './contact-query.ts'
import { exportContacts, listContacts } from './contacts.api.ts'

const read = (search: string) => parseContactQuery(new URLSearchParams(search))

test('parseContactQuery defaults to all contacts, newest first, and ignores unknown values', () => {
  const all = { search: '', filters: {}, sort: 'created_at', ascending: false }
  expect(read('')).toEqual(all)
  expect(read('q=+&status=vip&service=&sort=constructor&dir=up&constructor=1')).toEqual(all)
  expect(read('owner=Marta&source=radio&added=soon&due=never&texts=no&phone=no')).toEqual(all)
})

test('parseContactQuery sorts text from A and cuts a search at 200 characters', () => {
  expect(read('sort=name')).toMatchObject({ sort: 'name', ascending: true })
  expect(read('sort=created_at&dir=asc')).toMatchObject({ ascending: true })
  expect(read(`q=${'a'.repeat(201)}`).search).toHaveLength(200)
})

test.each([
  ['7d', true],
  ['2026-11-01..2026-11-30', true],
  ['2024-02-29..', true],
  ['..2026-11-30', true],
  ['2026-02-29..', false],
  ['2026-13-01..', false],
  ['..', false],
  ['2026-11-01', false],
  ['2026-11-01..2026-11-02..2026-11-03', false],
  ["2026-11-01' or true..", false],
])('parseContactQuery and days added as %j: %s', (added, known) => {
  const { filters } = parseContactQuery(new URLSearchParams({ added }))
  expect(filters).toEqual(known ? { added } : {})
})

test('days begin at midnight of the business, and the last day counts', () => {
  const reader = { id: null, now: new Date('2026-11-20T03:30:00Z') }
  const days = (added: string) =>
    contactConditions({ search: '', filters: { added } }, reader).all.map(
      ({ operator, value }) => `${operator} ${value}`,
    )
  expect(days('2026-11-01..2026-11-30')).toEqual([
    'gte 2026-11-01 America/New_York',
    'lt 2026-12-01 America/New_York',
  ])
  // In New York it is still November 19.
  expect(days('7d')).toEqual(['gte 2026-11-13 America/New_York'])
})

test.each([
  '',
  'q=Ana&status=lead&service=Local+SEO&sort=company&dir=desc',
  'owner=me&source=import&added=30d&due=none&quiet=90d&texts=ok&phone=yes',
])('parseContactQuery reads what toContactParams writes for %j', (search) => {
  expect(parseContactQuery(toContactParams(read(search)))).toEqual(read(search))
})

describeBothDatabases('contact list and export', (open) => {
  let database: Database
  let manager: SupabaseClient
  let mia: string
  beforeAll(async () => {
    database = await open()
    const world = await createTeamWorld(database)
    manager = await world.member('mia@team.example', 'manager')
    await world.member('joel@team.example', 'admin')
    const people = Array.from({ length: 120 }, (_, n) => ({
      first_name: `P${n}`,
      email: n % 3 === 0 ? null : `p${n % 40}@list.example`,
      company: n % 4 === 0 ? null : ['Élan', 'elan', 'Öl 50%', 'a*b'][n % 5],
      phone: n % 2 === 0 ? null : `(910) 762-0${100 + n}`,
      status: n % 5 === 0 ? 'customer' : 'lead',
      service_request: n % 6 === 0 ? null : 'Local SEO',
    }))
    await manager.from('crm_contacts').insert(people).throwOnError()
    await giveOwnersSourcesAndDates()
  })
  afterAll(() => database.close())

  /** Ten of each owner, source and day; the rest has no owner. */
  async function giveOwnersSourcesAndDates() {
    const { data } = await manager.from('profiles').select('id, email').throwOnError()
    const findId = (name: string) => data.find(({ email }) => email === `${name}@team.example`)?.id
    mia = findId('mia')
    await asService(database, async (tx) => {
      const set = (changes: string, names: string, ...values: unknown[]) =>
        tx.query(`update public.crm_contacts set ${changes} where first_name ~ '^P(${names})$'`, values)
      await set('owner_id = $1', '1\\d', mia)
      await set('owner_id = $1', '2\\d', findId('joel'))
      await set(`source = 'import'`, '3\\d')
      await set(`created_at = '2026-03-01T04:59:59Z'`, '4\\d')
      await set(`created_at = '2026-03-01T05:00:00Z'`, '5\\d')
      await tx.query(
        `insert into public.communication_logs (type, direction, contact_id, phone_number, status, created_at)
         select 'sms', 'inbound', id, '+19105550100', 'received', now() - interval '1 hour' - (row_number() over (order by id) / 2) * interval '3 days'
         from public.crm_contacts where first_name ~ '^P[789]\\d$'`,
      )
      await set(`next_step = 'Call', next_step_on = '2020-01-01'`, '6\\d')
    })
  }

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

  const sorts = ['created_at', 'name', 'email', 'company', 'status', 'service_request', 'last_heard']
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
    ['owner=me', 10],
    ['owner=none', 100],
    ['owner=MIA', 10],
    ['owner=me&q=P1', 10],
    ['source=import', 10],
    ['source=staff', 110],
    ['source=phone', 0],
    ['added=7d', 100],
    ['added=..2026-02-28', 10],
    ['added=2026-03-01..2026-03-01', 10],
    ['added=2026-03-01..2026-03-01&q=762-', 5],
    ['due=today', 10],
    ['due=none', 110],
    ['quiet=30d', 11],
    ['texts=ok', 0],
    ['phone=yes', 60],
  ])('list and export find the same contacts for %s', async (search, count) => {
    const address = search.replace('MIA', mia)
    const listed = await listNames(address)
    expect(listed).toHaveLength(count)
    expect(await exportNames(address)).toEqual(listed)
    if (count === 0) return
    // Bulk actions find as many, or they refuse.
    const query = toContactParams(read(address)).toString()
    const answer = await exportContacts(manager, { query, except: [], total: count })
    expect(parse(answer, { bom: true, columns: true })).toHaveLength(count)
    await expect(exportContacts(manager, { query, except: [], total: count + 1 })).rejects.toThrow(
      'The list has changed.',
    )
  })
})
