import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { renormalizePhones } from '../contacts/renormalize-phones.server.ts'
import { storedKinds } from './privacy.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createContentWorld, type ContentWorld } from '../blog-assistant/blog-assistant.fixture.ts'

/** Tables without data about visitors. A new table belongs here or in features/privacy/privacy.ts. */
const tablesWithoutPeople = [
  'migrations.journal',
  'private.busy_sources',
  'private.clock_watch',
  'private.contact_counts',
  'private.erased_replies',
  'private.late_replies',
  'private.lead_mail_refusals',
  'private.leases',
  'private.mailbox_positions',
  'private.mailbox_problems',
  'private.notification_digests',
  'private.phone_rule',
  'private.calendar_feeds',
  'private.push_subscriptions',
  'private.reply_rules',
  'private.server_copies',
  'private.unused_pictures',
  'private.server_problems',
  'public.ai_generations',
  'public.backups',
  'public.blog_posts',
  'public.booking_rules',
  'public.busy_calendars',
  'public.busy_times',
  'public.contact_imports',
  'public.contact_views',
  'public.days_off',
  'public.draft_schedule',
  'public.job_queues',
  'public.message_templates',
  'public.notification_choices',
  'public.page_views',
  'public.post_revisions',
  'public.post_working_copies',
  'public.slug_redirects',
  'public.webhook_receipts',
]
const tablesWithPeople = storedKinds.flatMap(({ tables }) => tables)

/** Each of Zelda's rows (but none of Grizelda's) contains her name, number, email or IP address, or the prefix of her ids. */
const WORDS = '(^|[^i])zelda|7620199|203\\.0\\.113\\.77'
const IDS = 'facade00'
const ZELDA = 'facade00-0000-4000-8000-000000000001'
const EMAIL = 'zelda.quill@person.example'
/** Marks rows of other people, with similar names and addresses. */
const OTHERS = 'Bystander'

const id = (number: number) => `facade00-0000-4000-8000-${String(number).padStart(12, '0')}`

