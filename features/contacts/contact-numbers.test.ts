import type { SupabaseClient } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { normalizePhone } from './contacts.server.ts'
import { renormalizePhones } from './renormalize-phones.server.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { call, createTeamWorld } from '../team/team.fixture.ts'

const TYPED = [
  ['(910) 762-0142', '+19107620142'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['(910) 762-0142 #12', '+19107620142'],
  ['011 44 20 7946 0958', '+442079460958'],
  ['(111) 111-1111', null],
  ['call me', null],
] as const

describeBothDatabases('numbers of contacts', (open) => {
  let database: Database
  let manager: SupabaseClient
  beforeAll(async () => {
    database = await open()
    const world = await createTeamWorld(database)
    manager = await world.member('mia@team.example', 'manager')
  })
  afterAll(() => database.close())

  const contacts = () => manager.from('crm_contacts')
  const owner = (sql: string, ...values: unknown[]) =>
    database.asOwner(async (tx) => (await tx.query(sql, values)).rows)
  const service = (sql: string, ...values: unknown[]) =>
    asService(database, async (tx) => (await tx.query(sql, values)).rows)
  async function add(phone: string | null): Promise<string> {
    const { data } = await contacts()
      .insert({ first_name: 'Ana', phone })
      .select('id')
      .single()
      .throwOnError()
    return data.id
  }

  test.each(TYPED)('supabase-js stores %j as %j on insert and on update', async (phone, number) => {
    const inserted = await contacts()
      .insert([{ first_name: 'Ana', phone }])
      .select()
      .single()
      .throwOnError()
    expect(inserted.data.phone_e164).toBe(number)
    const id = await add('(910) 762-0199')
    const updated = await contacts().update({ phone }).eq('id', id).select().single().throwOnError()
    expect(updated.data).toMatchObject({ phone, phone_e164: number })
    await contacts().update({ phone: null }).eq('id', id).throwOnError()
    const emptied = await contacts().select('phone_e164').eq('id', id).single().throwOnError()
    expect(emptied.data.phone_e164).toBeNull()
  })

  test('supabase-js stores a list of contacts with the number of each', async () => {
    const rows = TYPED.map(([phone]) => ({ first_name: 'Bea', phone }))
    const { data } = await contacts().insert(rows).select('phone, phone_e164').throwOnError()
    expect(data.map(({ phone, phone_e164: number }) => [phone, number])).toEqual(TYPED)
  })

  test('consent to texts survives another spelling of the same number and ends with another number', async () => {
    const id = await add('(910) 762-0143')
    await contacts().update({ text_consent: true }).eq('id', id).throwOnError()
    const spelled = await contacts()
      .update({ phone: '910.762.0143' })
      .eq('id', id)
      .select()
      .single()
      .throwOnError()
    expect(spelled.data).toMatchObject({ phone_e164: '+19107620143', text_consent: true })
    await contacts().update({ phone: '(910) 762-0144' }).eq('id', id).throwOnError()
    const moved = await contacts().select('text_consent').eq('id', id).single().throwOnError()
    expect(moved.data.text_consent).toBe(false)
  })

  test('phone_e164 cannot be written by a manager or by the service role', async () => {
    const id = await add('(910) 762-0145')
    const written = await contacts().update({ phone_e164: '+19107620146' }).eq('id', id)
    expect(written.error).toMatchObject({ code: '428C9' })
    const inserted = await contacts().insert({ first_name: 'Cy', phone_e164: '+19107620146' })
    expect(inserted.error).toMatchObject({ code: '428C9' })
    await expect(
      service(`update public.crm_contacts set phone_e164 = '+1' where id = $1`, id),
    ).rejects.toMatchObject({
      sqlState: '428C9',
    })
  })

  test('phone_e164 is cleared by plain SQL and filled by the next renormalizePhones', async () => {
    const id = await add('(910) 762-0147')
    await owner(`update public.crm_contacts set phone = '910-762-0148' where id = $1`, id)
    const read = () => owner('select phone_e164 from public.crm_contacts where id = $1', id)
    expect(await read()).toEqual([{ phone_e164: null }])
    await renormalizePhones(database)
    expect(await read()).toEqual([{ phone_e164: '+19107620148' }])
  })

  test('renormalizePhones replaces numbers of the old rule in every table and is idempotent', async () => {
    const [id, deleted, kept, merged] = await Promise.all([
      add('+44 (0)20 7946 0958'),
      add('(111) 111-1111'),
      add('(910) 762-0149'),
      add('+44 (0)20 7946 0959'),
    ])
    const wrong = '+4402079460958'
    await owner('update public.crm_contacts set phone_e164 = $2 where id = $1', id, wrong)
    await owner(`update public.crm_contacts set phone_e164 = '+11111111111' where id = $1`, deleted)
    await owner(`update public.crm_contacts set phone_e164 = '+4402079460959' where id = $1`, merged)
    await contacts().delete().eq('id', deleted).throwOnError()
    await manager.from('contact_merges').insert({ kept_id: kept, merged_id: merged }).throwOnError()
    await owner(
      `insert into public.consent_events (contact_id, phone_e164, action, method) values ($1, $2, 'revoke', 'staff')`,
      id,
      wrong,
    )
    await owner(
      `insert into public.communication_logs (id, type, contact_id, phone_number, status)
       values ('${randomUUID()}', 'sms', $1, $2, 'sent')`,
      id,
      wrong,
    )
    await owner(`update private.phone_rule set rule = 'private.e164'`)
    await renormalizePhones(database)

    const stored = `
      select phone, phone_e164 as number from public.crm_contacts
      union all select contact ->> 'phone', contact ->> 'phone_e164' from public.deleted_contacts
      union all select merged ->> 'phone', merged ->> 'phone_e164' from private.contact_merge_records
      union all select kept_after ->> 'phone', kept_after ->> 'phone_e164' from private.contact_merge_records`
    for (const { phone, number } of await owner(stored)) expect(number).toBe(normalizePhone(String(phone)))
    const used = `select phone_e164 as number from public.consent_events where contact_id = $1
      union select phone_number from public.communication_logs where contact_id = $1`
    expect(await owner(used, id)).toEqual([{ number: '+442079460958' }])
    expect(await owner(`select private.is_suppressed($1) as it`, '+442079460958')).toEqual([{ it: false }])

    const before = await owner('select * from public.crm_contacts order by id')
    await renormalizePhones(database)
    expect(await owner('select * from public.crm_contacts order by id')).toEqual(before)
  })

  test('server functions accept any UUID PostgreSQL accepts and name the malformed field otherwise', async () => {
    // No version and no variant, as imported data may have.
    const id = '11111111-2222-3333-4444-555555555555'
    await contacts().insert({ id, first_name: 'Old', phone: '(910) 762-0150' }).throwOnError()
    const told = { contactId: id, action: 'grant', channel: 'phone', reason: 'Said so on the phone.' }
    expect(await call(manager, 'record-consent', told)).toEqual({ status: 200, body: { success: true } })
    expect(await call(manager, 'record-consent', { ...told, contactId: 'x' })).toEqual({
      status: 400,
      body: { error: 'The request is missing these fields, or they have the wrong form: contactId.' },
    })
    expect(await call(manager, 'settle-message', {})).toEqual({
      status: 400,
      body: { error: 'The request is missing these fields, or they have the wrong form: logId, decision.' },
    })
  })
})
