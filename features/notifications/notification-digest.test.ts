import { beforeAll, beforeEach, expect, test } from 'vitest'
import { pino } from 'pino'
import type { MailMessage } from '../../server/mail/mail-provider.ts'
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
    parts = { database, clock: world.now, config: world.config, log: pino({ level: 'silent' }) }
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

  test('an hourly mail has what was not read, once, and nothing to tell sends none', async () => {
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

  test('a late reply is told once, unless it was given before the mail', async () => {
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
