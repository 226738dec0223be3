import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createTeamWorld } from '../team/team.fixture.ts'
import { MAX_CHOSEN } from './contact-bulk.ts'
import { changeContacts, exportContacts } from './contacts.api.ts'

async function findId(person: SupabaseClient): Promise<string> {
  const { data } = await person.auth.getUser()
  return data.user?.id ?? ''
}

const chosen = (query: string, total: number, except: string[] = []) => ({ query, except, total })

describeBothDatabases('change-contacts', (open) => {
  let database: Database
  let mia: SupabaseClient
  let marta: SupabaseClient
  let client: SupabaseClient
  let ids: string[]
  beforeAll(async () => {
    database = await open()
    const world = await createTeamWorld(database)
    mia = await world.member('mia@bulk.example', 'manager')
    marta = await world.member('marta@bulk.example', 'manager')
    client = await world.member('client@bulk.example', 'client')
  })
  afterAll(() => database.close())

  beforeEach(async () => {
    await asService(database, (tx) => tx.query('delete from public.crm_contacts'))
    const people = ['lead', 'prospect', 'customer', 'lead'].map((status, n) => ({
      first_name: `P${n}`,
      last_name: '',
      status,
      service_request: n < 3 ? 'Local SEO' : null,
    }))
    const { data } = await mia.from('crm_contacts').insert(people).select('id').throwOnError()
    ids = data.map(({ id }) => String(id))
  })

  async function stored(column: 'status' | 'owner_id' | 'next_step' | 'next_step_on') {
    const { data } = await mia
      .from('crm_contacts')
      .select('status, owner_id, next_step, next_step_on')
      .order('first_name')
      .throwOnError()
    return data.map((row) => row[column])
  }

  test('change-contacts sets the status of chosen contacts, and undo restores each one exactly', async () => {
    const change = { action: 'status', value: 'inactive', chosen: { ids: ids.slice(0, 3) } } as const
    const { count, at } = await changeContacts(mia, change)
    expect(count).toBe(3)
    expect(await stored('status')).toEqual(['inactive', 'inactive', 'inactive', 'lead'])
    expect(await changeContacts(mia, { action: 'undo', at })).toMatchObject({ count: 3 })
    expect(await stored('status')).toEqual(['lead', 'prospect', 'customer', 'lead'])
    expect(await changeContacts(mia, { action: 'undo', at })).toMatchObject({ count: 0 })
  })

  test('change-contacts counts only contacts that had another status', async () => {
    const change = { action: 'status', value: 'lead', chosen: { ids } } as const
    expect(await changeContacts(mia, change)).toMatchObject({ count: 2 })
  })

  test('undo leaves a contact alone that a colleague has changed since, and what others did', async () => {
    const { at } = await changeContacts(mia, { action: 'status', value: 'inactive', chosen: { ids } })
    await marta.from('crm_contacts').update({ status: 'customer' }).eq('id', ids[0]).throwOnError()
    expect(await changeContacts(marta, { action: 'undo', at })).toMatchObject({ count: 0 })
    expect(await changeContacts(mia, { action: 'undo', at })).toMatchObject({ count: 3 })
    expect(await stored('status')).toEqual(['customer', 'prospect', 'customer', 'lead'])
  })

  test('change-contacts sets the owner of all that match except some, and undo restores each one', async () => {
    const [first, second] = [await findId(mia), await findId(marta)]
    await mia.from('crm_contacts').update({ owner_id: second }).eq('id', ids[1]).throwOnError()
    const { count, at } = await changeContacts(mia, {
      action: 'owner',
      value: first,
      chosen: chosen('service=Local+SEO', 3, [ids[2] ?? '']),
    })
    expect(count).toBe(2)
    expect(await stored('owner_id')).toEqual([first, first, null, null])
    await changeContacts(mia, { action: 'undo', at })
    expect(await stored('owner_id')).toEqual([null, second, null, null])
  })

  const plan = { action: 'next-step', step: 'Call the shop', day: '2026-12-01' } as const

  test('change-contacts gives chosen contacts one next step and owner, and undo restores each one exactly', async () => {
    const [first, second] = [await findId(mia), await findId(marta)]
    const earlier = { next_step: 'Send the map audit', next_step_on: '2026-11-30', owner_id: second }
    await mia.from('crm_contacts').update(earlier).eq('id', ids[1]).throwOnError()
    // The log of a change has only the columns that changed.
    const alike = { next_step: plan.step, next_step_on: '2026-12-24', owner_id: first }
    await mia.from('crm_contacts').update(alike).eq('id', ids[2]).throwOnError()
    const change = { ...plan, step: ' Call the shop ', owner: first, chosen: { ids: ids.slice(0, 3) } }
    const { count, at } = await changeContacts(mia, change)
    expect(count).toBe(3)
    expect(await stored('next_step')).toEqual([plan.step, plan.step, plan.step, null])
    expect(await stored('next_step_on')).toEqual([plan.day, plan.day, plan.day, null])
    expect(await stored('owner_id')).toEqual([first, first, first, null])
    expect(await changeContacts(mia, change)).toMatchObject({ count: 0 })
    expect(await changeContacts(mia, { action: 'undo', at })).toMatchObject({ count: 3 })
    expect(await stored('next_step')).toEqual([null, 'Send the map audit', plan.step, null])
    expect(await stored('next_step_on')).toEqual([null, '2026-11-30', '2026-12-24', null])
    expect(await stored('owner_id')).toEqual([null, second, first, null])
    expect(await changeContacts(mia, { action: 'undo', at })).toMatchObject({ count: 0 })
  })

  test('change-contacts writes one audit entry for the next steps of many, and one for taking them back', async () => {
    const owner = await findId(mia)
    const { at } = await changeContacts(mia, { ...plan, owner, chosen: { ids } })
    await changeContacts(mia, { action: 'undo', at })
    const { rows } = await asService(database, (tx) =>
      tx.query(
        `select action, changes from public.audit_log where table_name = 'planned_steps' and actor = $1 order by id desc limit 2`,
        [owner],
      ),
    )
    expect(rows).toEqual([
      { action: 'delete', changes: { contacts: { old: 4 } } },
      {
        action: 'insert',
        changes: {
          contacts: { new: 4 },
          next_step: { new: 'Call the shop' },
          next_step_on: { new: '2026-12-01' },
        },
      },
    ])
  })

  test('undo of next steps leaves alone those that a colleague finished or moved since', async () => {
    const { at } = await changeContacts(mia, { ...plan, owner: await findId(mia), chosen: { ids } })
    const set = (n: number, fields: object) =>
      marta.from('crm_contacts').update(fields).eq('id', ids[n]).throwOnError()
    await set(0, { next_step: null, next_step_on: null, owner_id: null })
    await set(1, { next_step_on: '2026-12-02', owner_id: null })
    expect(await changeContacts(mia, { action: 'undo', at })).toMatchObject({ count: 2 })
    expect(await stored('next_step')).toEqual([null, plan.step, null, null])
    expect(await stored('next_step_on')).toEqual([null, '2026-12-02', null, null])
  })

  test.each([
    ['no words', { step: ' ' }],
    ['two lines', { step: 'Call\nthem' }],
    ['201 characters', { step: 'x'.repeat(201) }],
    ['no date', { day: 'soon' }],
    ['a day that does not exist', { day: '2026-02-30' }],
    ['a year out of range', { day: '2999-01-01' }],
    ['no owner', { owner: '' }],
  ])('change-contacts refuses a next step with %s', async (_name, wrong) => {
    const change = { ...plan, owner: await findId(mia), chosen: { ids }, ...wrong }
    await expect(changeContacts(mia, change)).rejects.toThrow('wrong form')
    expect(await stored('next_step')).toEqual([null, null, null, null])
  })

  test('change-contacts deletes contacts, and undo restores them', async () => {
    const { count, at } = await changeContacts(mia, { action: 'delete', chosen: chosen('status=lead', 2) })
    expect(count).toBe(2)
    expect(await stored('status')).toEqual(['prospect', 'customer'])
    expect(await changeContacts(mia, { action: 'undo', at })).toMatchObject({ count: 2 })
    expect(await stored('status')).toEqual(['lead', 'prospect', 'customer', 'lead'])
  })

  test('change-contacts changes nothing if another number of contacts matches by now', async () => {
    const change = { action: 'delete', chosen: chosen('status=lead', 3) } as const
    await expect(changeContacts(mia, change)).rejects.toThrow('The list has changed.')
    expect(await stored('status')).toHaveLength(4)
  })

  test('export-chosen-contacts has the chosen contacts in the order of the list', async () => {
    const file = await exportContacts(mia, chosen('sort=name&dir=desc', 4, [ids[1] ?? '']))
    expect(file.match(/^P\d/gm)).toEqual(['P3', 'P2', 'P0'])
    expect((await exportContacts(mia, { ids: ids.slice(1, 2) })).match(/^P\d/gm)).toEqual(['P1'])
  })

  test('change-contacts refuses clients, an owner without a role, and more ids than can be chosen', async () => {
    const change = { action: 'status', value: 'lead', chosen: { ids } } as const
    await expect(changeContacts(client, change)).rejects.toThrow('Only managers and admins may do this.')
    const owner = { action: 'owner', value: await findId(client), chosen: { ids } } as const
    await expect(changeContacts(mia, owner)).rejects.toThrow('This owner is no longer')
    const step = { ...plan, owner: await findId(client), chosen: { ids } }
    await expect(changeContacts(mia, step)).rejects.toThrow('This owner is no longer')
    await expect(changeContacts(client, step)).rejects.toThrow('Only managers and admins may do this.')
    const many = { ids: Array.from({ length: MAX_CHOSEN + 1 }, () => ids[0] ?? '') }
    await expect(changeContacts(mia, { ...change, chosen: many })).rejects.toThrow('chosen')
  })

  test('a deleted contact is kept with the rows of every table that refers to contacts', async () => {
    const { rows } = await database.transaction((tx) =>
      tx.query(
        `select relation || '.' || link as missing from private.contact_links()
         where position(format('(''%s'', ''%s'',', relation, case when cascades then 'rows' else 'ids' end)
                        in pg_get_functiondef('private.hanging_on'::regproc)) = 0 or link <> 'contact_id'`,
      ),
    )
    expect(rows).toEqual([])
  })

  test('change-contacts plans and deletes thousands in one transaction each, and undo restores them', async () => {
    await asService(database, async (tx) => {
      await tx.query(
        `insert into public.crm_contacts (first_name, next_step, next_step_on)
         select 'P', 'Step ' || n, '2026-11-30' from generate_series(1, 4000) as n`,
      )
      await tx.query(
        `insert into public.communication_logs (type, direction, phone_number, message, status, contact_id)
         select 'sms', 'inbound', '+19105550199', 'Hello', 'received', id from public.crm_contacts where id = any ($1::uuid[])`,
        [ids],
      )
    })
    const plans = { ...plan, owner: await findId(mia), chosen: chosen('', 4004) }
    const planned = await changeContacts(mia, plans)
    expect(planned.count).toBe(4004)
    expect(await changeContacts(mia, { action: 'undo', at: planned.at })).toMatchObject({ count: 4004 })
    const deleted = await changeContacts(mia, { action: 'delete', chosen: chosen('', 4004) })
    expect(deleted.count).toBe(4004)
    expect(await changeContacts(mia, { action: 'undo', at: deleted.at })).toMatchObject({ count: 4004 })
    const { count: kept } = await mia
      .from('crm_contacts')
      .select('id', { count: 'exact', head: true })
      .like('next_step', 'Step %')
      .eq('next_step_on', '2026-11-30')
    expect(kept).toBe(4000)
    const texts = await mia
      .from('communication_logs')
      .select('contact_id')
      .in('contact_id', ids)
      .throwOnError()
    expect(texts.data).toHaveLength(ids.length)
  })
})
