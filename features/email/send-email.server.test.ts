import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { MailMessage } from '../../server/mail/mail-provider.ts'
import { MailError } from '../../server/mail/mail-provider.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createPhoneWorld, type PhoneWorld } from '../conversations/conversations.fixture.ts'

describeBothDatabases('email in both directions', (open) => {
  let world: PhoneWorld
  let sent: MailMessage[] = []
  let people = 0
  beforeAll(async () => {
    world = await createPhoneWorld(
      await open(),
      {},
      {
        simulated: true,
        send: async (message) => {
          if (message.to.startsWith('refused')) throw new MailError('refused', { detail: '550 no such user' })
          sent.push(message)
        },
      },
    )
  })
  beforeEach(() => {
    world.nextNoon()
    sent = []
  })

  async function newPerson(fields: Record<string, unknown> = {}) {
    people += 1
    const email = `person-${people}@customer.example`
    const { id, number } = await world.newContact({ email, ...fields })
    return { id, number, email }
  }
  const mail = (contactId: string, fields: object = {}) =>
    world.call('send-email', { contactId, subject: 'Your website', message: 'When can we talk?', ...fields })
  const write = async (address: string, message: string, fields: object = {}) => {
    world.advance(60_000)
    const answer = await world.call('sandbox-mail', {
      action: 'write',
      address,
      subject: 'Re: Your website',
      message,
      ...fields,
    })
    return answer.body['outcome']
  }
  const history = (id: string) =>
    world.rows(
      `select log.id, direction, status, author, is_automatic, body_text, message_id, in_reply_to, error_message, awaits_reply
       from public.communication_logs as log join public.email_messages on log_id = log.id where contact_id = $1 order by created_at, direction desc`,
      id,
    )
  const waiting = (id: string) =>
    world.rows('select kind from public.waiting_people where contact_id = $1', id)

  test('an email, the reply to it and the answer share one thread, and the answer ends the wait', async () => {
    const { id, email } = await newPerson()
    const first = await mail(id)
    expect(first).toMatchObject({ status: 200, body: { success: true, status: 'sent' } })
    expect(await write(email, 'Tuesday works.\n\nOn Monday, you wrote:\n> When can we talk?')).toBe('filed')
    const [ours, theirs] = await history(id)
    expect(theirs).toMatchObject({
      direction: 'inbound',
      body_text: 'Tuesday works.',
      author: 'verified',
      awaits_reply: true,
      in_reply_to: ours?.['message_id'],
    })
    expect(await waiting(id)).toEqual([{ kind: 'email' }])
    world.advance(60_000)
    await mail(id, { inReplyTo: theirs?.['id'], message: 'See you Tuesday.' })
    expect(await waiting(id)).toEqual([])
    expect(sent.at(-1)).toMatchObject({
      to: email,
      inReplyTo: theirs?.['message_id'],
      references: [ours?.['message_id'], theirs?.['message_id']],
      text: expect.stringContaining('See you Tuesday.\n\n-- \n'),
    })
    expect(sent.map(({ messageId }) => messageId)).toEqual([
      ours?.['message_id'],
      expect.stringMatching(/^<[0-9a-f-]{36}@agency\.test>$/),
    ])
  })

  test('send-email with the same idempotency key sends one email', async () => {
    const { id } = await newPerson()
    const idempotencyKey = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => mail(id, { idempotencyKey })))
    expect(new Set(answers.map(({ body }) => body['logId'])).size).toBe(1)
    expect(sent).toHaveLength(1)
  })

  test.each([
    ['a contact without an address', { email: null }, {}, 409, 'Contact has no email address'],
    ['an empty message', {}, { message: ' ' }, 400, 'Please write a message of at most 50,000 characters'],
    ['an empty subject', {}, { subject: '\n' }, 400, 'Please write a subject of at most 500 characters'],
    [
      'an answer to somebody else’s email',
      {},
      { inReplyTo: randomUUID() },
      400,
      'The inReplyTo has to be the id of an email of this contact.',
    ],
  ])('send-email rejects %s', async (_, fields, body, status, error) => {
    const { id } = await newPerson(fields)
    expect(await mail(id, body)).toEqual({ status, body: { error } })
  })

  test('send-email is for staff', async () => {
    const { id } = await newPerson()
    expect(
      (await world.call('send-email', { contactId: id, subject: 'x', message: 'x' }, 'client')).status,
    ).toBe(403)
    expect((await world.call('sandbox-mail', { action: 'list' }, 'client')).status).toBe(403)
  })

  test('an opt-out by email stops email and texts at once, and only START from the address lifts the stop of email', async () => {
    const { id, number, email } = await newPerson()
    await mail(id)
    expect(await write(email, 'Please stop emailing me.\n\nAna')).toBe('filed')
    expect(await mail(id)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('opted out') },
    })
    expect((await world.call('send-sms', { contactId: id, phoneNumber: number, message: 'Hi' })).status).toBe(
      409,
    )
    expect(await write(email, 'START', { kind: 'forged' })).toBe('left alone')
    expect((await mail(id)).status).toBe(409)
    expect(await write(email, 'START')).toBe('filed')
    expect((await mail(id)).status).toBe(200)
    expect((await world.call('send-sms', { contactId: id, phoneNumber: number, message: 'Hi' })).status).toBe(
      409,
    )
  })

  test('an out-of-office reply with the word STOP neither opts out nor awaits a reply', async () => {
    const { id, email } = await newPerson()
    await mail(id)
    expect(await write(email, 'STOP', { kind: 'autoresponder' })).toBe('filed')
    expect((await history(id)).at(-1)).toMatchObject({ is_automatic: true, awaits_reply: false })
    expect((await mail(id)).status).toBe(200)
  })

  test('a returned email counts as failed with its reason, and who waited for it waits again', async () => {
    const { id, email } = await newPerson()
    expect(await write(email, 'A question')).toBe('filed')
    world.advance(60_000)
    await mail(id)
    expect(await waiting(id)).toEqual([])
    expect(await write(email, '', { kind: 'bounce' })).toBe('returned')
    expect(await waiting(id)).toEqual([{ kind: 'email' }])
    expect(await history(id)).toMatchObject([
      {},
      { status: 'failed', error_message: '5.1.1 550 5.1.1 There is no such mailbox' },
    ])
  })

  test('an email the mail server refuses is failed at once', async () => {
    const { id } = await newPerson({ email: `refused-${people}@customer.example` })
    expect(await mail(id)).toEqual({ status: 409, body: { error: '550 no such user' } })
    expect(await history(id)).toMatchObject([{ status: 'failed', error_message: '550 no such user' }])
  })

  test('mail of strangers and with a forged author is left alone, and mail sent elsewhere is a reply', async () => {
    const { id, email } = await newPerson()
    expect(await write('stranger@elsewhere.example', 'Hello')).toBe('left alone')
    expect(await write(email, 'Pay this bill', { kind: 'forged' })).toBe('left alone')
    expect(await write(email, 'A question')).toBe('filed')
    expect(await write(email, 'The answer', { kind: 'staff' })).toBe('filed')
    expect(await history(id)).toMatchObject([{}, { direction: 'outbound', status: 'sent', author: 'us' }])
    expect(await waiting(id)).toEqual([])
  })
})
