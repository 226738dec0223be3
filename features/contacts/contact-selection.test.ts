import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { ContactRow } from '../../db/row-types.ts'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createTeamWorld } from '../team/team.fixture.ts'
import { parseContactQuery } from './contact-query.ts'
import { exportContacts, listContacts } from './contacts.api.ts'

const people: Partial<ContactRow>[] = [
  { first_name: 'Hattie', last_name: 'Lockamy', company: 'Lockamy Oyster Co.', phone: '(910) 555-0112' },
  { first_name: 'Tomas', last_name: 'Okafor', email: 'tomas@okaforreyes.example', status: 'customer' },
  { first_name: 'Dana', last_name: 'Whitfield', notes: 'Husband Dell answers before 7 AM.' },
  { first_name: "Siobhán 'S'", last_name: "O'Neil\\", company: '50% *Off*' },
  { first_name: 'Oyster', last_name: 'Bay', phone: '+44 20 7946 0112' },
  { first_name: 'Élise', last_name: 'Marchetti', service_request: 'Local SEO' },
]

const query = (search: string, more = {}) => parseContactQuery(new URLSearchParams({ q: search, ...more }))

describeBothDatabases('search of contacts', (open) => {
  let database: Database
  let manager: SupabaseClient
  let client: SupabaseClient
  beforeAll(async () => {
    database = await open()
    const world = await createTeamWorld(database)
    manager = await world.member('mia@search.example', 'manager')
    client = await world.member('client@search.example', 'client')
    for (const [n, fields] of people.entries()) {
      const row = { ...fields, created_at: `2026-01-0${n + 1}T00:00:00Z` }
      await manager.from('crm_contacts').insert(row).throwOnError()
    }
    const { data } = await manager.from('crm_contacts').select('id, first_name').throwOnError()
    const id = (name: string) => data.find((row) => row.first_name === name)?.id
    await manager
      .from('contact_notes')
      .insert({ contact_id: id('Tomas'), body: 'Wants the upload page before the oyster season.' })
      .throwOnError()
    await asService(database, async (tx) => {
      await tx.query(
        `insert into public.communication_logs (type, direction, contact_id, phone_number, message, status)
         values ('sms', 'inbound', $1, '+19105550199', 'Is the brochure printed?', 'received')`,
        [id('Élise')],
      )
      await tx.query(
        `insert into public.contact_submissions (contact_id, name, email, message, text_consent, raw)
         values ($1, 'Dana', 'dana@search.example', 'We need a bilingual website.', false, '{}')`,
        [id('Dana')],
      )
    })
  })
  afterAll(() => database.close())

  async function find(search: string, more = {}): Promise<string[]> {
    const { rows, total } = await listContacts(manager, query(search, more), 0)
    expect(total).toBe(rows.length)
    return rows.map((row) => row.first_name)
  }

  test.each([
    ['lockamy', ['Hattie']],
    ['HATTIE LOCKAMY', ['Hattie']],
    ['okaforreyes', ['Tomas']],
    ['local seo', ['Élise']],
    ['0112', ['Oyster', 'Hattie']],
    ['50% *off', ["Siobhán 'S'"]],
    ["o'neil\\", ["Siobhán 'S'"]],
    ["'s'", ["Siobhán 'S'"]],
  ])('a search for %j finds what contains it', async (search, names) => {
    expect(await find(search)).toEqual(names)
  })

  test.each([
    ['lockamy hattie', ['Hattie']],
    ['co. oyster hat', ['Hattie']],
    ['0112 910', ['Hattie']],
    ['marchetti local', ['Élise']],
  ])('a search for %j finds the words in any order', async (search, names) => {
    expect(await find(search)).toEqual(names)
  })

  test.each([
    ['hatie', ['Hattie']],
    ['lokamy', ['Hattie']],
    ['tomas okafro', ['Tomas']],
    ['whitefeld', ['Dana']],
    ['marcheti elise', ['Élise']],
  ])('a search for %j finds the near spelling', async (search, names) => {
    expect(await find(search)).toEqual(names)
  })

  test.each([
    ['husband dell', ['Dana']],
    ['upload pag', ['Tomas']],
    ['printed brochure', ['Élise']],
    ['bilingual', ['Dana']],
  ])('a search for %j finds notes, texts and inquiries', async (search, names) => {
    expect(await find(search)).toEqual(names)
  })

  test('exact matches come first in the order of the list, then those of notes', async () => {
    expect(await find('oyster')).toEqual(['Oyster', 'Hattie', 'Tomas'])
    expect(await find('oyster', { sort: 'name', dir: 'asc' })).toEqual(['Hattie', 'Oyster', 'Tomas'])
    expect(await find('oyster', { status: 'customer' })).toEqual(['Tomas'])
  })

  test.each(['zzzzqqqq', '%', '\\', "''", ':* & !', '💡', '_______'])(
    'a search for %j that nothing resembles finds nothing, without an error',
    async (search) => {
      const expected = people.filter(({ first_name: first, last_name: last, company }) =>
        `${first} ${last}\n${company}`.includes(search),
      )
      expect(await find(search)).toHaveLength(expected.length)
    },
  )

  test.each(['oyster', 'lockamy hattie', 'whitefeld'])(
    'the export has the contacts of %j',
    async (search) => {
      const file = await exportContacts(manager, query(search))
      const listed = await find(search)
      expect(
        file
          .trim()
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(',', 1)[0]),
      ).toEqual(listed)
    },
  )

  test('search-contacts answers managers and admins, and refuses clients', async () => {
    await expect(listContacts(client, query('hattie'), 0)).rejects.toThrow(
      'Only managers and admins may do this.',
    )
  })
})
