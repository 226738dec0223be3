import { queryWithPhones } from '../../tests/support/declare-phones.ts'
import { beforeAll, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { deleteExpired } from './retention.server.ts'
import { purgeDeletedContacts } from '../contacts/contacts.server.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { people, seedPolicyFixtures } from '../../tests/policies/policy-fixtures.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const DAY = 86_400_000
const NUMBER = '+19107620142'

/** Periods of the privacy policy, in days. */
const [MONTH, QUARTER, YEAR, FOUR_YEARS] = [30, 90, 365, 4 * 365 + 1]

/** Two dates: one minute inside the retention period, and one minute past it. */
const around = (days: number) => [
  new Date(NOW.getTime() - days * DAY + 60_000),
  new Date(NOW.getTime() - days * DAY - 60_000),
]

const later = (days: number) => new Date(Date.now() + days * DAY)

describeBothDatabases('retention', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await database.transaction((tx) => seedPolicyFixtures(tx))
  })

  const owner = (sql: string, ...values: unknown[]) =>
    database.transaction(async (tx) => (await queryWithPhones(tx, sql, values)).rows)
  const ids = async (sql: string) => (await owner(sql)).map((row) => Object.values(row)[0])
  test('deleteExpired removes expired origins, spam, notifications, texts, meetings and audit entries, not a minute early', async () => {
    for (const [index, at] of around(QUARTER).entries()) {
      await owner(
        `insert into public.contact_submissions (received_at, name, email, message, text_consent, client_ip, claimed_ip,
           user_agent, referrer, raw) values ($1, $2, 'a@b.example', 'Words', false, '192.0.2.1', '192.0.2.1', 'B', 'R', '{"a": 1}')`,
        at,
        `origin ${index}`,
      )
      await owner(
        `insert into public.audit_log (occurred_at, actor_role, action, table_name, row_id, changes)
         values ($1, $2, 'insert', 'sessions', $3, '{"ip": {"new": "192.0.2.1"}, "user_agent": {}, "method": {"new": "x"}}')`,
        at,
        `sign-in ${index}`,
        people.client,
      )
      await owner(
        `insert into auth.sessions (user_id, refreshed_at, not_after, user_agent) values ($1, now(), $2, $3)`,
        people.client,
        at,
        `session ${index}`,
      )
    }
    for (const [index, at] of around(MONTH).entries())
      await owner(
        `insert into public.contact_submissions (received_at, name, email, message, text_consent, spam, raw)
         values ($1, $2, 'a@b.example', 'Buy this', false, true, '{}')`,
        at,
        `flagged ${index}`,
      )
    for (const [index, at] of around(YEAR).entries())
      await owner(
        `insert into public.notifications (created_at, title, message, recipient_id)
         select $1, $2, 'x', id from public.profiles where role = 'admin' limit 1`,
        at,
        `notice ${index}`,
      )
    for (const [index, at] of around(2 * YEAR).entries())
      await owner(
        `insert into public.audit_log (occurred_at, actor_role, action, table_name, row_id, changes)
         values ($1, $2, 'update', 'crm_contacts', $3, '{}')`,
        at,
        `change ${index}`,
        people.client,
      )
    for (const [index, at] of around(2 * YEAR).entries())
      await owner(
        `insert into public.meetings (starts_at, ends_at, blocked_until, medium, name, email, phone)
         select at, at + interval '30 seconds', at + interval '30 seconds', 'phone', $2, 'a@b.example', 'x'
         from (values ($1::timestamptz)) as time (at)`,
        at,
        `meeting ${index}`,
      )
    for (const [index, at] of around(FOUR_YEARS).entries())
      await owner(
        `insert into public.communication_logs (created_at, type, phone_number, message, status)
         values ($1, 'sms', '+19107620143', $2, 'sent')`,
        at,
        `text ${index}`,
      )

    for (const [index, at] of around(7).entries())
      await owner(
        `insert into auth.users (email, encrypted_password, updated_at) values ($2, 'a hash', $1)`,
        at,
        `unconfirmed-${index}@example.com`,
      )
    const forgotten = await deleteExpired(database, NOW)
    expect(forgotten).toMatchObject({
      forget_origins: 1,
      forget_flagged: 1,
      forget_sign_ins: 1,
      forget_sign_ups: 1,
      forget_notifications: 1,
      forget_trail: 1,
      forget_texts_and_calls: 1,
      forget_meetings: 1,
    })
    const origin = { client_ip: null, claimed_ip: null, user_agent: null, referrer: null, raw: {} }
    const submissions = await owner(
      `select name, message, client_ip, claimed_ip, user_agent, referrer, raw from public.contact_submissions
       where name like 'origin %' order by name`,
    )
    expect(submissions).toMatchObject([
      { message: 'Words', user_agent: 'B', raw: { a: 1 } },
      { message: 'Words', ...origin },
    ])
    expect(
      await owner(
        `select changes ? 'ip' as ip, changes ? 'method' as method from public.audit_log
         where actor_role like 'sign-in %' order by actor_role`,
      ),
    ).toEqual([
      { ip: true, method: true },
      { ip: false, method: true },
    ])
    expect(await ids(`select user_agent from auth.sessions where user_agent like 'session %'`)).toEqual([
      'session 0',
    ])
    expect(await ids(`select name from public.contact_submissions where name like 'flagged %'`)).toEqual([
      'flagged 0',
    ])
    expect(await ids(`select title from public.notifications where title like 'notice %'`)).toEqual([
      'notice 0',
    ])
    expect(await ids(`select actor_role from public.audit_log where actor_role like 'change %'`)).toEqual([
      'change 0',
    ])
    expect(await ids(`select name from public.meetings where name like 'meeting %'`)).toEqual(['meeting 0'])
    expect(await ids(`select message from public.communication_logs where message like 'text %'`)).toEqual([
      'text 0',
    ])
    expect(
      await owner('select from private.deleted_notifications where copy ->> $1 like $2', 'title', 'notice %'),
    ).toEqual([])
    expect(await deleteExpired(database, NOW)).toMatchObject({ forget_origins: 0, forget_trail: 0 })
  })

  test('deleteExpired stops after 20 batches and continues on the next run', async () => {
    const old = new Date(NOW.getTime() - (YEAR + 1) * DAY)
    await owner(
      `insert into public.notifications (created_at, title, message, recipient_id)
       select $1, 'many', n::text, (select id from public.profiles where role = 'admin' limit 1)
       from generate_series(1, 45) as n`,
      old,
    )
    expect(await deleteExpired(database, NOW, { batch: 2 })).toMatchObject({ forget_notifications: 40 })
    expect(await deleteExpired(database, NOW, { batch: 2 })).toMatchObject({ forget_notifications: 5 })
  })

  test('deleteExpired keeps every STOP, and consent with a recent text or an existing contact', async () => {
    const [, old] = around(FOUR_YEARS)
    const event = (name: string, fields: Record<string, unknown>) =>
      owner(
        `insert into public.consent_events (occurred_at, wording, phone_e164, contact_id, action, method, email, client_ip)
         values ($1, $2, $3, $4, $5, $6, 'a@b.example', '192.0.2.1')`,
        old,
        name,
        fields['phone'] ?? null,
        fields['contact'] ?? null,
        fields['action'] ?? 'grant',
        fields['method'] ?? 'web_form',
      )
    const contact = (phone: string) =>
      ids(`insert into public.crm_contacts (first_name, phone) values ('Ana', '${phone}') returning id`)
    const [agreeing] = await contact('(910) 762-0150')
    await event('relied on', { phone: '+19107620150', contact: agreeing })
    await event('texted since', { phone: NUMBER })
    await event('forgotten', { phone: '+19107620160' })
    await event('said STOP', { phone: '+19107620170', action: 'revoke', method: 'keyword' })
    await owner(
      `insert into public.communication_logs (created_at, type, phone_number, status) values ($1, 'sms', $2, 'sent')`,
      new Date(NOW.getTime() - DAY),
      NUMBER,
    )
    await deleteExpired(database, NOW)
    await deleteExpired(database, NOW)
    expect(
      await owner(
        `select wording, email, client_ip is null as blank from public.consent_events where wording is not null order by wording`,
      ),
    ).toEqual([
      { wording: 'relied on', email: 'a@b.example', blank: false },
      { wording: 'said STOP', email: null, blank: true },
      { wording: 'texted since', email: 'a@b.example', blank: false },
    ])
    expect(await ids(`select private.is_suppressed('+19107620170')`)).toEqual([true])
    await expect(
      asService(database, (tx) => tx.query('delete from public.consent_events')),
    ).rejects.toMatchObject({ sqlState: '42501' })
    await expect(owner('delete from public.consent_events')).rejects.toMatchObject({ sqlState: '42501' })
  })

  test('purgeDeletedContacts removes the rows of a deleted contact after 30 days', async () => {
    const [id] = await ids(
      `insert into public.crm_contacts (first_name, email) values ('Old', 'old@c.example') returning id`,
    )
    for (const sql of [
      `insert into public.contact_submissions (contact_id, name, email, message, text_consent, raw)
       values ($1, 'Old', 'old@c.example', 'old words', false, '{}')`,
      `insert into public.communication_logs (type, contact_id, phone_number, message, status) values ('sms', $1, '+1', 'old words', 'sent')`,
      `insert into public.notifications (title, message, contact_id) values ('New', 'old words', $1)`,
    ])
      await owner(sql, id)
    await owner('delete from public.crm_contacts where id = $1', id)
    const left = () =>
      ids(`select count(*)::int from (select message from public.contact_submissions union all
        select message from public.communication_logs union all select distinct message from public.notifications) as said
        where message = 'old words'`)
    await purgeDeletedContacts({ database, clock: () => later(29) })
    expect(await left()).toEqual([3])
    await purgeDeletedContacts({ database, clock: () => later(31) })
    expect(await left()).toEqual([0])
  })
})
