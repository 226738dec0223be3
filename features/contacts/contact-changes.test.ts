import { queryWithPhones } from '../../tests/support/declare-phones.ts'
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { asIdentity, type Identity } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { changeConsent } from '../consent/consent.server.ts'
import { purgeDeletedContacts } from './contacts.server.ts'
import { RETENTION_DAYS } from '../privacy/privacy.ts'
import {
  formatEmail,
  createIdentity,
  people,
  seedPolicyFixtures,
} from '../../tests/policies/policy-fixtures.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'

const service: Identity = { role: 'service_role' }
const manager = createIdentity('manager')

interface Fields {
  first_name?: string
  last_name?: string
  email?: string | null
  phone?: string | null
  company?: string | null
  status?: string
  notes?: string | null
  service_request?: string | null
  owner_id?: string | null
  next_step?: string | null
  next_step_on?: string | null
}

describeBothDatabases('deleting and merging contacts', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await asIdentity(database, service, (tx) =>
      tx.query('set local role none').then(() => seedPolicyFixtures(tx)),
    )
  })
  beforeEach(() => run(service, 'delete from public.crm_contacts'))

  async function run(identity: Identity, sql: string, ...values: unknown[]) {
    return (await asIdentity(database, identity, (tx) => queryWithPhones(tx, sql, values))).rows
  }

  async function contact(fields: Fields = {}, { agreed = false } = {}): Promise<string> {
    const id = randomUUID()
    const row = { first_name: 'Ada', ...fields, id }
    const columns = Object.keys(row)
    const places = columns.map((_, index) => `$${index + 1}`)
    await run(
      service,
      `insert into public.crm_contacts (${columns.join(', ')}) values (${places.join(', ')})`,
      ...Object.values(row),
    )
    if (agreed) await consent(id, 'grant')
    return id
  }

  function consent(id: string, action: 'grant' | 'revoke') {
    return run(
      service,
      `insert into public.consent_events (occurred_at, contact_id, phone_e164, action, method)
       select clock_timestamp(), id, phone_e164, $2, 'web_form' from public.crm_contacts where id = $1`,
      id,
      action,
    )
  }

  /** Inserts one row into each table that references contacts. */
  async function history(id: string): Promise<void> {
    for (const statement of [
      `insert into public.contact_submissions (contact_id, name, email, message, text_consent, raw)
       values ($1, 'A', 'a@b.example', 'Hello', false, '{}')`,
      `insert into public.communication_logs (type, contact_id, phone_number, status) values ('sms', $1, '+1', 'sent')`,
      `insert into public.notifications (title, message, contact_id) values ('New', 'A wrote', $1)`,
      `insert into public.contact_notes (contact_id, author_id, body) values ($1, '${people.manager}', 'Rang back')`,
    ]) {
      await run(service, statement, id)
    }
  }

  /** All contacts and the rows that reference one, without `updated_at`. */
  async function everything() {
    const tables = [
      'contact_submissions',
      'communication_logs',
      'notifications',
      'contact_notes',
      'consent_events',
    ]
    const linked = tables.map(
      (name) => `select '${name}' as name, to_jsonb(row) - 'updated_at' as row from public.${name} as row`,
    )
    const rows = await run(
      service,
      `select * from (
         select 'contact' as name, to_jsonb(contact) - 'updated_at' as row from public.crm_contacts as contact
         union all ${linked.join(' union all ')}) as known
       order by name, row ->> 'id'`,
    )
    return rows
  }

  const contacts = () => run(manager, 'select * from public.crm_contacts order by created_at')
  const remove = (id: string) =>
    run(manager, 'delete from public.crm_contacts where id = $1 returning id', id)
  const restore = (id: string) =>
    run(manager, 'update public.deleted_contacts set restored = true where id = $1', id)
  async function merge(kept: string, merged: string, taken: string[] = []): Promise<string> {
    const rows = await run(
      manager,
      'insert into public.contact_merges (kept_id, merged_id, taken) values ($1, $2, $3) returning id',
      kept,
      merged,
      taken,
    )
    return String(rows[0]?.['id'])
  }
  const undo = (id: string) =>
    run(manager, 'update public.contact_merges set undone = true where id = $1', id)

  test('deleting a contact returns its id, and restoring it brings back every related row', async () => {
    const id = await contact(
      { email: 'ada@customer.example', phone: '(910) 555-0100', notes: 'n' },
      { agreed: true },
    )
    await history(id)
    const before = await everything()
    expect(await remove(id)).toEqual([{ id }])
    expect(await contacts()).toEqual([])
    expect(await run(service, 'select from public.contact_notes where contact_id = $1', id)).toEqual([])
    await restore(id)
    expect(await everything()).toEqual(before)
    expect(await run(manager, 'select from public.deleted_contacts where id = $1', id)).toEqual([])
  })

  test('contact_recycle_bin shows a manager who deleted a contact and the day it is purged', async () => {
    const bin = 'select * from public.contact_recycle_bin where id = $1'
    const id = await contact({
      last_name: 'Lovelace',
      email: 'ada@customer.example',
      phone: '(910) 555-0100',
    })
    expect(await run(manager, bin, id)).toEqual([])
    await remove(id)
    const [row] = await run(manager, bin, id)
    const deletedAt = z.coerce.date().parse(row?.['deleted_at'])
    expect(row).toMatchObject({
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@customer.example',
      phone: '(910) 555-0100',
      deleted_by: people.manager,
      deleted_by_name: formatEmail('manager'),
    })
    const purged = new Date(deletedAt.getTime() + RETENTION_DAYS.deletedContacts * 86_400_000)
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(purged)
    expect(
      await run(manager, 'select purge_on::text from public.contact_recycle_bin where id = $1', id),
    ).toEqual([{ purge_on: day }])
    await restore(id)
    expect(await run(manager, bin, id)).toEqual([])
    expect(await contacts()).toMatchObject([{ id, last_name: 'Lovelace' }])
  })

  test('a deleted contact is restored with its notes after the author of one was deleted', async () => {
    const gone = randomUUID()
    await asIdentity(database, { role: 'supabase_auth_admin' }, (tx) =>
      tx.query('insert into auth.users (id, email) values ($1, $2)', [gone, `${gone}@staff.example`]),
    )
    await run(service, `insert into public.profiles (id, email) values ($1, 'gone@staff.example')`, gone)
    const id = await contact({ last_name: 'Lovelace' })
    const note = `insert into public.contact_notes (contact_id, author_id, body) values ($1, $2, $3)`
    await run(service, note, id, gone, 'Rang back')
    await run(service, note, id, people.manager, 'And again')
    await remove(id)
    await asIdentity(database, { role: 'supabase_auth_admin' }, (tx) =>
      tx.query('delete from auth.users where id = $1', [gone]),
    )
    await restore(id)
    expect(
      await run(
        manager,
        'select body, author_id from public.contact_notes where contact_id = $1 order by body',
        id,
      ),
    ).toEqual([
      { body: 'And again', author_id: people.manager },
      { body: 'Rang back', author_id: null },
    ])
  })

  test('an opt-out received for the number of a deleted contact applies after the contact is restored', async () => {
    const id = await contact({ phone: '(910) 555-0100' }, { agreed: true })
    await remove(id)
    await run(
      service,
      `insert into public.consent_events (occurred_at, phone_e164, action, method)
       values (clock_timestamp(), '+19105550100', 'revoke', 'keyword')`,
    )
    await restore(id)
    expect(await contacts()).toMatchObject([{ id, text_consent: false }])
  })

  test('purgeDeletedContacts removes a deleted contact after 30 days, and its values from the audit log', async () => {
    const id = await contact({ email: 'ada@customer.example' })
    await remove(id)
    const in30Days = new Date(Date.now() + 30 * 86_400_000)
    await purgeDeletedContacts({ database, clock: () => new Date(in30Days.getTime() - 60_000) })
    expect(await run(manager, 'select id from public.deleted_contacts where id = $1', id)).toEqual([{ id }])
    await purgeDeletedContacts({ database, clock: () => new Date(in30Days.getTime() + 60_000) })
    expect(await run(manager, 'select id from public.deleted_contacts where id = $1', id)).toEqual([])
    const trail = await run(service, 'select action, changes from public.audit_log where row_id = $1', id)
    expect(trail.map((entry) => entry['action'])).toEqual(['insert', 'delete'])
    expect(JSON.stringify(trail)).not.toContain('customer.example')
  })

  test('merging contacts keeps filled fields, fills empty ones and records the lost values in the notes', async () => {
    const kept = await contact({ last_name: 'Low', email: 'ada@a.example', notes: 'First', status: 'lead' })
    const merged = await contact({
      last_name: 'Lowe',
      email: 'ada@b.example',
      phone: '(910) 555-0100',
      company: 'Low & Sons',
      notes: 'Second',
      status: 'customer',
    })
    await history(merged)
    await merge(kept, merged, ['status'])
    const [only, ...others] = await contacts()
    expect(others).toEqual([])
    expect(only).toMatchObject({
      id: kept,
      last_name: 'Low',
      email: 'ada@a.example',
      phone: '(910) 555-0100',
      company: 'Low & Sons',
      status: 'customer',
    })
    expect(only?.['notes']).toMatch(/^First\n\nSecond\n\nMerged on \d{4}-\d\d-\d\d\. Before: /)
    for (const lost of ['last name Lowe', 'email ada@b.example', 'status lead'])
      expect(only?.['notes']).toContain(lost)
    const hanging = await run(
      manager,
      `select kind from public.contact_timeline where contact_id = $1 and kind <> 'change' order by kind`,
      kept,
    )
    expect(hanging.map(({ kind }) => kind)).toEqual(['merge', 'note', 'sms', 'submission'])
  })

  test.each([
    { kept: 'grant', merged: 'no', agreed: true },
    { kept: 'grant', merged: 'revoke', agreed: false },
    { kept: 'revoke', merged: 'grant', agreed: false },
    { kept: 'no', merged: 'grant', agreed: false },
  ] as const)(
    'merging a contact with $merged consent event into one with $kept consent event leaves text_consent $agreed',
    async ({ kept, merged, agreed }) => {
      const ids = [
        await contact({ phone: '(910) 555-0100' }),
        await contact({ phone: '(910) 555-0101' }),
      ] as const
      if (kept !== 'no') await consent(ids[0], kept)
      if (merged !== 'no') await consent(ids[1], merged)
      await merge(...ids)
      expect(await contacts()).toMatchObject([{ phone: '(910) 555-0100', text_consent: agreed }])
    },
  )

  test('undoing a merge is refused once the contact was changed, deleted or merged again', async () => {
    const [a, b, c] = [
      await contact(),
      await contact({ first_name: 'Bo' }),
      await contact({ first_name: 'Cy' }),
    ]
    const merged = await merge(a, b)
    await run(manager, `update public.crm_contacts set company = 'New' where id = $1`, a)
    await expect(undo(merged)).rejects.toMatchObject({
      sqlState: 'PT409',
      message: /changed after the merge \(company\)/,
    })
    const again = await merge(c, a)
    await expect(undo(merged)).rejects.toMatchObject({ sqlState: 'PT409', message: /not there any more/ })
    await undo(again)
    await run(manager, `update public.crm_contacts set company = null where id = $1`, a)
    await undo(merged)
    expect(await contacts()).toHaveLength(3)
    await expect(merge(a, a)).rejects.toMatchObject({ sqlState: 'PT409' })
    await expect(merge(a, randomUUID())).rejects.toMatchObject({ sqlState: 'PT409' })
  })

  test('an opt-out received for a merged number applies after the merge is undone', async () => {
    const kept = await contact({ phone: '(910) 555-0100' }, { agreed: true })
    const merged = await contact({ phone: '(910) 555-0101' }, { agreed: true })
    const id = await merge(kept, merged)
    await run(
      service,
      `insert into public.consent_events (occurred_at, phone_e164, action, method)
       values (clock_timestamp(), '+19105550101', 'revoke', 'keyword')`,
    )
    await undo(id)
    const rows = await contacts()
    expect(Object.fromEntries(rows.map((row) => [row['id'], row['text_consent']]))).toEqual({
      [kept]: true,
      [merged]: false,
    })
  })

  const text = fc.option(fc.constantFrom('', 'x', 'Y & Z', "o'clock", '{"a"}'), { nil: null })
  const phone = fc.option(fc.constantFrom('(910) 555-0100', '(910) 555-0101', 'ask'), { nil: null })
  const person = fc.record({
    fields: fc
      .record({
        first_name: fc.constantFrom('Ada', 'ada', 'Bo'),
        last_name: fc.constantFrom('', 'Low'),
        email: fc.option(fc.constantFrom('a@b.example', 'A@B.example', 'c@d.example'), { nil: null }),
        phone,
        company: text,
        notes: text,
        service_request: text,
        status: fc.constantFrom('lead', 'customer'),
        owner_id: fc.option(fc.constantFrom(people.manager, people.admin), { nil: null }),
        step: fc.constantFrom(
          {},
          { next_step: 'Call back', next_step_on: '2026-12-01' },
          { next_step: 'Visit', next_step_on: '2027-01-02' },
        ),
      })
      .map(({ step, ...fields }) => ({ ...fields, ...step })),
    agreed: fc.boolean(),
    withHistory: fc.boolean(),
  })
  const taken = fc.subarray([
    'first_name',
    'last_name',
    'email',
    'phone',
    'company',
    'status',
    'service_request',
  ])

  test('undoing a merge of any two contacts restores every row exactly', async () => {
    await fc.assert(
      fc.asyncProperty(person, person, taken, async (one, other, fields) => {
        await run(service, 'delete from public.crm_contacts')
        const ids: string[] = []
        for (const { fields, agreed, withHistory } of [one, other]) {
          const id = await contact(fields, { agreed: agreed && fields.phone !== null })
          if (withHistory) await history(id)
          ids.push(id)
        }
        const before = await everything()
        const id = await merge(ids[0] ?? '', ids[1] ?? '', fields)
        expect(await contacts()).toHaveLength(1)
        await undo(id)
        expect(await everything()).toEqual(before)
      }),
      { seed: 20261121, numRuns: 12 },
    )
  })

  const newStaff = async (role: string): Promise<string> => {
    const id = randomUUID()
    await asIdentity(database, { role: 'supabase_auth_admin' }, (tx) =>
      tx.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [
        id,
        `${id}@staff.example`,
      ]),
    )
    await run(
      service,
      `insert into public.profiles (id, email, role) values ($1, $2, $3)`,
      id,
      `${id}@staff.example`,
      role,
    )
    return id
  }

  test.each([
    ['a next step without a date', { next_step: 'Call back' }],
    ['a date without a next step', { next_step_on: '2026-12-01' }],
    ['a blank next step', { next_step: ' ', next_step_on: '2026-12-01' }],
    ['a next step of two lines', { next_step: 'Call\nback', next_step_on: '2026-12-01' }],
    ['a next step of 201 characters', { next_step: 'x'.repeat(201), next_step_on: '2026-12-01' }],
    ['an endless date', { next_step: 'Call back', next_step_on: 'infinity' }],
    ['a client as owner', { owner_id: people.client }],
    ['an owner without a profile', { owner_id: randomUUID() }],
  ])('a contact with %s is rejected', async (_, fields) => {
    await expect(contact(fields)).rejects.toMatchObject({ sqlState: '23514' })
  })

  test('a contact loses its owner when the owner becomes a client or the account is deleted', async () => {
    for (const leave of ['demoted', 'deleted']) {
      const owner = await newStaff('manager')
      const id = await contact({ owner_id: owner })
      if (leave === 'demoted')
        await run(service, `update public.profiles set role = 'client' where id = $1`, owner)
      else
        await asIdentity(database, { role: 'supabase_auth_admin' }, (tx) =>
          tx.query('delete from auth.users where id = $1', [owner]),
        )
      expect(await run(manager, 'select owner_id from public.crm_contacts where id = $1', id)).toEqual([
        { owner_id: null },
      ])
    }
  })

  test('a restored contact keeps its next step and loses an owner who was demoted since', async () => {
    const owner = await newStaff('manager')
    const step = { next_step: 'Call back', next_step_on: '2026-12-01' }
    const ids = [
      await contact({ owner_id: owner, ...step }),
      await contact({ owner_id: people.manager, ...step }),
    ]
    for (const id of ids) await remove(id)
    await run(service, `update public.profiles set role = 'client' where id = $1`, owner)
    for (const id of ids) await restore(id)
    const found = await run(
      manager,
      'select id, owner_id, next_step, next_step_on::text from public.crm_contacts',
    )
    expect(new Map(found.map(({ id, ...fields }) => [id, fields]))).toEqual(
      new Map([
        [ids[0], { owner_id: null, ...step }],
        [ids[1], { owner_id: people.manager, ...step }],
      ]),
    )
  })

  test('merging keeps the owner and next step of the kept contact, fills them if empty, and notes a lost step', async () => {
    const step = { next_step: 'Call back', next_step_on: '2026-12-01' }
    const empty = await contact({ notes: null })
    await merge(empty, await contact({ owner_id: people.admin, ...step }))
    expect(await contacts()).toMatchObject([{ owner_id: people.admin, next_step: 'Call back' }])
    await merge(
      empty,
      await contact({ owner_id: people.manager, next_step: 'Visit', next_step_on: '2027-01-02' }),
    )
    const [only] = await contacts()
    expect(only).toMatchObject({ owner_id: people.admin, next_step: 'Call back' })
    expect(only?.['notes']).toContain('next step Visit (2027-01-02)')
  })

  test('contact_timeline shows a change of the owner with names', async () => {
    const id = await contact()
    await run(manager, 'update public.crm_contacts set owner_id = $2 where id = $1', id, people.admin)
    const changes = await run(
      manager,
      `select details -> 'changes' -> 'owner' as owner from public.contact_timeline
       where contact_id = $1 and details ->> 'action' = 'update'`,
      id,
    )
    expect(changes).toEqual([{ owner: { old: null, new: formatEmail('admin') } }])
  })

  test.each([
    ['of one owner, newest first', `owner_id = '${people.manager}' order by created_at desc, id`, 'owner_id'],
    ['with a next step due', `next_step_on <= '2026-11-22' order by next_step_on, id`, 'next_step_on'],
  ])('listing contacts %s reads an index in order', async (_, condition, column) => {
    const plan = await asIdentity(database, manager, async (tx) => {
      await tx.query('set local enable_seqscan = off')
      await tx.query('set local enable_bitmapscan = off')
      return (await tx.query(`explain select id from public.crm_contacts where ${condition} limit 50`)).rows
    })
    const lines = plan.map((row) => String(row['QUERY PLAN'])).join('\n')
    expect(lines).toContain(`crm_contacts_${column}_idx`)
    expect(lines).not.toContain('Sort')
  })

  test('contact_duplicates finds contacts with the same email, the same number or nearly the same name', async () => {
    const one = await contact({ last_name: 'Whitfield', email: 'ada@a.example', phone: '910-555-0100' })
    await contact({ first_name: 'X', email: 'ADA@a.example' })
    await contact({ first_name: 'Y', phone: '+1 (910) 555-0100' })
    await contact({ last_name: 'Whitfeld' })
    await contact({ first_name: 'Quite', last_name: 'Different' })
    const found = await run(
      manager,
      `select first_name, same_email, same_phone, same_name from public.contact_duplicates
       where contact_id = $1 order by first_name`,
      one,
    )
    expect(found).toEqual([
      { first_name: 'Ada', same_email: false, same_phone: false, same_name: true },
      { first_name: 'X', same_email: true, same_phone: false, same_name: false },
      { first_name: 'Y', same_email: false, same_phone: true, same_name: false },
    ])
  })

  test.each([
    ['Jon Smith', 'John Smith', true],
    ['Ada Whitfield', 'Ada Whitfeld', true],
    ['Ada Low', 'ada  low', true],
    ['Abe Northwood', 'Amos Northwood', false],
    ['Abe Northwood', 'Abe Northworth', false],
    ['A Northwood', 'A Northwood', false],
    ['(910) 555-0187', '(910) 555-0199', false],
    ['Ada', 'Ada', false],
  ])('contact_duplicates for the names "%s" and "%s": %s', async (one, other, likely) => {
    const [first, second] = await Promise.all(
      [one, other].map((name) => {
        const [first_name = '', ...last] = name.startsWith('(') ? [name] : name.split(' ')
        return contact({ first_name, last_name: last.join(' ') })
      }),
    )
    const found = await run(
      manager,
      'select id from public.contact_duplicates where contact_id = $1 and id = $2',
      first,
      second,
    )
    expect(found).toHaveLength(likely ? 1 : 0)
  })

  const findDuplicates = async (id: string) =>
    (
      await run(manager, 'select id from public.contact_duplicates where contact_id = $1 order by id', id)
    ).map((row) => row['id'])
  async function mark(one: string, other: string): Promise<string> {
    const rows = await run(
      manager,
      'insert into public.distinct_contacts (contact_id, other_id) values ($1, $2) returning id',
      one,
      other,
    )
    return String(rows[0]?.['id'])
  }
  const change = (id: string, column: 'email' | 'phone' | 'last_name', value: string) =>
    run(manager, `update public.crm_contacts set ${column} = $2 where id = $1`, id, value)

  test('contact_duplicates leaves out a pair marked as not the same, for both, until the mark is undone', async () => {
    const [one, other, third] = [
      await contact({ last_name: 'Whitfield' }),
      await contact({ last_name: 'Whitfeld' }),
      await contact({ last_name: 'Whitfield' }),
    ]
    const id = await mark(one > other ? one : other, one > other ? other : one)
    expect(await findDuplicates(one)).toEqual([third])
    expect(await findDuplicates(other)).toEqual([third])
    expect(await findDuplicates(third)).toHaveLength(2)
    expect(
      await run(manager, 'delete from public.distinct_contacts where id = $1 returning id', id),
    ).toHaveLength(1)
    expect(await findDuplicates(one)).toHaveLength(2)
    const trail = await run(
      service,
      'select action, actor from public.audit_log where row_id = $1 order by occurred_at',
      id,
    )
    expect(trail).toEqual([
      { action: 'insert', actor: people.manager },
      { action: 'delete', actor: people.manager },
    ])
  })

  test.each([
    ['email', 'ada@a.example'],
    ['phone', '(910) 555-0100'],
    ['last_name', 'Whitfield'],
  ] as const)(
    'a pair marked as not the same comes back when %s matches anew, and only then',
    async (column, value) => {
      const signs = { email: 'ada@a.example', phone: '(910) 555-0100', last_name: 'Whitfield' }
      const differs = { email: 'x@x.example', phone: '(910) 555-0111', last_name: 'Entirely' }
      const one = await contact(signs)
      const other = await contact({ ...signs, [column]: differs[column] })
      await mark(one, other)
      await run(manager, `update public.crm_contacts set company = 'New', notes = 'New' where id = $1`, one)
      expect(await findDuplicates(one)).toEqual([])
      await change(other, column, value)
      expect(await findDuplicates(one)).toEqual([other])
      expect(await findDuplicates(other)).toEqual([one])
      await mark(other, one)
      expect(await findDuplicates(one)).toEqual([])
    },
  )

  test('marking a contact that is gone, or with itself, is rejected', async () => {
    const one = await contact()
    await expect(mark(one, randomUUID())).rejects.toMatchObject({ sqlState: 'PT409' })
    await expect(mark(one, one)).rejects.toMatchObject({ sqlState: '23514' })
  })

  test('a mark survives a merge and a deletion that are undone, and goes with what cannot come back', async () => {
    const [one, other, third] = [
      await contact({ last_name: 'Whitfield' }),
      await contact({ last_name: 'Whitfield' }),
      await contact({ first_name: 'Bo' }),
    ]
    await mark(one, other)
    await undo(await merge(third, one))
    expect(await findDuplicates(other)).toEqual([])
    await remove(one)
    await restore(one)
    expect(await findDuplicates(other)).toEqual([])
    await remove(one)
    const in31Days = new Date(Date.now() + 31 * 86_400_000)
    const marks = () =>
      run(manager, 'select from public.distinct_contacts where $1 in (contact_id, other_id)', other)
    expect(await marks()).toHaveLength(1)
    await purgeDeletedContacts({ database, clock: () => in31Days })
    expect(await marks()).toEqual([])
    await mark(other, third)
    await merge(third, other)
    expect(await marks()).toHaveLength(1)
    await purgeDeletedContacts({ database, clock: () => in31Days })
    expect(await marks()).toEqual([])
  })

  test('contact_duplicates returns at most 20 of hundreds of contacts, and finds those not marked', async () => {
    const one = await contact({ email: 'office@shared.example' })
    await run(
      service,
      `insert into public.crm_contacts (first_name, email) select 'Person ' || n, 'office@shared.example'
       from generate_series(1, 500) as n`,
    )
    await asIdentity(database, service, (tx) =>
      tx.query('set local role none').then(() =>
        tx.query(
          `insert into public.distinct_contacts (contact_id, other_id, same_email)
           select least(id, $1::uuid), greatest(id, $1::uuid), true from public.crm_contacts
           where email = 'office@shared.example' and id <> $1 order by first_name limit 490`,
          [one],
        ),
      ),
    )
    expect(await findDuplicates(one)).toHaveLength(10)
    expect((await findDuplicates(String((await contacts())[1]?.['id']))).length).toBeLessThanOrEqual(20)
  })

  const NUMBER = '+19105550100'
  const word = fc.oneof(
    fc.record({ says: fc.constant('agree'), who: fc.nat(1) }),
    fc.record({ says: fc.constantFrom('STOP', 'START'), who: fc.nat(1) }),
  )

  async function flags(ids: readonly string[]) {
    const rows = await run(service, 'select id, text_consent from public.crm_contacts')
    return ids.map((id) => rows.find((row) => row['id'] === id)?.['text_consent'])
  }

  test('merging two contacts with one number, and undoing it, follows the latest consent event', async () => {
    let second = 0
    async function say(says: string, id: string): Promise<void> {
      const now = new Date(Date.UTC(2026, 0, 1, 0, 0, (second += 1)))
      await asIdentity(database, service, (tx) =>
        changeConsent(tx, {
          action: says === 'STOP' ? 'revoke' : 'grant',
          method: says === 'agree' ? 'web_form' : 'keyword',
          occurred_at: now,
          contact_id: id,
          phone_e164: NUMBER,
          evidence: {},
        }),
      )
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { maxLength: 6 }),
        fc.nat(1),
        fc.constantFrom([], ['STOP'], ['STOP', 'START']),
        async (history, kept, later) => {
          await run(service, 'delete from public.crm_contacts')
          await database.asOwner((tx) => tx.query('truncate public.consent_events'))
          const ids = [await contact({ phone: NUMBER }), await contact({ phone: NUMBER })] as const
          const agreed = [false, false]
          let stopped = false
          for (const { says, who } of history) {
            if (says === 'agree' && stopped) continue
            await say(says, ids[who === 0 ? 0 : 1])
            if (says === 'agree') agreed[who] = true
            else stopped = says === 'STOP'
          }
          const before = agreed.map((each) => each && !stopped)
          expect(await flags(ids)).toEqual(before)

          const [first, gone] = kept === 0 ? ids : ([ids[1], ids[0]] as const)
          const id = await merge(first, gone)
          const joint = before.includes(true)
          expect(await flags([first])).toEqual([joint])
          if (stopped) return
          for (const says of later) await say(says, first)
          expect(await flags([first])).toEqual([joint && later.at(-1) !== 'STOP'])
          await undo(id)
          expect(await flags(ids)).toEqual(before.map((each) => each && later.at(-1) !== 'STOP'))
        },
      ),
      { seed: 20261122, numRuns: 30 },
    )
  })

  test('managers read changes of contacts in the timeline but no rows of the audit log', async () => {
    const id = await contact()
    await run(manager, `update public.crm_contacts set status = 'customer' where id = $1`, id)
    const changes = await run(
      manager,
      `select actor, details -> 'changes' -> 'status' ->> 'new' as status from public.contact_timeline
       where contact_id = $1 order by occurred_at desc limit 1`,
      id,
    )
    expect(changes).toEqual([{ actor: people.manager, status: 'customer' }])
    expect(await run(manager, 'select from public.audit_log')).toEqual([])
    const others = await run(
      manager,
      `select from public.contact_changes where contact_id = $1`,
      people.client,
    )
    expect(others).toEqual([])
  })
})
