import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { createSmtpMail } from './smtp-mail.ts'
import type { MailProvider } from './mail-provider.ts'
import { textConsentWording } from '../../features/consent/consent.ts'
import { site } from '../../site.config.ts'
import { createPhoneWorld, type PhoneWorld } from '../../features/conversations/conversations.fixture.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { startMailServer, type ReceivedMail, type MailServer } from '../../tests/support/mail-server.ts'

const STAFF = 'leads@agency.test'
const SUBMISSION = { name: 'Ana Cruz', message: 'We need a website.' }
const DAY = 86_400_000

const ofLeads = (email: string) =>
  `kind = 'lead' and profile_id = (select id from public.profiles where email = ${email})`
/** The one-click unsubscribe URL. */
const findUnsubscribeUrl = (letter?: ReceivedMail) =>
  /^List-Unsubscribe: <([^>]+)>$/m.exec(letter?.head ?? '')?.[1] ?? ''

describeBothDatabases('mail of the contact form', (open) => {
  let server: MailServer
  let database: Database
  let world: PhoneWorld
  /** While true, the process dies when it sends a mail. */
  let dies = false
  let visitors = 0

  beforeAll(async () => {
    server = await startMailServer()
    const smtp = createSmtpMail({ url: server.url, from: 'no-reply@agency.test' })
    const mail: MailProvider = {
      simulated: false,
      send: async (message) => {
        await smtp.send(message)
        if (dies) throw new Error('The process is gone')
      },
    }
    database = await open()
    world = await createPhoneWorld(database, { LEADS_EMAIL: STAFF }, mail)
  })
  afterAll(() => server.close())
  beforeEach(() => {
    world.advance(DAY)
    server.taken = []
  })

  async function submit(fields: Record<string, unknown> = {}): Promise<string> {
    visitors += 1
    const email = `visitor-${visitors}@example.com`
    const answer = await world.call('handle-contact-form', { ...SUBMISSION, email, ...fields }, 'service')
    expect(answer).toMatchObject({ status: 200 })
    return email
  }
  /** Like a mail client: no cookies, no key, any address. */
  const oneClick = (address: string) =>
    world.visit(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
  const waiting = async () => (await world.rows('select id from private.outgoing_mails')).length
  const lastJob = (email: string) =>
    world.row('select state, reason, detail from public.jobs where lane = $1 order by id desc limit 1', email)
  const messageIds = (email: string) =>
    server.lettersTo(email).map(({ source }) => /^Message-ID: (.+)$/m.exec(source)?.[1])

  test('a form submission mails a confirmation to the visitor and the lead to staff, and deletes the contents', async () => {
    const email = await submit({
      service: 'Local SEO',
      phone: '(910) 762-0142',
      textConsent: true,
      message: 'See https://shop.example/ <b>now</b>',
    })
    expect(await waiting()).toBe(2)
    await world.pass(0)
    const [confirmation] = server.lettersTo(email)
    expect(confirmation?.source).toContain(textConsentWording(site.name))
    expect(confirmation?.source).toContain('+19107620142')
    expect(confirmation?.source).toContain('reply STOP')
    expect(confirmation?.source).toContain('your message about Local SEO')
    expect(confirmation?.source).toContain(site.postalAddress)
    expect(confirmation?.source).toMatch(/^Reply-To: .*hello@tidewright\.example/m)
    expect(confirmation?.source).toMatch(/^Auto-Submitted: auto-generated$/m)
    expect(confirmation?.source).not.toContain('shop.example')
    expect(confirmation?.source).not.toContain('Ana')
    const [news] = server.lettersTo(STAFF)
    expect(news?.source).toMatch(/^Subject: New lead: Ana Cruz$/m)
    expect(news?.source).toMatch(new RegExp(`^Reply-To: "?Ana Cruz"? <${email}>$`, 'm'))
    expect(news?.source).toContain('&lt;b&gt;now&lt;/b&gt;')
    expect(news?.source).toContain('Text messages: agreed')
    expect(await waiting()).toBe(0)
  })

  test('a hostile name adds no header, recipient or markup to a mail', async () => {
    await submit({ name: 'Eve" <x@evil.example>, <img src=x> Bcc: y@evil.example' })
    await world.pass(0)
    expect(server.taken).toHaveLength(2)
    for (const { recipients, source } of server.taken) {
      expect(recipients).toHaveLength(1)
      expect(source).not.toMatch(/^Bcc:/m)
      expect(source).not.toMatch(/<p>[^]*<img/)
    }
  })

  test('a submission without SMS consent is confirmed as such, and spam gets no reply', async () => {
    const email = await submit({ phone: '(910) 762-0142' })
    await world.pass(0)
    expect(server.lettersTo(email)[0]?.source).toContain('You did not agree to text messages')
    server.taken = []
    await submit({ website: 'https://spam.example' })
    await world.pass(0)
    expect(server.taken).toEqual([])
  })

  test('an address gets at most two confirmations an hour and five a day', async () => {
    const email = 'stranger@example.com'
    const perHour: number[] = []
    for (let hour = 0; hour < 8; hour += 1) {
      for (let n = 0; n < 3; n += 1) await submit({ email, message: `Message ${hour} ${n}` })
      await world.pass(3_600)
      perHour.push(server.lettersTo(email).length)
    }
    expect(perHour[0]).toBe(2)
    // A bucket of five that refills within the day: five, and one more for every 4.8 hours.
    expect(server.lettersTo(email)).toHaveLength(6)
    expect(server.lettersTo(STAFF)).toHaveLength(24)
  })

  test('mails wait for an unreachable mail server, and none is sent twice', async () => {
    await server.close()
    const email = await submit()
    await world.pass(1_800)
    expect(await waiting()).toBe(2)
    await server.listen()
    await world.pass(600)
    expect(server.lettersTo(email)).toHaveLength(1)
    expect(server.lettersTo(STAFF)).toHaveLength(1)
    expect(await waiting()).toBe(0)
  })

  test('an invitation is sent before all other mails, even to the same person', async () => {
    const [other, invited] = [await submit(), await submit()]
    const invite = { action: 'invite', email: invited, role: 'manager' }
    expect(await world.call('manage-team', invite, 'admin')).toMatchObject({ status: 200 })
    await world.pass(0)
    expect(server.taken.map(({ recipients }) => recipients[0])).toEqual([
      invited,
      other,
      STAFF,
      invited,
      STAFF,
    ])
    expect(server.taken[0]?.source).toContain('/login')
  })

  test('a mailbox that is not ready delays no other mail, and an unknown one is reported to staff', async () => {
    server.refuse.set('busy@example.com', 450).set('gone@example.com', 550)
    await submit({ email: 'busy@example.com' })
    await submit({ email: 'gone@example.com' })
    await world.pass(30)
    expect(server.lettersTo(STAFF)).toHaveLength(2)
    expect(await lastJob('busy@example.com')).toMatchObject({ state: 'waiting', reason: 'later' })
    expect(await lastJob('gone@example.com')).toMatchObject({ state: 'dead', reason: 'refused' })
    const notice = await world.row(
      `select message from public.notifications where title = 'An email could not be delivered'`,
    )
    expect(notice['message']).toMatch(/^To gone@example\.com, “We have your message.*Not this mailbox/)
    server.refuse.clear()
    await world.pass(60)
    expect(server.lettersTo('busy@example.com')).toHaveLength(1)
    expect(await waiting()).toBe(0)
  })

  test('a mail is repeated, never lost, after a lost response or a process that died while sending', async () => {
    server.cutAnswers = true
    const cut = await submit()
    await world.pass(0)
    server.cutAnswers = false
    await world.pass(3_600)
    expect(messageIds(cut).length).toBeGreaterThan(1)
    expect(new Set(messageIds(cut)).size).toBe(1)
    expect(await waiting()).toBe(0)

    dies = true
    const died = await submit()
    await world.queues.drain('mails')
    dies = false
    expect(await lastJob(died)).toMatchObject({ state: 'taken' })
    await world.pass(600)
    expect(messageIds(died)).toHaveLength(2)
    expect(new Set(messageIds(died)).size).toBe(1)
    expect(await waiting()).toBe(0)
  })

  test('an outdated mail is not sent, and its contents are deleted', async () => {
    await server.close()
    const email = await submit()
    await world.pass(60)
    world.advance(3 * DAY)
    await server.listen()
    await world.pass(600)
    expect(server.taken).toEqual([])
    expect(await lastJob(email)).toMatchObject({ state: 'dead', reason: 'expired' })
    expect(await waiting()).toBe(0)
  })

  describe('staff choose how they hear of leads', () => {
    const MANAGER = 'manager@staff.example'
    const choose = (choice: string) =>
      world.rows(`update public.notification_choices set mail = $1 where ${ofLeads('$2')}`, choice, MANAGER)
    const chosen = async () =>
      (await world.row(`select mail from public.notification_choices where ${ofLeads('$1')}`, MANAGER))[
        'mail'
      ]
    const arrived = async () => {
      server.taken = []
      await submit()
      await world.pass(0)
      return [STAFF, MANAGER].filter((address) => server.lettersTo(address).length > 0)
    }

    test('lead mails arrive at once, until one click in a mail unsubscribes from them', async () => {
      await choose('each')
      expect(await arrived()).toEqual([STAFF, MANAGER])
      expect(server.lettersTo(MANAGER)[0]?.source).toMatch(
        /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m,
      )
      const address = findUnsubscribeUrl(server.lettersTo(MANAGER).at(-1))
      expect(address).toMatch(/^https:\/\/agency\.test\/functions\/v1\/lead-mail\?/)
      expect(server.lettersTo(MANAGER)[0]?.source).toContain(`To get fewer, or none:\n\n${address}`)
      expect(server.lettersTo(MANAGER)[0]?.source).toMatch(
        /open the lead in the dashboard:\n\nhttps:\/\/agency\.test\/login\?contact=[\da-f-]{36}\n/,
      )

      const page = await world.visit(address)
      expect(page.status).toBe(200)
      expect(await page.text()).toMatch(
        /manager@staff\.example[^]*a mail for each new lead[^]*Stop these mails/,
      )
      expect((await oneClick(address.replace(/reader=[^&]+/, 'reader=shared'))).status).toBe(404)
      expect((await oneClick(`${address}A`)).status).toBe(404)
      expect((await oneClick(address.replace(/key=..../, 'key=AAAA'))).status).toBe(404)
      expect(await chosen()).toBe('each')

      const others = 'select * from public.notification_choices where mail <> $1 order by profile_id, kind'
      const before = await world.rows(others, 'each')
      expect((await oneClick(address)).status).toBe(200)
      expect((await oneClick(address)).status).toBe(200)
      expect(await chosen()).toBe('none')
      expect(await world.rows(others, '')).toHaveLength(before.length + 1)
      expect(await arrived()).toEqual([STAFF])

      const pressed = await world.visit(address, {
        method: 'POST',
        body: new URLSearchParams({ choice: 'daily' }),
      })
      expect(await pressed.text()).toContain('gets one mail a day about new leads')
      expect(await chosen()).toBe('daily')
      await choose('none')
    })

    test('the configured lead address can unsubscribe and subscribe again', async () => {
      expect(await arrived()).toEqual([STAFF])
      const address = findUnsubscribeUrl(server.lettersTo(STAFF).at(-1))
      expect((await oneClick(address)).status).toBe(200)
      expect(await arrived()).toEqual([])
      expect(await (await world.visit(address)).text()).not.toMatch(/Send one mail an? (hour|day)/)
      await world.visit(address, { method: 'POST', body: new URLSearchParams({ choice: 'each' }) })
      expect(await arrived()).toEqual([STAFF])
    })
  })
})