describeBothDatabases('personal data of one person', (open) => {
  let database: Database
  let world: ContentWorld
  beforeAll(async () => {
    database = await open()
    world = await createContentWorld(database)
    await seedZelda()
    return world.close
  })

  const owner = (sql: string, ...values: unknown[]) =>
    database.transaction(async (tx) => (await tx.query<Record<string, unknown>>(sql, values)).rows)

  async function allTables(): Promise<string[]> {
    const rows = await owner(
      `select nspname || '.' || relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relkind in ('r', 'p') and nspname !~ '^(pg_|information_schema$|extensions$)' order by 1`,
    )
    return rows.map(({ name }) => String(name))
  }

  /** Tables with at least one matching row. */
  async function tablesWith(pattern: string): Promise<string[]> {
    const found: string[] = []
    for (const table of await allTables()) {
      const rows = await owner(`select from ${table} as row where row::text ~* $1 limit 1`, pattern)
      if (rows.length > 0) found.push(table)
    }
    return found
  }

  async function rowsWith(pattern: string) {
    const found: unknown[] = []
    for (const table of await allTables())
      found.push(
        ...(await owner(`select row::text from ${table} as row where row::text ~ $1 order by 1`, pattern)),
      )
    return found
  }

  test('storedKinds names every table with data about visitors', async () => {
    expect(await allTables()).toEqual([...new Set([...tablesWithPeople, ...tablesWithoutPeople])].toSorted())
    expect(await tablesWith(`${WORDS}|${IDS}`)).toEqual([...new Set(tablesWithPeople)].toSorted())
  })

  test('personal-data exports one file to admins only, grouped like the privacy policy and without secrets', async () => {
    for (const person of ['manager', 'client', 'nobody'] as const) {
      const refused = await world.call('personal-data', person, { action: 'export', contactId: ZELDA })
      expect([401, 403]).toContain(refused.status)
    }
    const response = await world.call('personal-data', 'admin', { action: 'export', contactId: ZELDA })
    expect(response.status).toBe(200)
    const text = await response.text()
    const { kinds, emails } = JSON.parse(text)
    const handedOut = storedKinds.filter(({ id }) => id !== 'limits' && id !== 'origins')
    expect(kinds.map((kind: { name: string }) => kind.name)).toEqual(handedOut.map(({ name }) => name))
    expect(emails).toEqual(['zelda.old@person.example', EMAIL])
    expect(text).toContain('What Zelda wrote')
    expect(text).not.toMatch(/Bystander wrote|zelda-hash|zelda-secret/)
  })

  test('personal-data summarizes the rows per kind and the people who share a number', async () => {
    const summary = await (
      await world.call('personal-data', 'admin', { action: 'summary', contactId: ZELDA })
    ).json()
    expect(summary).toMatchObject({ numbers: ['+19107620199'], sharedWith: [] })
    expect(summary.kinds.find((kind: { stays: boolean }) => kind.stays)).toMatchObject({ rows: 3 })
  })

  const mailsKept = () => readdir(join(world.dataDirectory, 'mail'))

  test('personal-data erases nothing when the simulated mail cannot be deleted', async () => {
    const folder = join(world.dataDirectory, 'mail')
    await writeFile(folder, 'a file where the directory should be')
    const failed = await world.call('personal-data', 'admin', { action: 'erase', contactId: ZELDA })
    expect(failed.status).toBe(500)
    expect(await owner(`select from public.crm_contacts where id = $1`, ZELDA)).toHaveLength(1)
    await rm(folder)
  })

  test('personal-data erases one person except consent evidence; other people and the opt-out stay', async () => {
    const others = await rowsWith(OTHERS)
    const replyTimes = () =>
      owner(
        'select answered_at - received_at as taken from public.reply_times where answered_at is not null order by 1',
      )
    const measured = await replyTimes()
    expect(measured).toHaveLength(2)
    await sendMails()
    const erase = () => world.call('personal-data', 'admin', { action: 'erase', contactId: ZELDA })
    expect((await world.call('personal-data', 'manager', { action: 'erase', contactId: ZELDA })).status).toBe(
      403,
    )
    expect(await (await erase()).json()).toMatchObject({
      success: true,
      erased: { 'public.crm_contacts': 1 },
    })
    // The server empties its change log like this within a minute.
    await database.script('delete from realtime.changes')
    expect(await tablesWith(WORDS)).toEqual(['public.consent_events', 'public.email_opt_outs'])
    expect(await tablesWith(IDS)).toEqual(['public.audit_log'])
    expect(await rowsWith(OTHERS)).toEqual(others)
    expect(await mailsKept()).toEqual(['to-another.eml'])
    expect(await replyTimes()).toEqual(measured)
    expect(await owner(`select private.is_suppressed('+19107620199') as suppressed`)).toEqual([
      { suppressed: true },
    ])
    const trail = await owner(
      `select action, actor is not null as named from public.audit_log where table_name = 'personal_data'`,
    )
    expect(trail).toEqual([{ action: 'delete', named: true }])
    expect((await erase()).status).toBe(404)
    const proof = await world.call('personal-data', 'admin', { action: 'export', email: EMAIL.toUpperCase() })
    expect(Object.keys((await proof.json()).kinds[0].records)).toEqual([
      'public.consent_events',
      'public.email_opt_outs',
    ])
  })

  test.each(['jörg@müller.example', 'owner@localhost', ' Spaced@Person.example '])(
    'personal-data finds and erases a person by the email %j',
    async (email) => {
      await owner(
        `insert into public.crm_contacts (first_name, last_name, email) values ('Any', 'Address', $1)`,
        email.trim(),
      )
      const ask = (action: string) => world.call('personal-data', 'admin', { action, email })
      expect((await ask('export')).status).toBe(200)
      expect((await ask('erase')).status).toBe(200)
      expect((await ask('export')).status).toBe(404)
    },
  )

  /** One message per transfer encoding. */
  async function sendMails(): Promise<void> {
    const about = { to: 'staff@x.example', subject: 'New lead' }
    const mails = [
      { to: EMAIL, subject: 'We have your message', text: 'Thank you.', messageId: '<to-her>' },
      { ...about, text: `Email: ${EMAIL}\n`, messageId: '<about-her-in-ascii>' },
      { ...about, text: `Café, ${'long '.repeat(20)}${EMAIL}\n`, messageId: '<about-her-quoted>' },
      { ...about, text: `${'Привет '.repeat(40)}${EMAIL}\n`, messageId: '<about-her-in-base64>' },
      { ...about, to: 'grizelda.quill@person.example', text: 'Bystander', messageId: '<to-another>' },
    ]
    for (const mail of mails) await world.mail.send(mail)
  }

  /** Inserts a row of Zelda's into every table with data about visitors, and rows of other people. */
  async function seedZelda(): Promise<void> {
    const merged = id(2)
    const other = '00000000-0000-4000-8000-00000000aaaa'
    const statements = `
      insert into public.crm_contacts (id, first_name, last_name, email, phone, notes) values
        ('${ZELDA}', 'Zelda', 'Quill', 'Zelda.Quill@person.example', '(910) 762-0199', 'Zelda likes tea'),
        ('${merged}', 'Zelda', 'Q', 'zelda.old@person.example', null, null),
        ('${other}', 'Bystander', '', 'grizelda.quill@person.example', '(910) 762-0198', 'x');
      insert into public.contact_merges (id, kept_id, merged_id) values ('${id(3)}', '${ZELDA}', '${merged}');
      insert into public.distinct_contacts (contact_id, other_id)
        select least(one, '${other}'::uuid), greatest(one, '${other}'::uuid)
        from unnest(array['${ZELDA}', '${merged}']::uuid[]) as one;
      insert into public.contact_notes (contact_id, body) values ('${ZELDA}', 'Zelda rang'), ('${other}', 'Bystander rang');
      insert into public.contact_submissions (id, contact_id, name, email, message, text_consent, client_ip, user_agent, raw) values
        ('${id(4)}', '${ZELDA}', 'Zelda', '${EMAIL}', 'What Zelda wrote', true, '203.0.113.77', 'B', '{"name": "Zelda"}'),
        ('${id(5)}', null, 'Z', 'ZELDA.quill@person.example', 'before', false, null, null, '{}'),
        (gen_random_uuid(), '${other}', 'B', 'grizelda.quill@person.example', 'Bystander wrote', false, null, null, '{}');
      insert into public.meetings (id, contact_id, starts_at, ends_at, blocked_until, medium, name, email, phone)
        select id::uuid, contact::uuid, at, at + interval '1 hour', at + interval '1 hour', 'phone', name, email, '(910) 555-0100'
        from (values ('${id(15)}', '${ZELDA}', timestamptz '2027-01-05 15:00Z', 'Zelda', 'z@person.example'),
          ('${id(16)}', null, timestamptz '2027-01-06 15:00Z', 'Zelda', 'ZELDA.quill@person.example'),
          (gen_random_uuid()::text, '${other}', timestamptz '2027-01-07 15:00Z', 'Bystander', 'grizelda.quill@person.example'))
          as meeting (id, contact, at, name, email);
      insert into public.reply_marks (id, contact_id, up_to, method, marked_at) values
        ('${id(13)}', '${ZELDA}', now(), 'phone', now() + interval '25 minutes');
      insert into public.review_requests (contact_id) values ('${ZELDA}'), ('${other}');
      insert into public.consent_events (contact_id, phone_e164, email, action, method, submission_id, client_ip, occurred_at) values
        ('${ZELDA}', '+19107620199', '${EMAIL}', 'grant', 'web_form', '${id(4)}', '203.0.113.77', now() - interval '1 day'),
        ('${ZELDA}', '+19107620199', null, 'revoke', 'keyword', null, null, now());
      insert into public.communication_logs (id, contact_id, type, phone_number, message, status) values
        ('${id(6)}', '${ZELDA}', 'sms', '+19107620199', 'Hi Zelda', 'failed'),
        (gen_random_uuid(), null, 'call', '+19107620199', null, 'missed'),
        (gen_random_uuid(), '${other}', 'sms', '+19107620198', 'Hi Bystander', 'sent');
      insert into public.communication_logs (id, contact_id, type, phone_number, message, status) values
        ('${id(14)}', null, 'email', '${EMAIL}', 'Hi Zelda', 'sent'),
        ('${other.replace('aaaa', 'bbbb')}', '${other}', 'email', 'grizelda.quill@person.example', 'Bystander', 'failed');
      insert into public.email_messages (log_id, message_id, from_address, author, to_addresses) values
        ('${id(14)}', '<zelda@x>', 'us@x.example', 'us', '{${EMAIL}}'),
        ('${other.replace('aaaa', 'bbbb')}', '<bystander@x>', 'grizelda.quill@person.example', 'verified', '{Bystander}');
      insert into public.email_attachments (log_id, position, file_name, media_type, size) values
        ('${id(14)}', 0, 'Zelda.pdf', 'x/y', 1);
      insert into public.text_media (log_id, position, file_name, media_type) values ('${id(6)}', 0, 'Zelda.jpg', 'image/jpeg');
      insert into private.unsent_files (contact_id, channel, file_name, media_type, size, stored_as, uploaded_at) values
        ('${ZELDA}', 'email', 'Zelda.doc', 'x/y', 1, 'attachments/' || repeat('0', 64), now());
      insert into public.email_opt_outs (address, opted_out_at) values ('${EMAIL}', now());
      insert into public.communication_logs (contact_id, type, direction, phone_number, message, status, awaits_reply, created_at)
        values ('${ZELDA}', 'sms', 'inbound', '+19107620199', 'Zelda asks', 'received', true, now() + interval '1 hour');
      insert into public.delivery_events (log_id, provider_id, status) values ('${id(6)}', 'SMfacade00', 'sent');
      insert into public.notifications (id, title, message, contact_id) values
        ('${id(7)}', 'New', 'Zelda wrote', '${ZELDA}'), ('${id(8)}', 'Old', 'From ${EMAIL}.', null),
        ('${id(9)}', 'New', 'Zelda wrote again', '${ZELDA}'),
        (gen_random_uuid(), 'New', 'Bystander grizelda.quill@person.example wrote', '${other}');
      delete from public.notifications where id = '${id(9)}';
      insert into public.contact_imports (id, file_name, encoding, delimiter)
        values ('${other}', 'people.csv', 'utf-8', ',');
      insert into public.contact_import_rows (import_id, row_number, cells, fields, outcome, contact_id) values
        ('${other}', 2, '["Zelda", "${EMAIL}"]', '{"email": "${EMAIL}"}', 'created', '${ZELDA}'),
        ('${other}', 3, '["Z", "Zelda.Quill@person.example"]', null, null, null),
        ('${other}', 4, '["Bystander", "grizelda.quill@person.example"]', '{}', 'new', null);
      insert into public.crm_contacts (id, first_name, email) values ('${id(10)}', 'Zelda', '${EMAIL}');
      delete from public.crm_contacts where id = '${id(10)}';
      insert into private.outgoing_mails (id, kind, message, expires_at) values
        ('${id(11)}', 'lead', '{"to": "staff@x.example", "text": "New lead\\n${EMAIL}\\nZelda"}', now()),
        (gen_random_uuid(), 'confirmation', '{"to": "grizelda.quill@person.example", "text": "Bystander"}', now());
      insert into public.jobs (queue, lane, run_at, payload) values
        ('mails', 'staff@x.example', now(), '{"mail": "${id(11)}"}'), ('texts', '+19107620199', now(), '{"log": "${id(6)}"}'),
        ('carrier-webhooks', '', now(), '{"form": "From=%2B19107620199"}'), ('texts', '+19107620198', now(), '{"a": "Bystander"}');
      insert into private.simulated_texts (provider_id, number, from_phone, body, at) values
        ('SM1', '+19107620199', true, 'STOP', now()), ('SM2', '+19107620198', true, 'Bystander', now());
      insert into private.rate_limits (key, tokens, refilled_at) values
        ('submission:email:${EMAIL}', 1, now()), ('submission:email:grizelda.quill@person.example Bystander', 1, now());
      insert into auth.users (id, email, encrypted_password, raw_user_meta_data)
        values ('${id(12)}', '${EMAIL}', 'zelda-hash', '{}');
      insert into auth.identities (user_id, provider_id, provider, identity_data)
        values ('${id(12)}', '${id(12)}', 'email', '{"email": "${EMAIL}"}');
      insert into auth.sessions (user_id, refreshed_at, not_after, ip) values ('${id(12)}', now(), now(), '203.0.113.77');
      insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, expires_at)
        values ('${id(12)}', 'recovery_token', 'x', '${EMAIL}', now());
      insert into auth.sign_ups (user_id, token_hash, encrypted_password, expires_at)
        values ('${id(12)}', 'x', 'zelda-hash', now());
      insert into auth.mfa_factors (id, user_id, factor_type, secret) values ('${id(13)}', '${id(12)}', 'totp', 'zelda-secret');
      insert into auth.mfa_challenges (factor_id, ip_address) values ('${id(13)}', '203.0.113.77');
      insert into auth.mfa_recovery_codes (factor_id, code_hash) values ('${id(13)}', 'x');
      insert into public.profiles (id, email, first_name) values ('${id(12)}', '${EMAIL}', 'Zelda')`
    await database.script(statements)
    await renormalizePhones(database)
    await database.script('delete from realtime.changes where old is null or old::text !~* $$zelda$$')
  }
})
