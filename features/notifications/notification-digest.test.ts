import { beforeAll, beforeEach, expect, test } from 'vitest'
import { pino } from 'pino'
import type { MailMessage } from '../../server/mail/mail-provider.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createPhoneWorld, type PhoneWorld } from '../conversations/conversations.fixture.ts'
import { noticeLateReplies } from './late-replies.server.ts'
import { sendDigests } from './notification-digest.server.ts'

const MANAGER = 'manager@staff.example'
const ADMIN = 'admin@staff.example'

describeBothDatabases('mail about notifications', (open) => {
  let world: PhoneWorld
  let parts: Parameters<typeof sendDigests>[0]
  let sent: MailMessage[] = []

  beforeAll(async () => {
    const database = await open()
    const mail = { simulated: true, send: async (message: MailMessage) => void sent.push(message) }
    world = await createPhoneWorld(database, {}, mail)
    parts = {
      database,
      clock: world.now,
      config: world.config,
      secrets: await loadSecrets(world.config),
      log: pino({ level: 'silent' }),
    }
  })
  beforeEach(async () => {
    await world.rows(`update public.notification_choices set mail = 'none'`)
    await world.rows('delete from public.notifications')
    await sendDigests(parts)
  })

  const goTo = (time: string) => world.advance(Date.parse(time) - world.now().getTime())
  const choose = (email: string, kind: string, mail: string) =>
    world.rows(
      `update public.notification_choices set mail = $3
       where kind = $2 and profile_id = (select id from public.profiles where email = $1)`,
      email,
      kind,
      mail,
    )
  const notify = (kind: string, message: string, contactId: string | null = null) =>
    world.rows(
      `insert into public.notifications (kind, title, message, contact_id, created_at) values ($1, 'News', $2, $3, $4)`,
      kind,
      message,
      contactId,
      world.now(),
    )
  /** Runs on two instances at once. Returns recipient and subject of each mail. */
  async function digestsAt(time: string): Promise<string[]> {
    goTo(time)
    sent = []
    await Promise.all([sendDigests(parts), sendDigests(parts)])
    await world.pass(0)
    return sent.map(({ to, subject }) => `${to}: ${subject}`)
  }

  const choices = async (email: string) =>
    (
      await world.rows(
        `select mail from public.notification_choices
         where profile_id = (select id from public.profiles where email = $1) order by kind`,
        email,
      )
    ).map(({ mail }) => mail)
  const oneClick = (address: string) =>
    world.visit(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
  /** The link in a digest written at this time. */
  async function digestLink(time: string): Promise<string> {
    goTo(time)
    await choose(MANAGER, 'lead', 'each')
    await choose(MANAGER, 'text', 'hourly')
    await choose(MANAGER, 'email', 'daily')
    await choose(ADMIN, 'text', 'hourly')
    await sendDigests(parts)
    await notify('text', 'Ana Cruz: hello')
    world.advance(3_600_000)
    await digestsAt(world.now().toISOString())
    return sent.find(({ to }) => to === MANAGER)?.unsubscribe ?? ''
  }

  test('the hourly mail contains unread notifications once, and is not sent without any', async () => {
    goTo('2026-12-01T15:10:00Z')
    await choose(MANAGER, 'text', 'hourly')
    await choose(MANAGER, 'call', 'hourly')
    expect(await digestsAt('2026-12-01T15:20:00Z')).toEqual([])
    const { id } = await world.newContact()
    await notify('text', `Ana Cruz:\n${'word '.repeat(60)}`, id)
    await notify('text', 'Ben Ito: read already')
    await notify('call', 'Cleo called')
    await notify('lead', 'not chosen')
    await world.rows(`update public.notifications set read = true where message like 'Ben%'`)
    expect(await digestsAt('2026-12-01T16:00:30Z')).toEqual([])
    expect(await digestsAt('2026-12-01T16:01:00Z')).toEqual([`${MANAGER}: 2 notifications`])
    const text = sent[0]?.text ?? ''
    expect(text).toMatch(/^News: Ana Cruz: (word ){30,40}?word…$/m)
    expect(text).toContain(`\n\nhttps://agency.test/login?contact=${id}\n`)
    expect(text).toContain('News: Cleo called\n\nhttps://agency.test/login?tab=notifications\n')
    expect(text).toContain('https://agency.test/login?view=account')
    expect(text).not.toMatch(/Ben|not chosen/)
    expect(await digestsAt('2026-12-01T17:05:00Z')).toEqual([])
  })

  test('a daily mail comes at 8 in the time zone of the business, also after the clocks change', async () => {
    goTo('2027-03-13T12:00:00Z')
    await choose(MANAGER, 'lead', 'daily')
    await choose(ADMIN, 'lead', 'daily')
    await digestsAt('2027-03-13T13:30:00Z')
    await notify('lead', 'Ana Cruz: a website')
    await world.rows(
      `update public.notifications set read = true where recipient_id = (select id from public.profiles where email = $1)`,
      ADMIN,
    )
    // Summer time began: 8 o'clock is 12:00 in UTC, not 13:00.
    expect(await digestsAt('2027-03-14T11:59:00Z')).toEqual([])
    expect(await digestsAt('2027-03-14T12:01:00Z')).toEqual([`${MANAGER}: News: Ana Cruz: a website`])
    expect(await digestsAt('2027-03-15T12:01:00Z')).toEqual([])
  })

  test('the digest mentions a late reply once, unless staff replied before the mail', async () => {
    await choose(MANAGER, 'late', 'hourly')
    await digestsAt('2027-04-05T15:10:00Z')
    const waiting = async (name: string, since: string) => {
      const { id } = await world.newContact({ first_name: name, last_name: 'Ito' })
      await world.rows(
        `insert into public.contact_submissions (contact_id, name, email, message, text_consent, raw, received_at)
         values ($1, $2, $3, 'Are you there?', false, '{}', $4)`,
        id,
        name,
        `${name}@late.example`,
        since,
      )
      return id
    }
    const ben = await waiting('Ben', '2027-04-04T15:20:00Z')
    const cleo = await waiting('Cleo', '2027-04-04T15:20:00Z')
    goTo('2027-04-05T15:30:00Z')
    await Promise.all([noticeLateReplies(parts), noticeLateReplies(parts)])
    await world.rows(
      `insert into public.reply_marks (contact_id, up_to, method) values ($1, $2, 'phone')`,
      cleo,
      world.now(),
    )
    expect(await digestsAt('2027-04-05T16:01:00Z')).toEqual([
      `${MANAGER}: A reply is late: Ben Ito: Are you there?`,
    ])
    expect(sent[0]?.text).toContain(`https://agency.test/login?contact=${ben}`)
    await noticeLateReplies(parts)
    expect(await digestsAt('2027-04-05T17:01:00Z')).toEqual([])
  })

  test('one click in a digest ends the digests of that person and nothing else, and opening the link changes nothing', async () => {
    const link = await digestLink('2027-04-12T15:10:00Z')
    expect(link).toMatch(/^https:\/\/agency\.test\/functions\/v1\/digest-mail\?reader=[\da-f-]{36}&key=/)
    expect(sent.find(({ to }) => to === MANAGER)?.text).toContain(`To get none:\n\n${link}\n`)
    const before = await choices(MANAGER)
    const page = await world.visit(link)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(await page.text()).toMatch(/manager@staff\.example<\/b> gets digests[^]*Stop these mails/)
    expect(await choices(MANAGER)).toEqual(before)

    expect((await oneClick(link)).status).toBe(200)
    expect(await choices(MANAGER)).toEqual(['none', 'none', 'none', 'each', 'none'])
    expect(await choices(ADMIN)).toContain('hourly')
    expect(await (await oneClick(link)).text()).toMatch(/manager@staff\.example<\/b> gets no digests/)
  })

  test('a link to stop digests with a wrong key, for another person or of another kind of mail is not valid', async () => {
    const link = await digestLink('2027-04-14T15:10:00Z')
    const admin = await world.row('select id from public.profiles where email = $1', ADMIN)
    const wrong = [
      `${link}A`,
      link.replace(/key=..../, 'key=AAAA'),
      link.replace(/reader=[^&]+/, `reader=${String(admin['id'])}`),
      link.replace('digest-mail', 'lead-mail'),
      link.replace(/reader=[^&]+/, 'reader=shared'),
      'https://agency.test/functions/v1/digest-mail',
    ]
    for (const address of wrong) {
      const answer = await oneClick(address)
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain('This link is no longer valid.')
    }
    expect(await choices(MANAGER)).toContain('hourly')
    expect(await choices(ADMIN)).toContain('hourly')
  })

  test('a link to stop digests answers 429 when used too often, and works again later', async () => {
    const link = await digestLink('2027-04-16T15:10:00Z')
    for (let use = 0; use < 60; use += 1) expect((await world.visit(link)).status).toBe(200)
    const refused = await oneClick(link)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.text()).toContain('Nothing has changed.')
    expect(await choices(MANAGER)).toContain('hourly')
    world.advance(3_600_000)
    expect((await oneClick(link)).status).toBe(200)
    expect(await choices(MANAGER)).not.toContain('hourly')
  })

  test('a link to stop digests of a person who left the staff is not valid', async () => {
    const link = await digestLink('2027-04-19T15:10:00Z')
    await world.rows(`update public.profiles set role = 'client' where email = $1`, MANAGER)
    expect((await oneClick(link)).status).toBe(404)
    await world.rows(`update public.profiles set role = 'manager' where email = $1`, MANAGER)
  })

  test('who is disabled gets no mail, and neither does who chose none in between', async () => {
    goTo('2027-05-03T15:10:00Z')
    await choose(MANAGER, 'text', 'hourly')
    await choose(ADMIN, 'text', 'hourly')
    await digestsAt('2027-05-03T15:15:00Z')
    await notify('text', 'Ana Cruz: hello')
    await choose(ADMIN, 'text', 'none')
    await parts.database.asOwner((tx) =>
      tx.query(`update auth.users set banned_until = now() + interval '900 days' where email = $1`, [
        MANAGER,
      ]),
    )
    expect(await digestsAt('2027-05-03T16:05:00Z')).toEqual([])
  })
})
