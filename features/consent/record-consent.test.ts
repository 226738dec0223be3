import { readdirSync, readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { queryWithPhones } from '../../tests/support/declare-phones.ts'
import { changeConsent, type ConsentChange, type ConsentOutcome } from './consent.server.ts'

type Step = [action: 'grant' | 'revoke', method: ConsentChange['method']]

const stop: Step = ['revoke', 'keyword']
const start: Step = ['grant', 'keyword']
const grants: Step[] = (['web_form', 'staff', 'import'] as const).map((method) => ['grant', method])

/** What happened before, what happens, the answer, and whether the contact then has consent. */
const table: [before: Step[], change: Step, outcome: ConsentOutcome, agrees: boolean][] = [
  ...grants.map((grant): (typeof table)[number] => [[], grant, 'recorded', true]),
  ...grants.map((grant): (typeof table)[number] => [[grant], ['revoke', 'staff'], 'recorded', false]),
  ...grants.map((grant): (typeof table)[number] => [[grant], stop, 'recorded', false]),
  ...grants.map((grant): (typeof table)[number] => [[grant, stop], start, 'recorded', true]),
  [[stop], ['grant', 'staff'], 'opted_out', false],
  [[stop], ['grant', 'import'], 'opted_out', false],
  // Stored as evidence, for no contact.
  [[stop], ['grant', 'web_form'], 'recorded', false],
  [[['revoke', 'carrier']], ['grant', 'staff'], 'opted_out', false],
  [[['revoke', 'staff']], ['grant', 'staff'], 'recorded', true],
  [[['revoke', 'staff']], ['grant', 'import'], 'opted_out', false],
  [[stop], stop, 'repeated', false],
  [[], start, 'unchanged', false],
  [[stop], start, 'recorded', false],
  [[['grant', 'staff'], ['revoke', 'staff'], stop], start, 'recorded', false],
  [[stop, start], ['grant', 'staff'], 'recorded', true],
]

describeBothDatabases('private.record_consent', (open) => {
  let database: Database
  let numbers = 1000
  let second = 0
  beforeAll(async () => {
    database = await open()
  })

  const query = (sql: string, ...values: unknown[]) =>
    asService(database, async (tx) => (await queryWithPhones(tx, sql, values)).rows)

  async function addContact(phone: string | null = `(910) 762-${(numbers += 1)}`) {
    const [row] = await query(
      `insert into public.crm_contacts (first_name, phone) values ('Ana', $1) returning id, phone_e164`,
      phone,
    )
    return z.object({ id: z.string(), phone_e164: z.nullable(z.string()) }).parse(row)
  }

  function change(contact: { id: string; phone_e164: string | null }, [action, method]: Step) {
    return asService(database, (tx) =>
      changeConsent(
        tx,
        {
          action,
          method,
          occurred_at: new Date(Date.UTC(2026, 0, 1, 0, 0, (second += 1))),
          contact_id: contact.id,
          phone_e164: contact.phone_e164,
          evidence: { reason: 'A test' },
        },
        { needsNumber: method === 'staff' },
      ),
    )
  }

  const agrees = async (id: string) =>
    (await query('select text_consent from public.crm_contacts where id = $1', id))[0]?.['text_consent']

  test.each(table)('after %j, %j is %s and text_consent %s', async (before, step, outcome, agreed) => {
    const contact = await addContact()
    for (const earlier of before) await change(contact, earlier)
    expect(await change(contact, step)).toBe(outcome)
    expect(await agrees(contact.id)).toBe(agreed)
    const [last] = await query(
      `select evidence ->> 'reason' as reason from public.consent_events
       where phone_e164 = $1 order by occurred_at desc limit 1`,
      contact.phone_e164,
    )
    expect(last?.['reason']).toBe(before.length === 0 && outcome === 'unchanged' ? undefined : 'A test')
  })

  test('consent of staff needs a contact with a valid number', async () => {
    const gone = { id: randomUUID(), phone_e164: null }
    expect(await change(gone, ['grant', 'staff'])).toBe('no_contact')
    expect(await change(await addContact(null), ['grant', 'staff'])).toBe('no_phone')
    expect(await change(await addContact('call me'), ['grant', 'staff'])).toBe('invalid_number')
  })

  test.each([
    [['revoke', 'staff'], 'Contact has not consented to text messages'],
    [stop, 'This number has opted out of text messages'],
  ] as [Step, string][])('%j cancels the texts that wait for the number', async (step, reason) => {
    const contact = await addContact()
    const texts = (status: string, number: string | null) =>
      query(
        `insert into public.communication_logs (type, direction, contact_id, phone_number, status)
         values ('sms', 'outbound', $1, $2, $3) returning id`,
        contact.id,
        number,
        status,
      )
    await texts('scheduled', contact.phone_e164)
    await texts('sending', contact.phone_e164)
    await texts('queued', '+19107639999')
    await change(contact, step)
    expect(
      await query(
        'select status, error_message from public.communication_logs where contact_id = $1 order by status',
        contact.id,
      ),
    ).toEqual([
      { status: 'canceled', error_message: reason },
      { status: 'queued', error_message: null },
      { status: 'sending', error_message: null },
    ])
    await query('delete from public.communication_logs where contact_id = $1', contact.id)
  })

  test('text_consent written over REST is recorded, except where consent would not count', async () => {
    const contact = await addContact()
    await query('update public.crm_contacts set text_consent = true where id = $1', contact.id)
    const events = () =>
      query('select action, method from public.consent_events where contact_id = $1', contact.id)
    expect(await events()).toEqual([{ action: 'grant', method: 'import' }])
    const stopped = await addContact()
    await change(stopped, stop)
    await query('update public.crm_contacts set text_consent = true where id = $1', stopped.id)
    expect(await agrees(stopped.id)).toBe(false)
  })

  test('no other function of the database writes consent events', async () => {
    const writers = await database.asOwner((tx) =>
      tx.query(
        `select proname from pg_proc where pronamespace = 'private'::regnamespace
           and prosrc ~ 'insert into public\\.consent_events'`,
      ),
    )
    expect(writers.rows).toEqual([{ proname: 'record_consent' }])
  })
})

test('no file writes consent events or text_consent except through private.record_consent', () => {
  const writing =
    /insert into public\.consent_events|set text_consent|from\('consent_events'\)\s*\.(insert|update)/
  const files = ['features', 'server', 'platform', 'web'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.(test|fixture)\./.test(name))
      .map((name) => `${folder}/${name}`),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => writing.test(readFileSync(file, 'utf8')))).toEqual([])
})
