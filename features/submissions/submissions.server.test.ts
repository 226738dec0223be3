import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ReceivedSubmission } from './submission-contact.server.ts'
import { acceptSubmission } from './accept-submission.server.ts'
import { SPAM_LIMITS, recordSubmission } from './record-submission.server.ts'
import { consumeRateLimits } from '../../platform/http/rate-limit.ts'
import { parseContactSubmission } from './submissions.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'

const MAILS = { siteUrl: 'https://agency.test', leadsTo: 'leads@agency.test', secret: 'only-for-tests' }
const NOW = new Date('2026-11-20T15:00:00Z')
const PHONE = '(910) 762-0142'
let addresses = 0

describeBothDatabases('recordSubmission', (open) => {
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
    return asService(database, (tx) =>
      recordSubmission(tx, received, { now, consumeLimits: consumeRateLimits, mails: MAILS }),
    )
  }

  async function requireId(recording: ReturnType<typeof submit>): Promise<string> {
    const recorded = await recording
    if (recorded.outcome !== 'recorded') throw new Error('The submission was not recorded.')
    return recorded.id
  }

  async function rows(sql: string, ...values: unknown[]) {
    return (await asService(database, (tx) => tx.query(sql, values))).rows
  }

  async function insertManager(name: string): Promise<string> {
    const email = `${name}@staff.example`
    const { rows: added } = await database.asOwner((tx) =>
      tx.query<{ id: string }>(
        'insert into auth.users (id, email) values (gen_random_uuid(), $1) returning id',
        [email],
      ),
    )
    const id = added[0]?.id ?? ''
    await rows(`insert into public.profiles (id, email, role) values ($1, $2, 'manager')`, id, email)
    return id
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
  const findContact = async (email: string) => (await contacts(email))[0]
  const findSubmission = async (id: string) =>
    (await rows('select * from public.contact_submissions where id = $1', id))[0]
  const listNotifications = (contactId: unknown) =>
    rows('select * from public.notifications where contact_id = $1 order by created_at', contactId)
  const listConsents = (email: string) => rows('select * from public.consent_events where email = $1', email)

  test('recordSubmission logs only the part it appended to long notes', async () => {
    const email = 'regular@example.com'
    for (let form = 1; form <= 8; form += 1)
      await submit({ email, message: `Form ${form}: ${'we need another page. '.repeat(100)}` })
    const trail = await rows(
      `select changes -> 'notes' ->> 'old' as old, changes -> 'notes' ->> 'new' as new
       from public.audit_log where row_id = $1 order by id`,
      (await findContact(email))?.['id'],
    )
    expect(trail).toHaveLength(8)
    expect(trail.at(-1)).toEqual({
      old: expect.stringMatching(/^….{0,20}$/s),
      new: expect.stringMatching(/^….{0,20}\n\n2026-11-20, contact form:\nForm 8: we need.{2000,2300}$/s),
    })
    expect(JSON.stringify(trail).length).toBeLessThan(8 * 2500)
    expect(String((await findContact(email))?.['notes']).length).toBeGreaterThan(16_000)
  })

  test('recordSubmission keeps no referring site if the visitor came from our own pages', async () => {
    const referrer = `${MAILS.siteUrl}/pricing`
    const id = await requireId(submit({ email: 'own@example.com', referrer }))
    expect(await findSubmission(id)).toMatchObject({ referrer, referrer_host: null })
  })

  test('recordSubmission creates a submission, a contact and a notification', async () => {
    const id = await requireId(
      submit(
        {
          name: 'Ana de la Cruz',
          email: 'ana@example.com',
          company: 'Cruz Bakery',
          service: 'Local SEO',
          phone: PHONE,
          page: '/contact',
          referrer: 'https://www.search.example/results?q=bakery',
          firstPage: '/services/local-seo',
          adNetwork: 'Google Ads',
          utm_source: 'newsletter',
          utm_campaign: 'fall-dental',
          clientIP: '203.0.113.9',
        },
        { raw: { name: ' Ana de la Cruz ' }, origin: { address: '198.51.100.7', userAgent: 'Browser/2' } },
      ),
    )
    const contact = await findContact('ana@example.com')
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
    expect(await findSubmission(id)).toMatchObject({
      contact_id: contact?.['id'],
      name: 'Ana de la Cruz',
      message: 'We need a website.',
      service: 'Local SEO',
      page: '/contact',
      referrer: 'https://www.search.example/results?q=bakery',
      referrer_host: 'search.example',
      first_page: '/services/local-seo',
      ad_network: 'Google Ads',
      utm_source: 'newsletter',
      utm_medium: null,
      utm_campaign: 'fall-dental',
      client_ip: '198.51.100.7',
      claimed_ip: '203.0.113.9',
      user_agent: 'Browser/2',
      spam: false,
      spam_score: 0,
      raw: { name: ' Ana de la Cruz ' },
    })
    expect(await listNotifications(contact?.['id'])).toMatchObject([
      {
        title: 'New contact form submission',
        message: 'Ana de la Cruz (Local SEO): We need a website.',
        read: false,
      },
    ])
    expect(await listConsents('ana@example.com')).toEqual([])
  })

  test('recordSubmission completes the contact of a known email and overwrites nothing', async () => {
    await submit({ name: 'Bo', email: 'Bo@Example.com', company: 'Bo Ltd' })
    const before = await findContact('bo@example.com')
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
    const after = await findContact('bo@example.com')
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
    expect(await listNotifications(after?.['id'])).toHaveLength(3)
  })

  test('recordSubmission skips the note when it would exceed the notes limit', async () => {
    await submit({ email: 'full@example.com' })
    await rows(`update public.crm_contacts set notes = repeat('x', 99999) where email = 'full@example.com'`)
    const id = await requireId(submit({ email: 'full@example.com', message: 'One more' }))
    expect(String((await findContact('full@example.com'))?.['notes'])).toHaveLength(99_999)
    expect(await findSubmission(id)).toMatchObject({ message: 'One more' })
  })

  test('recordSubmission returns the first id and changes nothing for a repeated idempotency key', async () => {
    const fields = { email: 'twice@example.com', idempotencyKey: randomUUID() }
    const around = { origin: { address: '198.51.100.20', userAgent: null } }
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(fields, around)))
    const later = await submit({ ...fields, message: 'Something else' }, around)
    expect(new Set([...answers, later].map((answer) => JSON.stringify(answer))).size).toBe(1)
    const contact = await findContact('twice@example.com')
    expect(
      await rows(`select from public.contact_submissions where email = 'twice@example.com'`),
    ).toHaveLength(1)
    expect(await listNotifications(contact?.['id'])).toHaveLength(1)
    expect(contact?.['notes']).not.toContain('Something else')
  })

  test('recordSubmission creates one contact for twenty concurrent submissions of a new person', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => submit({ email: n % 2 ? 'Race@x.org' : 'race@x.org' })),
    )
    expect(await contacts('race@x.org')).toHaveLength(1)
    expect(
      await rows(`select from public.contact_submissions where lower(email) = 'race@x.org'`),
    ).toHaveLength(20)
  })

  describe('consent to texts', () => {
    test('web form consent is stored with its evidence and applies to the contact', async () => {
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
      const contact = await findContact('yes@example.com')
      expect(contact).toMatchObject({ text_consent: true })
      const [event, ...more] = await listConsents('yes@example.com')
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

    test('web form consent is not withdrawn by a later unticked box', async () => {
      await submit({ email: 'stays@example.com', phone: PHONE, textConsent: true })
      await submit({ email: 'stays@example.com', phone: PHONE, textConsent: false })
      expect(await findContact('stays@example.com')).toMatchObject({ text_consent: true })
      expect(await listConsents('stays@example.com')).toHaveLength(1)
    })

    test('web form consent without a phone number is ignored', async () => {
      await submit({ email: 'nonumber@example.com', textConsent: true })
      expect(await findContact('nonumber@example.com')).toMatchObject({ text_consent: false })
      expect(await listConsents('nonumber@example.com')).toEqual([])
    })

    test('web form consent for another number does not apply to the number on file', async () => {
      await submit({ email: 'two@example.com', phone: '(910) 762-0100' })
      await submit({ email: 'two@example.com', phone: '(910) 762-0101', textConsent: true })
      expect(await findContact('two@example.com')).toMatchObject({
        text_consent: false,
        phone: '(910) 762-0100',
      })
      expect(await listConsents('two@example.com')).toMatchObject([
        { phone_e164: '+19107620101', contact_id: null },
      ])
    })

    test('web form consent does not apply to a known contact without a number', async () => {
      await submit({ email: 'empty@example.com' })
      await submit({ email: 'empty@example.com', phone: '(910) 762-0102', textConsent: true })
      expect(await findContact('empty@example.com')).toMatchObject({
        text_consent: false,
        phone: null,
        notes: expect.stringContaining('New phone number given in the form: (910) 762-0102'),
      })
      expect(await listConsents('empty@example.com')).toMatchObject([
        { phone_e164: '+19107620102', contact_id: null },
      ])
    })

    test('web form consent does not end a STOP for the number', async () => {
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
        expect(await findContact(email)).toMatchObject({ text_consent: false })
      expect(await rows(`select private.is_suppressed('+19107620103') as suppressed`)).toEqual([
        { suppressed: true },
      ])
    })
  })

  describe('possible spam', () => {
    const suspicious: [string, Record<string, unknown>, Partial<ReceivedSubmission>][] = [
      ['with the hidden field filled in', { website: 'https://spam.example' }, {}],
      ['sent too fast with many links', { message: 'https://a.example '.repeat(4) }, { timing: 'too fast' }],
      ['with a forged token', {}, { timing: 'forged' }],
      ['full of links', { message: 'https://a.example '.repeat(8) }, {}],
      ['with link markup', { message: '[url=https://a.example]a[/url]' }, {}],
      ['with a link as the name', { name: 'https://a.example' }, {}],
    ]

    test.each(suspicious)(
      'a submission %s is stored and listed as possible spam, without contact or consent',
      async (_, fields, around) => {
        const email = `${randomUUID()}@example.com`
        const id = await requireId(submit({ email, phone: PHONE, textConsent: true, ...fields }, around))
        const stored = await findSubmission(id)
        expect(stored).toMatchObject({ spam: true, contact_id: null })
        expect(stored?.['spam_reasons']).not.toEqual([])
        expect(await contacts(email)).toEqual([])
        expect(await rows('select * from public.notifications where submission_id = $1', id)).toMatchObject([
          { title: 'Possible spam: contact form submission', message: expect.stringContaining(email) },
        ])
        expect(await listConsents(email)).toEqual([])
      },
    )

    test('a spam submission changes nothing of a contact with its email', async () => {
      const email = 'customer@example.com'
      await submit({ email })
      const before = await findContact(email)
      await submit({ email, company: 'Bad Ltd', message: 'Buy this', website: 'x' })
      expect(await findContact(email)).toEqual(before)
    })

    test('a spam submission accepted twice at once becomes one contact without consent', async () => {
      const email = 'mistaken@example.com'
      const id = await requireId(submit({ email, phone: PHONE, textConsent: true, website: 'x' }))
      const accept = () => asService(database, (tx) => acceptSubmission(tx, id))
      const accepted = await Promise.all([accept(), accept()])
      const [contact, ...more] = await contacts(email)
      expect(more).toEqual([])
      expect(new Set(accepted)).toEqual(new Set([contact?.['id'], null]))
      expect(contact).toMatchObject({ first_name: 'Ana', phone: PHONE, text_consent: false })
      expect(await findSubmission(id)).toMatchObject({ contact_id: contact?.['id'] })
      expect(await listNotifications(contact?.['id'])).toHaveLength(1)
      expect(await listConsents(email)).toEqual([])
    })

    test('a flood of spam submissions raises the unread count of each person by one', async () => {
      await rows('delete from public.notifications')
      const [anna, ben] = [await insertManager('anna'), await insertManager('ben')]
      const countUnread = async (person: string) =>
        (await rows('select from public.notifications where recipient_id = $1 and not read', person)).length
      await submit({ email: 'flood-a@example.com', website: 'x' })
      await rows('update public.notifications set read = true where recipient_id = $1', anna)
      await submit({ email: 'flood-b@example.com', website: 'x' })
      await submit({ email: 'flood-c@example.com', website: 'x' })
      expect([await countUnread(anna), await countUnread(ben)]).toEqual([1, 1])
      await rows('delete from public.profiles where id = any ($1)', [anna, ben])
    })

    test('a flood of spam submissions before there is staff raises the unread count by one', async () => {
      await rows('delete from public.notifications')
      for (let n = 0; n < 5; n += 1) await submit({ email: `flood-${n}@example.com`, website: 'x' })
      expect(await rows('select from public.notifications')).toHaveLength(5)
      expect(await rows('select from public.notifications where not read')).toHaveLength(1)
      await submit({ email: 'honest@example.com' })
      expect(await rows('select from public.notifications where not read')).toHaveLength(2)
    })

    test.each(['plausible', 'too fast', 'stale', 'absent'] as const)(
      'a submission with a timing token that is "%s" is not spam for that alone',
      async (timing) => {
        const id = await requireId(
          submit({ email: `${randomUUID()}@example.com`, message: 'See www.example.com' }, { timing }),
        )
        expect(await findSubmission(id)).toMatchObject({ spam: false })
      },
    )
  })

  describe('limits', () => {
    test('submissions over the limit of one address are flagged, then refused without storing anything', async () => {
      const origin = { address: '198.51.100.30', userAgent: null }
      const send = (n: number, now = NOW) => submit({ email: `many-${n}@example.com` }, { origin, now })
      const answers = []
      for (let n = 0; n < 30; n += 1) answers.push(await send(n))
      await rows(
        'select count(private.take_rate_limit($1, $2, $3, $4)) from generate_series(11, $2)',
        `submission:flagged:${origin.address}`,
        SPAM_LIMITS.sender.capacity,
        SPAM_LIMITS.sender.perSeconds,
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

    test('submissions beyond 100 a day from one address are flagged as spam', async () => {
      const origin = { address: '198.51.100.33', userAgent: null }
      const isMarked = async (now: Date) => {
        const fields = { email: `${randomUUID()}@example.com` }
        return (await findSubmission(await requireId(submit(fields, { origin, now }))))?.['spam']
      }
      await emptyBucket(`submission:day:${origin.address}`, { capacity: 100, perSeconds: 86_400 })
      expect(await isMarked(NOW)).toBe(true)
      const oneIsFree = new Date(NOW.getTime() + 864_000)
      expect(await isMarked(oneIsFree)).toBe(false)
      expect(await isMarked(oneIsFree)).toBe(true)
    })

    test('spam submissions are stored up to 200 a day per address and 1,000 in total', async () => {
      const origin = { address: '198.51.100.31', userAgent: null }
      const send = () => submit({ email: `${randomUUID()}@example.com`, website: 'x' }, { origin })
      await emptyBucket(`submission:flagged-day:${origin.address}`, SPAM_LIMITS.senderPerDay)
      expect(await send()).toEqual({ outcome: 'limited', retryAfter: 432 })
      origin.address = '198.51.100.32'
      await emptyBucket('submission:flagged', SPAM_LIMITS.total)
      expect(await send()).toMatchObject({ outcome: 'limited' })
      expect(await submit({ email: 'honest@day.example' }, { origin })).toMatchObject({ outcome: 'recorded' })
      await database.transaction((tx) => tx.query('delete from private.rate_limits'))
    })

    test('submissions beyond 10 an hour with one email are flagged as spam', async () => {
      const ids = []
      for (let n = 0; n < 11; n += 1)
        ids.push(await requireId(submit({ email: n % 2 ? 'OFTEN@x.org' : 'often@x.org' })))
      expect(await findSubmission(ids[9] ?? '')).toMatchObject({ spam: false })
      expect(await findSubmission(ids[10] ?? '')).toMatchObject({ spam: true })
    })
  })

  test('recordSubmission leaves nothing behind when its transaction fails', async () => {
    await expect(
      asService(database, async (tx) => {
        const parsed = parseContactSubmission({ name: 'Half', email: 'half@example.com', message: 'Hello' })
        if (!parsed.success) throw new Error(parsed.error)
        const origin = { address: null, sender: 'unknown', userAgent: null }
        await recordSubmission(
          tx,
          { submission: parsed.data, raw: {}, origin, timing: 'absent' },
          { now: NOW, consumeLimits: consumeRateLimits, mails: MAILS },
        )
        await tx.query('select 1 / 0')
      }),
    ).rejects.toMatchObject({ sqlState: '22012' })
    expect(await findContact('half@example.com')).toBeUndefined()
    expect(await rows(`select from public.contact_submissions where email = 'half@example.com'`)).toEqual([])
  })
})
