import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ReceivedSubmission } from './submission-contact.server.ts'
import { acceptSubmission } from './accept-submission.server.ts'
import { FLAGGED, recordSubmission } from './record-submission.server.ts'
import { consumeRateLimit } from '../../platform/http/rate-limit.ts'
import { parseContactSubmission } from './submissions.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'

const MAILS = { siteUrl: 'https://agency.test', leadsTo: 'leads@agency.test', secret: 'only-for-tests' }
const NOW = new Date('2026-11-20T15:00:00Z')
const PHONE = '(910) 762-0142'
let addresses = 0

describeBothDatabases('a submission', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  async function submit(
    fields: Record<string, unknown>,
    around: Partial<Omit<ReceivedSubmission, 'submission' | 'origin'>> & {
      origin?: Omit<ReceivedSubmission['origin'], 'sender'>
      now?: Date
    } = {},
  ) {
    const parsed = parseContactSubmission({ name: 'Ana Cruz', message: 'We need a website.', ...fields })
    if (!parsed.success) throw new Error(parsed.error)
    addresses += 1
    const address = `10.0.${addresses >> 8}.${addresses & 255}`
    const { now = NOW, origin = { address, userAgent: 'Browser/1' }, ...rest } = around
    const received: ReceivedSubmission = {
      submission: parsed.data,
      raw: {},
      timing: 'absent',
      ...rest,
      origin: { ...origin, sender: origin.address ?? 'unknown' },
    }
    return asIdentity(database, { role: 'service_role' }, (tx) =>
      recordSubmission(tx, received, { now, takeRateLimit: consumeRateLimit, mails: MAILS }),
    )
  }

  async function requireId(recording: ReturnType<typeof submit>): Promise<string> {
    const recorded = await recording
    if (recorded.outcome !== 'recorded') throw new Error('The submission was not recorded.')
    return recorded.id
  }

  async function rows(sql: string, ...values: unknown[]) {
    return (await asIdentity(database, { role: 'service_role' }, (tx) => tx.query(sql, values))).rows
  }

  const emptyBucket = (key: string, { capacity, perSeconds }: { capacity: number; perSeconds: number }) =>
    rows(
      'select count(private.take_rate_limit($1, $2, $3, $4)) from generate_series(1, $2)',
      key,
      capacity,
      perSeconds,
      NOW,
    )
  const contacts = (email: string) =>
    rows('select * from public.crm_contacts where lower(email) = lower($1) order by created_at', email)
  const contactOf = async (email: string) => (await contacts(email))[0]
  const submissionOf = async (id: string) =>
    (await rows('select * from public.contact_submissions where id = $1', id))[0]
  const notificationsOf = (contactId: unknown) =>
    rows('select * from public.notifications where contact_id = $1 order by created_at', contactId)
  const consentOf = (email: string) => rows('select * from public.consent_events where email = $1', email)

  test('leaves in the trail what it added to the notes, however much is there', async () => {
    const email = 'regular@example.com'
    for (let form = 1; form <= 8; form += 1)
      await submit({ email, message: `Form ${form}: ${'we need another page. '.repeat(100)}` })
    const trail = await rows(
      `select changes -> 'notes' ->> 'old' as old, changes -> 'notes' ->> 'new' as new
       from public.audit_log where row_id = $1 order by id`,
      (await contactOf(email))?.['id'],
    )
    expect(trail).toHaveLength(8)
    expect(trail.at(-1)).toEqual({
      old: expect.stringMatching(/^….{0,20}$/s),
      new: expect.stringMatching(/^….{0,20}\n\n2026-11-20, contact form:\nForm 8: we need.{2000,2300}$/s),
    })
    expect(JSON.stringify(trail).length).toBeLessThan(8 * 2500)
    expect(String((await contactOf(email))?.['notes']).length).toBeGreaterThan(16_000)
  })

  test('becomes a submission, a contact and a notification', async () => {
    const id = await requireId(
      submit(
        {
          name: 'Ana de la Cruz',
          email: 'ana@example.com',
          company: 'Cruz Bakery',
          service: 'Local SEO',
          phone: PHONE,
          page: '/contact',
          referrer: 'https://search.example/',
          clientIP: '203.0.113.9',
        },
        { raw: { name: ' Ana de la Cruz ' }, origin: { address: '198.51.100.7', userAgent: 'Browser/2' } },
      ),
    )
    const contact = await contactOf('ana@example.com')
    expect(contact).toMatchObject({
      first_name: 'Ana',
      last_name: 'de la Cruz',
      email: 'ana@example.com',
      phone: PHONE,
      phone_e164: '+19107620142',
      phone_type: 'mobile',
      company: 'Cruz Bakery',
      status: 'lead',
      service_request: 'Local SEO',
      text_consent: false,
    })
    expect(contact?.['notes']).toContain('We need a website.')
    expect(await submissionOf(id)).toMatchObject({
      contact_id: contact?.['id'],
      name: 'Ana de la Cruz',
      message: 'We need a website.',
      service: 'Local SEO',
      page: '/contact',
      referrer: 'https://search.example/',
      client_ip: '198.51.100.7',
      claimed_ip: '203.0.113.9',
      user_agent: 'Browser/2',
      spam: false,
      spam_score: 0,
      raw: { name: ' Ana de la Cruz ' },
    })
    expect(await notificationsOf(contact?.['id'])).toMatchObject([
      {
        title: 'New contact form submission',
        message: 'Ana de la Cruz (Local SEO): We need a website.',
        read: false,
      },
    ])
    expect(await consentOf('ana@example.com')).toEqual([])
  })

  test('of a known e-mail completes the contact and overwrites nothing', async () => {
    await submit({ name: 'Bo', email: 'Bo@Example.com', company: 'Bo Ltd' })
    const before = await contactOf('bo@example.com')
    await submit({
      name: 'Bo Lind',
      email: 'bo@example.COM',
      company: 'Other Ltd',
      phone: PHONE,
      service: 'Website Development',
      message: 'Second message',
    })
    await submit({
      name: 'Robert',
      email: 'bo@example.com',
      phone: '(910) 762-0143',
      message: 'Third message',
    })
    expect(await contacts('bo@example.com')).toHaveLength(1)
    const after = await contactOf('bo@example.com')
    expect(after).toMatchObject({
      id: before?.['id'],
      first_name: 'Bo',
      last_name: 'Lind',
      email: 'Bo@Example.com',
      company: 'Bo Ltd',
      phone: null,
      service_request: 'Website Development',
    })
    expect(after?.['notes']).toMatch(/We need a website\.[^]*Second message[^]*Third message/)
    for (const phone of [PHONE, '(910) 762-0143'])
      expect(after?.['notes']).toContain(`New phone number given in the form: ${phone}`)
    expect(await notificationsOf(after?.['id'])).toHaveLength(3)
  })

  test('never makes notes longer than they may be', async () => {
    await submit({ email: 'full@example.com' })
    await rows(`update public.crm_contacts set notes = repeat('x', 99999) where email = 'full@example.com'`)
    const id = await requireId(submit({ email: 'full@example.com', message: 'One more' }))
    expect(String((await contactOf('full@example.com'))?.['notes'])).toHaveLength(99_999)
    expect(await submissionOf(id)).toMatchObject({ message: 'One more' })
  })

  test('repeated under its key returns the first id and changes nothing', async () => {
    const fields = { email: 'twice@example.com', idempotencyKey: randomUUID() }
    const around = { origin: { address: '198.51.100.20', userAgent: null } }
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(fields, around)))
    const later = await submit({ ...fields, message: 'Something else' }, around)
    expect(new Set([...answers, later].map((answer) => JSON.stringify(answer))).size).toBe(1)
    const contact = await contactOf('twice@example.com')
    expect(
      await rows(`select from public.contact_submissions where email = 'twice@example.com'`),
    ).toHaveLength(1)
    expect(await notificationsOf(contact?.['id'])).toHaveLength(1)
    expect(contact?.['notes']).not.toContain('Something else')
  })

  test('of one new person, twenty at the same moment, makes one contact', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => submit({ email: n % 2 ? 'Race@x.org' : 'race@x.org' })),
    )
    expect(await contacts('race@x.org')).toHaveLength(1)
    expect(
      await rows(`select from public.contact_submissions where lower(email) = 'race@x.org'`),
    ).toHaveLength(20)
  })

  describe('consent to texts', () => {
    test('is kept with its proof, and the contact follows', async () => {
      const id = await requireId(
        submit(
          {
            email: 'yes@example.com',
            phone: PHONE,
            textConsent: true,
            page: '/contact',
            clientIP: '203.0.113.9',
          },
          { origin: { address: '198.51.100.8', userAgent: 'Browser/3' } },
        ),
      )
      const contact = await contactOf('yes@example.com')
      expect(contact).toMatchObject({ text_consent: true })
      const [event, ...more] = await consentOf('yes@example.com')
      expect(more).toEqual([])
      expect(event).toMatchObject({
        contact_id: contact?.['id'],
        phone_e164: '+19107620142',
        action: 'grant',
        method: 'web_form',
        page: '/contact',
        submission_id: id,
        client_ip: '198.51.100.8',
        claimed_ip: '203.0.113.9',
        user_agent: 'Browser/3',
      })
      const wording = String(event?.['wording'])
      for (const part of ['agree', 'frequency varies', 'data rates may apply', 'Reply STOP']) {
        expect(wording).toContain(part)
      }
      expect(event?.['wording_version']).toBe(createHash('sha256').update(wording).digest('hex'))
      expect(Date.parse(String(event?.['occurred_at']))).toBe(NOW.getTime())
    })

    test('is not withdrawn by a later unticked box', async () => {
      await submit({ email: 'stays@example.com', phone: PHONE, textConsent: true })
      await submit({ email: 'stays@example.com', phone: PHONE, textConsent: false })
      expect(await contactOf('stays@example.com')).toMatchObject({ text_consent: true })
      expect(await consentOf('stays@example.com')).toHaveLength(1)
    })

    test('is nothing without a number', async () => {
      await submit({ email: 'nonumber@example.com', textConsent: true })
      expect(await contactOf('nonumber@example.com')).toMatchObject({ text_consent: false })
      expect(await consentOf('nonumber@example.com')).toEqual([])
    })

    test('for another number says nothing about the number on file', async () => {
      await submit({ email: 'two@example.com', phone: '(910) 762-0100' })
      await submit({ email: 'two@example.com', phone: '(910) 762-0101', textConsent: true })
      expect(await contactOf('two@example.com')).toMatchObject({
        text_consent: false,
        phone: '(910) 762-0100',
      })
      expect(await consentOf('two@example.com')).toMatchObject([
        { phone_e164: '+19107620101', contact_id: null },
      ])
    })

    test('of a known contact without a number is not given by whoever knows the e-mail', async () => {
      await submit({ email: 'empty@example.com' })
      await submit({ email: 'empty@example.com', phone: '(910) 762-0102', textConsent: true })
      expect(await contactOf('empty@example.com')).toMatchObject({
        text_consent: false,
        phone: null,
        notes: expect.stringContaining('New phone number given in the form: (910) 762-0102'),
      })
      expect(await consentOf('empty@example.com')).toMatchObject([
        { phone_e164: '+19107620102', contact_id: null },
      ])
    })

    test('does not lift the STOP of a number', async () => {
      const phone = '(910) 762-0103'
      await submit({ email: 'stopped@example.com', phone, textConsent: true })
      await rows(
        `insert into public.consent_events (occurred_at, phone_e164, action, method)
         values ($1, '+19107620103', 'revoke', 'keyword')`,
        new Date(NOW.getTime() + 1_000),
      )
      const now = new Date(NOW.getTime() + 60_000)
      for (const email of ['stopped@example.com', 'somebody-new@example.com'])
        await submit({ email, phone, textConsent: true }, { now })
      for (const email of ['stopped@example.com', 'somebody-new@example.com'])
        expect(await contactOf(email)).toMatchObject({ text_consent: false })
      expect(await rows(`select private.is_suppressed('+19107620103') as suppressed`)).toEqual([
        { suppressed: true },
      ])
    })
  })

  describe('that looks like spam', () => {
    const suspicious: [string, Record<string, unknown>, Partial<ReceivedSubmission>][] = [
      ['fills in the hidden field', { website: 'https://spam.example' }, {}],
      [
        'comes too fast and has many links',
        { message: 'https://a.example '.repeat(4) },
        { timing: 'too fast' },
      ],
      ['brings a token that is not ours', {}, { timing: 'forged' }],
      ['is full of links', { message: 'https://a.example '.repeat(8) }, {}],
      ['writes link markup', { message: '[url=https://a.example]a[/url]' }, {}],
      ['is called a link', { name: 'https://a.example' }, {}],
    ]

    test.each(suspicious)('%s: stored, listed and marked', async (_, fields, around) => {
      const email = `${randomUUID()}@example.com`
      const id = await requireId(submit({ email, phone: PHONE, textConsent: true, ...fields }, around))
      const stored = await submissionOf(id)
      expect(stored).toMatchObject({ spam: true, contact_id: null })
      expect(stored?.['spam_reasons']).not.toEqual([])
      expect(await contacts(email)).toEqual([])
      expect(await rows('select * from public.notifications where submission_id = $1', id)).toMatchObject([
        { title: 'Possible spam: contact form submission', message: expect.stringContaining(email) },
      ])
      expect(await consentOf(email)).toEqual([])
    })

    test('changes nothing of a contact it names', async () => {
      const email = 'customer@example.com'
      await submit({ email })
      const before = await contactOf(email)
      await submit({ email, company: 'Bad Ltd', message: 'Buy this', website: 'x' })
      expect(await contactOf(email)).toEqual(before)
    })

    test('becomes a contact, once, when staff accept it, and still proves no consent', async () => {
      const email = 'mistaken@example.com'
      const id = await requireId(submit({ email, phone: PHONE, textConsent: true, website: 'x' }))
      const accept = () => asIdentity(database, { role: 'service_role' }, (tx) => acceptSubmission(tx, id))
      const accepted = await Promise.all([accept(), accept()])
      const [contact, ...more] = await contacts(email)
      expect(more).toEqual([])
      expect(new Set(accepted)).toEqual(new Set([contact?.['id'], null]))
      expect(contact).toMatchObject({ first_name: 'Ana', phone: PHONE, text_consent: false })
      expect(await submissionOf(id)).toMatchObject({ contact_id: contact?.['id'] })
      expect(await notificationsOf(contact?.['id'])).toHaveLength(1)
      expect(await consentOf(email)).toEqual([])
    })

    test('raises the unread counter by one, however much of it comes', async () => {
      await rows('delete from public.notifications')
      for (let n = 0; n < 5; n += 1) await submit({ email: `flood-${n}@example.com`, website: 'x' })
      expect(await rows('select from public.notifications')).toHaveLength(5)
      expect(await rows('select from public.notifications where not read')).toHaveLength(1)
      await submit({ email: 'honest@example.com' })
      expect(await rows('select from public.notifications where not read')).toHaveLength(2)
    })

    test.each(['plausible', 'too fast', 'stale', 'absent'] as const)(
      'a %s token alone marks nothing',
      async (timing) => {
        const id = await requireId(
          submit({ email: `${randomUUID()}@example.com`, message: 'See www.example.com' }, { timing }),
        )
        expect(await submissionOf(id)).toMatchObject({ spam: false })
      },
    )
  })

  describe('limits', () => {
    test('many from one address are marked, then refused for a while, and nothing of a refused one is kept', async () => {
      const origin = { address: '198.51.100.30', userAgent: null }
      const send = (n: number, now = NOW) => submit({ email: `many-${n}@example.com` }, { origin, now })
      const answers = []
      for (let n = 0; n < 30; n += 1) answers.push(await send(n))
      await rows(
        'select count(private.take_rate_limit($1, $2, $3, $4)) from generate_series(11, $2)',
        `submission:flagged:${origin.address}`,
        FLAGGED.sender.capacity,
        FLAGGED.sender.perSeconds,
        NOW,
      )
      answers.push(await send(60))
      const spam = await rows(
        `select spam, email from public.contact_submissions where client_ip = $1`,
        origin.address,
      )
      expect(spam.filter((row) => row['spam'] === false)).toHaveLength(20)
      expect(spam).toHaveLength(30)
      expect(answers.at(-1)).toEqual({ outcome: 'limited', retryAfter: 10 })
      expect(
        await rows(`select from public.contact_submissions where email = 'many-60@example.com'`),
      ).toEqual([])
      expect(await send(60, new Date(NOW.getTime() + 10_000))).toMatchObject({ outcome: 'recorded' })
    })

    test('more than 100 a day from one address are marked', async () => {
      const origin = { address: '198.51.100.33', userAgent: null }
      const isMarked = async (now: Date) => {
        const fields = { email: `${randomUUID()}@example.com` }
        return (await submissionOf(await requireId(submit(fields, { origin, now }))))?.['spam']
      }
      await emptyBucket(`submission:day:${origin.address}`, { capacity: 100, perSeconds: 86_400 })
      expect(await isMarked(NOW)).toBe(true)
      const oneIsFree = new Date(NOW.getTime() + 864_000)
      expect(await isMarked(oneIsFree)).toBe(false)
      expect(await isMarked(oneIsFree)).toBe(true)
    })

    test('possible spam is kept up to 200 a day of one address and 1,000 of all', async () => {
      const origin = { address: '198.51.100.31', userAgent: null }
      const send = () => submit({ email: `${randomUUID()}@example.com`, website: 'x' }, { origin })
      await emptyBucket(`submission:flagged-day:${origin.address}`, FLAGGED.senderPerDay)
      expect(await send()).toEqual({ outcome: 'limited', retryAfter: 432 })
      origin.address = '198.51.100.32'
      await emptyBucket('submission:flagged', FLAGGED.everybody)
      expect(await send()).toMatchObject({ outcome: 'limited' })
      expect(await submit({ email: 'honest@day.example' }, { origin })).toMatchObject({ outcome: 'recorded' })
      await database.transaction((tx) => tx.query('delete from private.rate_limits'))
    })

    test('many under one e-mail are marked', async () => {
      const ids = []
      for (let n = 0; n < 11; n += 1)
        ids.push(await requireId(submit({ email: n % 2 ? 'OFTEN@x.org' : 'often@x.org' })))
      expect(await submissionOf(ids[9] ?? '')).toMatchObject({ spam: false })
      expect(await submissionOf(ids[10] ?? '')).toMatchObject({ spam: true })
    })
  })

  test('is written as a whole or not at all', async () => {
    await expect(
      asIdentity(database, { role: 'service_role' }, async (tx) => {
        const parsed = parseContactSubmission({ name: 'Half', email: 'half@example.com', message: 'Hello' })
        if (!parsed.success) throw new Error(parsed.error)
        const origin = { address: null, sender: 'unknown', userAgent: null }
        await recordSubmission(
          tx,
          { submission: parsed.data, raw: {}, origin, timing: 'absent' },
          { now: NOW, takeRateLimit: consumeRateLimit, mails: MAILS },
        )
        await tx.query('select 1 / 0')
      }),
    ).rejects.toMatchObject({ sqlState: '22012' })
    expect(await contactOf('half@example.com')).toBeUndefined()
    expect(await rows(`select from public.contact_submissions where email = 'half@example.com'`)).toEqual([])
  })
})
