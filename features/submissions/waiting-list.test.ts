import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createTeamWorld } from '../team/team.fixture.ts'
import {
  countWaiting,
  listWaitingPage,
  markReplied,
  undoMark,
  type WaitingListRow,
} from './waiting-list.api.ts'

const PEOPLE = 120

describeBothDatabases('waiting list', (open) => {
  let database: Database
  let manager: SupabaseClient
  let ownerId: string
  beforeAll(async () => {
    database = await open()
    manager = await (await createTeamWorld(database)).member('mia@team.example', 'manager')
    ownerId = (await manager.auth.getUser()).data.user?.id ?? ''
    await asService(database, async (tx) => {
      // Three at a time have the same due time, with microseconds.
      await tx.query(
        `with contact as (
           insert into public.crm_contacts (first_name, company, email, owner_id)
           select 'P' || no, 'Harbor', 'p' || no || '@waiting.example', case when no % 4 = 0 then $1::uuid end
           from generate_series(1, $2) as no returning id, first_name)
         insert into public.communication_logs
           (type, direction, contact_id, phone_number, message, status, seen, awaits_reply, created_at)
         select case when no % 2 = 0 then 'email' else 'sms' end, 'inbound', id, 'p' || no || '@waiting.example', 'Hello?',
                'received', false, true, timestamptz '2026-11-20 15:00:00.123456Z' + no / 3 * interval '1 minute'
         from contact, lateral (select substr(first_name, 2)::integer as no) as number`,
        [ownerId, PEOPLE],
      )
      await tx.query(
        `insert into public.communication_logs (type, direction, phone_number, status, awaits_reply, created_at)
         values ('call', 'inbound', 'Hidden number', 'missed', true, '2026-11-20 14:00:00Z')`,
      )
    })
  })

  async function listAll(filter: { ownerId?: string | null } = {}): Promise<WaitingListRow[]> {
    const all: WaitingListRow[] = []
    for (;;) {
      const page = await listWaitingPage(manager, { ...filter, after: all.at(-1) })
      all.push(...page)
      if (page.length === 0) return all
    }
  }

  test('listWaitingPage lists each person once over all pages, the earliest due time first', async () => {
    const all = await listAll()
    expect(new Set(all.map(({ id }) => id)).size).toBe(PEOPLE + 1)
    expect(all).toHaveLength(PEOPLE + 1)
    expect(await countWaiting(manager)).toBe(PEOPLE + 1)
    const order = all.map((row) => [Date.parse(row.due_at), row.id] as const)
    expect(order).toEqual(order.toSorted(([a, x], [b, y]) => a - b || (x < y ? -1 : 1)))
  })

  test('listWaitingPage gives the channel, the promise and what decides about a text, also for a hidden number', async () => {
    const all = await listAll()
    expect(all.find((row) => row.first_name === 'P4')).toMatchObject({
      company: 'Harbor',
      owner_id: ownerId,
      kind: 'email',
      promised_minutes: 1440,
      latest_words: 'Hello?',
      text_consent: false,
      may_text: false,
      text_reason: 'no_phone',
      unread: 1,
    })
    expect(all.find((row) => row.first_name === 'P3')).toMatchObject({ kind: 'text', promised_minutes: 60 })
    expect(all[0]).toMatchObject({
      contact_id: null,
      phone_number: 'Hidden number',
      first_name: null,
      kind: 'call',
      unread: 0,
    })
  })

  test('listWaitingPage and countWaiting keep to the contacts of one owner, or without one', async () => {
    const own = await listAll({ ownerId })
    expect(own.map((row) => row.owner_id)).toEqual(Array.from({ length: PEOPLE / 4 }, () => ownerId))
    expect(await countWaiting(manager, { ownerId })).toBe(PEOPLE / 4)
    expect(await countWaiting(manager, { ownerId: null })).toBe(PEOPLE + 1 - PEOPLE / 4)
  })

  test.each(['phone', 'in_person', 'elsewhere'] as const)(
    'markReplied with %s removes a person from the list, undoMark brings them back',
    async (method) => {
      for (const person of (await listAll()).slice(0, 2)) {
        const mark = await markReplied(manager, person, method)
        expect((await listAll()).map(({ id }) => id)).not.toContain(person.id)
        const { data } = await manager.from('reply_marks').select('method').eq('id', mark)
        expect(data).toEqual([{ method }])
        // A colleague was faster.
        await markReplied(manager, person, method)
        await undoMark(manager, mark)
        expect(await listAll()).toContainEqual(person)
      }
    },
  )
})
