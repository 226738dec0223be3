import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createTeamWorld } from '../team/team.fixture.ts'

describeBothDatabases('when a contact was last heard', (open) => {
  let database: Database
  let manager: SupabaseClient
  beforeAll(async () => {
    database = await open()
    manager = await (await createTeamWorld(database)).member('mia@heard.example', 'manager')
  })
  afterAll(() => database.close())

  async function addContact(): Promise<string> {
    const { data } = await manager
      .from('crm_contacts')
      .insert({ first_name: 'Ana' })
      .select('id')
      .single()
      .throwOnError()
    return String(data.id)
  }

  async function read(id: string) {
    const { data } = await manager
      .from('crm_contacts')
      .select('last_heard_key, updated_at')
      .eq('id', id)
      .single()
      .throwOnError()
    return {
      heard: data.last_heard_key === null ? null : String(data.last_heard_key),
      updated: String(data.updated_at),
    }
  }

  const lastHeard = async (id: string) => (await read(id)).heard?.slice(0, 10) ?? null

  async function log(id: string, day: string, fields: Record<string, string> = {}): Promise<string> {
    const row = {
      type: 'sms',
      direction: 'inbound',
      status: 'received',
      phone_number: '+19105550100',
      contact_id: id,
      created_at: `${day}T12:00:00Z`,
      ...fields,
    }
    const { rows } = await asService(database, (tx) =>
      tx.query<{ id: string }>(
        `insert into public.communication_logs (${Object.keys(row).join(', ')})
         values (${Object.keys(row)
           .map((_, n) => `$${n + 1}`)
           .join(', ')}) returning id`,
        Object.values(row),
      ),
    )
    return rows[0]?.id ?? ''
  }

  test('the newest message, call, email or inquiry counts, in both directions', async () => {
    const id = await addContact()
    expect(await lastHeard(id)).toBeNull()
    await log(id, '2026-03-02')
    await log(id, '2026-03-01')
    expect(await lastHeard(id)).toBe('2026-03-02')
    await log(id, '2026-03-03', { direction: 'outbound', status: 'sent' })
    expect(await lastHeard(id)).toBe('2026-03-03')
    await log(id, '2026-03-04', { type: 'call', direction: 'outbound', status: 'initiated' })
    expect(await lastHeard(id)).toBe('2026-03-04')
    await log(id, '2026-03-05', { type: 'email' })
    expect(await lastHeard(id)).toBe('2026-03-05')
    await asService(database, (tx) =>
      tx.query(
        `insert into public.contact_submissions (contact_id, name, email, message, text_consent, raw, received_at)
         values ($1, 'Ana', 'ana@heard.example', 'Hello', false, '{}', '2026-03-06T12:00:00Z')`,
        [id],
      ),
    )
    expect(await lastHeard(id)).toBe('2026-03-06')
  })

  test('a text counts from when it was sent; one that never left or that a rule sent does not count', async () => {
    const id = await addContact()
    const out = { direction: 'outbound' }
    await log(id, '2026-04-02', { ...out, status: 'failed' })
    await log(id, '2026-04-03', { ...out, status: 'sent', purpose: 'text_back' })
    const waiting = await log(id, '2026-04-04', { ...out, status: 'scheduled' })
    expect(await lastHeard(id)).toBeNull()
    await asService(database, (tx) =>
      tx.query(
        `update public.communication_logs set status = 'sent', attempted_at = '2026-04-09T12:00:00Z' where id = $1`,
        [waiting],
      ),
    )
    expect(await lastHeard(id)).toBe('2026-04-09')
    await asService(database, (tx) =>
      tx.query('delete from public.communication_logs where id = $1', [waiting]),
    )
    expect(await lastHeard(id)).toBeNull()
  })

  test('a message is no change of the contact: not for an open form, nor in its history', async () => {
    const id = await addContact()
    const before = await read(id)
    await log(id, '2026-05-01')
    expect((await read(id)).updated).toBe(before.updated)
    const { data } = await manager
      .from('contact_changes')
      .select('action')
      .eq('contact_id', id)
      .throwOnError()
    expect(data).toEqual([{ action: 'insert' }])
    await manager.from('crm_contacts').update({ company: 'New' }).eq('id', id).throwOnError()
    expect((await read(id)).updated).not.toBe(before.updated)
  })

  test('the time moves with a merge, and a message after it does not keep the merge from being undone', async () => {
    const [kept, merged] = [await addContact(), await addContact()]
    await log(merged, '2026-06-01')
    const { data } = await manager
      .from('contact_merges')
      .insert({ kept_id: kept, merged_id: merged })
      .select('id')
      .single()
      .throwOnError()
    expect(await lastHeard(kept)).toBe('2026-06-01')
    await log(kept, '2026-06-02')
    await manager.from('contact_merges').update({ undone: true }).eq('id', data.id).throwOnError()
    expect([await lastHeard(kept), await lastHeard(merged)]).toEqual(['2026-06-02', '2026-06-01'])
  })

  test('staff cannot write the time a contact was last heard', async () => {
    const id = await addContact()
    const { error } = await manager
      .from('crm_contacts')
      .update({ last_heard_key: '2026-01-01T00:00:00Z' })
      .eq('id', id)
    expect(error?.message).toContain('cannot be written')
    const inserted = await manager
      .from('crm_contacts')
      .insert({ first_name: 'Bea', last_heard_key: '2026-01-01T00:00:00Z' })
    expect(inserted.error?.message).toContain('cannot be written')
  })
})
