import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createTeamWorld } from '../team/team.fixture.ts'
import { parseContactQuery } from './contact-query.ts'
import { countViews, createView, deleteView, listViews, updateView } from './contact-views.api.ts'
import { listContacts } from './contacts.api.ts'

async function names(backend: SupabaseClient): Promise<string[]> {
  return (await listViews(backend)).map(({ name }) => name)
}

describeBothDatabases('saved views over HTTP', (open) => {
  let database: Database
  let mia: SupabaseClient
  let joel: SupabaseClient
  let admin: SupabaseClient
  let client: SupabaseClient
  beforeAll(async () => {
    database = await open()
    const world = await createTeamWorld(database)
    mia = await world.member('mia@views.example', 'manager')
    joel = await world.member('joel@views.example', 'manager')
    admin = await world.member('ada@views.example', 'admin')
    client = await world.member('client@views.example', 'client')
    const { data: me } = await mia
      .from('profiles')
      .select('id')
      .eq('email', 'mia@views.example')
      .single()
      .throwOnError()
    const people: object[] = [
      { first_name: 'Ana', owner_id: me.id, status: 'customer' },
      { first_name: 'Bea', notes: 'Knows Ana' },
      { first_name: 'Cal', next_step: 'Call', next_step_on: '2026-12-01' },
    ]
    for (const fields of people) await mia.from('crm_contacts').insert(fields).throwOnError()
  })
  afterAll(() => database.close())

  test('a new staff member begins with the same views as others', async () => {
    const first = ['Open leads', 'My people', 'No owner', 'No next step', 'Customers', 'Agreed to texts']
    expect(await names(mia)).toEqual(expect.arrayContaining(first))
    expect(await names(mia)).toEqual(await names(joel))
    expect(await names(client)).toEqual([])
  })

  test('count-contact-views counts what the list shows, also with a search and for oneself', async () => {
    await createView(mia, crypto.randomUUID(), { name: 'Ana', shared: false, filters: { q: 'ana' } })
    const views = await listViews(mia)
    const counts = await countViews(mia)
    const byName = Object.fromEntries(views.map(({ id, name }) => [name, counts[id]]))
    expect(byName).toMatchObject({
      'Open leads': 2,
      'My people': 1,
      'No owner': 2,
      'No next step': 2,
      Customers: 1,
      'Agreed to texts': 0,
      Ana: 2,
    })
    for (const { id, filters } of views) {
      const { total } = await listContacts(mia, parseContactQuery(new URLSearchParams(filters)), 0)
      expect(counts[id]).toBe(total)
    }
    const mine = views.find(({ name }) => name === 'My people')?.id ?? ''
    expect((await countViews(joel))[mine]).toBe(0)
  })

  test('count-contact-views refuses callers with the role client', async () => {
    await expect(countViews(client)).rejects.toThrow('Only managers and admins may do this.')
  })

  test('saving again after a lost answer saves one view', async () => {
    const id = crypto.randomUUID()
    await createView(mia, id, { name: 'Once', shared: false, filters: {} })
    await createView(mia, id, { name: 'Once', shared: false, filters: { status: 'lead' } })
    expect((await listViews(mia)).filter(({ name }) => name === 'Once')).toMatchObject([
      { id, filters: { status: 'lead' } },
    ])
  })

  test('a private view is seen by its owner, a shared one by all, and changed by its owner and admins', async () => {
    const [own, shared] = [crypto.randomUUID(), crypto.randomUUID()]
    await createView(mia, own, { name: 'Private', shared: false, filters: {} })
    await createView(mia, shared, { name: 'Shared', shared: true, filters: {} })
    expect(await names(joel)).not.toContain('Private')
    expect(await names(joel)).toContain('Shared')
    await expect(updateView(joel, shared, { name: 'Taken' })).rejects.toThrow('The answer has no row')
    await deleteView(joel, shared)
    expect(await names(mia)).toContain('Shared')
    await updateView(admin, shared, { name: 'Renamed' })
    expect(await names(mia)).toContain('Renamed')
    await expect(updateView(admin, shared, { shared: false })).rejects.toThrow(
      'new row violates row-level security policy',
    )
    await deleteView(mia, shared)
    expect(await names(joel)).not.toContain('Renamed')
  })
})
