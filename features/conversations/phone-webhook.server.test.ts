import { createRandom } from '../../tests/faults/random.ts'
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { signWebhook } from '../../server/providers/phone/webhook-signature.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { incomingTexts, createPhoneWorld, SITE, TOKEN, type PhoneWorld } from './conversations.fixture.ts'

describeBothDatabases('calls and carrier webhooks', (open) => {
  let world: PhoneWorld
  let texts = 0
  beforeAll(async () => {
    // A tiny pool: a hundred concurrent webhooks have to wait, and none may be rejected.
    world = await createPhoneWorld(await open({ queueLimit: 5 }), {
      TWILIO_AUTH_TOKEN: `${TOKEN},next-${TOKEN}`,
    })
  })
  beforeEach(() => world.nextNoon())

  const findHistory = (number: string) =>
    world.rows(
      'select * from public.communication_logs where phone_number = $1 order by created_at, id',
      number,
    )
  const listTitles = async (contactId: string) =>
    (
      await world.rows(
        `select title from public.notifications where contact_id = $1
       and recipient_id = (select id from public.profiles where role = 'admin' limit 1) order by created_at`,
        contactId,
      )
    ).map(({ title }) => title)
  const callIn = async (number: string, answered: boolean) => {
    await world.call('sandbox-phone', { action: 'call', number, answered })
    await world.pass(10)
  }

  function received(fields: Record<string, string> = {}) {
    texts += 1
    const sid = `SM${String(texts).padStart(32, '0')}`
    return {
      MessageSid: sid,
      From: '+19107620500',
      To: '+19105550142',
      Body: 'Hello',
      NumMedia: '0',
      ...fields,
    }
  }

  test('make-call rings the staff phone, then the contact’s own number, and the history shows the outcome', async () => {
    const { id, number } = await world.newContact({ text_consent: false })
    const answer = await world.call('make-call', { contactId: id, phoneNumber: '+18005550199' })
    expect(answer).toEqual({
      status: 200,
      body: { success: true, logId: expect.any(String), status: 'initiated' },
    })
    await world.pass(10)
    expect(await findHistory(number)).toMatchObject([
      {
        id: answer.body['logId'],
        type: 'call',
        direction: 'outbound',
        status: 'initiated',
        delivery_status: 'completed',
        provider_id: expect.stringMatching(/^CA/),
      },
    ])
    const busy = await world.newContact({ phone: '+15005550061' })
    await world.call('make-call', { contactId: busy.id })
    await world.pass(10)
    expect(await findHistory('+15005550061')).toMatchObject([
      { status: 'initiated', delivery_status: 'busy' },
    ])
  })

  test.each([
    [{ phone: null }, 409, 'Contact has no phone number'],
    [{ phone: '+18765550100' }, 409, 'Calls can be made to the United States and Canada only'],
    [{ phone: '+15005550001' }, 409, 'The number is not a valid phone number.'],
    [{ phone: '+15005550029' }, 409, 'The carrier is busy. Please try again in a minute.'],
    [{ phone: '+15005550050' }, 503, expect.stringContaining('did not answer')],
  ])('make-call rejects a contact with %j and explains why', async (fields, status, error) => {
    const { id } = await world.newContact(fields)
    expect(await world.call('make-call', { contactId: id })).toEqual({ status, body: { error } })
    expect((await world.call('make-call', { contactId: id }, 'client')).status).toBe(403)
  })

  test('a missed call notifies staff and texts the caller at most once a day', async () => {
    const { id, number } = await world.newContact({ text_consent: false })
    await callIn(number, false)
    await callIn(number, false)
    expect(await listTitles(id)).toEqual(['Missed call', 'Missed call'])
    const history = await findHistory(number)
    const first = history.find(({ type }) => type === 'call')
    const back = history.find(({ type }) => type === 'sms')
    expect(first).toMatchObject({
      type: 'call',
      direction: 'inbound',
      status: 'missed',
      delivery_status: 'no-answer',
    })
    expect(back).toMatchObject({ type: 'sms', direction: 'outbound', purpose: 'text_back', status: 'sent' })
    const sent = async () =>
      (await findHistory(number)).filter(({ purpose }) => purpose === 'text_back').length
    expect(await sent()).toBe(1)
    world.nextNoon()
    world.nextNoon()
    await callIn(number, false)
    expect(await sent()).toBe(2)
    await world.call('sandbox-phone', { action: 'write', number, body: 'STOP' })
    await world.pass(5)
    world.nextNoon()
    world.nextNoon()
    await callIn(number, false)
    expect(await sent()).toBe(2)
  })

  test('an answered call is not marked as missed, and an unknown caller becomes a lead', async () => {
    await callIn('+19107620600', true)
    expect(await findHistory('+19107620600')).toMatchObject([
      { status: 'received', delivery_status: 'completed', duration_seconds: 42 },
    ])
    const contact = await world.row(`select * from public.crm_contacts where phone_e164 = '+19107620600'`)
    expect(contact).toMatchObject({ first_name: '(910) 762-0600', status: 'lead' })
    expect(await listTitles(String(contact['id']))).toEqual([])
  })

  test('a call with a hidden number is in the history without a contact', async () => {
    const CallSid = 'CAhidden'
    const answer = await world.webhook('voice', { CallSid, From: '+266696687', To: '+19105550142' })
    expect(await answer.text()).toContain('<Number>+19105550100</Number>')
    await world.webhook('call-status', { CallSid, CallStatus: 'no-answer' })
    expect(await findHistory('Hidden number')).toMatchObject([{ status: 'missed', contact_id: null }])
  })

  test('phone-webhook accepts only requests signed with one of the two carrier tokens', async () => {
    const count = async () =>
      Number(
        (
          await world.row(
            `select count(*) as n from public.communication_logs where phone_number = '+19107620500'`,
          )
        )['n'],
      )
    const forged = [
      (request: Request) => new Request(request, { headers: {} }),
      (request: Request) => new Request(request, { headers: { 'x-twilio-signature': 'AAAA' } }),
      (request: Request) =>
        new Request(request.url, {
          method: 'POST',
          headers: request.headers,
          body: 'From=%2B19107620500&Body=other&MessageSid=SM1',
        }),
      (request: Request) => new Request(request.url.replace('/sms', '/sms?x=1'), request),
    ]
    for (const change of forged) {
      const answer = await world.webhook('sms', received(), change)
      expect(answer.status).toBe(403)
    }
    expect(await count()).toBe(0)

    // Behind a proxy with another protocol, host and port: the signature covers the public address.
    const params = received({ Body: 'a + b & 100% 🌊', MessagingServiceSid: 'MG1', NewParameter: 'x' })
    const url = `${SITE}/functions/v1/phone-webhook/sms`
    const signature = await signWebhook(`next-${TOKEN}`, { url, params })
    const proxied = await world.webhook('sms', params, (request) => {
      const headers = {
        ...Object.fromEntries(request.headers),
        'x-twilio-signature': signature,
        'x-forwarded-host': 'evil.example',
      }
      return new Request('http://10.0.0.7:3000/functions/v1/phone-webhook/sms', {
        method: 'POST',
        headers,
        body: new URLSearchParams(params),
      })
    })
    expect(proxied.status).toBe(200)
    expect(proxied.headers.get('content-type')).toMatch(/^text\/xml/)
    expect(await findHistory('+19107620500')).toMatchObject([{ message: 'a + b & 100% 🌊' }])

    // Repeats, also concurrent, change nothing and get the same answer.
    const repeats = await Promise.all(Array.from({ length: 5 }, () => world.webhook('sms', params)))
    expect(new Set(repeats.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await count()).toBe(1)
  })

  test('a hundred concurrent texts, out of order and some repeated, are each stored once', async () => {
    const texts = incomingTexts({ perSecond: 100, seconds: 1, repeated: 0.2, random: createRandom(1) })
    const answers = await Promise.all(texts.map(({ params }) => world.webhook('sms', params)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const kept = await world.rows(
      `select provider_id from public.communication_logs where provider_id like 'SMload%'`,
    )
    expect(kept).toHaveLength(100)
    expect(texts.length).toBeGreaterThan(110)
    const contacts = await world.rows(`select from public.crm_contacts where phone_e164 like '+1910763%'`)
    expect(contacts).toHaveLength(new Set(texts.map(({ params }) => params['From'])).size)
  })

  test('phone-webhook answers a repeated webhook with the first answer', async () => {
    const params = received({ From: '+19107620501', Body: 'please stop texting me' })
    const answers = []
    for (let n = 0; n < 3; n += 1) answers.push(await (await world.webhook('sms', params)).text())
    expect(answers[0]).toMatch(/<Message statusCallback="[^"]+">Tidewright: You will get no more texts/)
    expect(new Set(answers).size).toBe(1)
    const another = await (
      await world.webhook('sms', received({ From: '+19107620501', Body: 'stop texting me!' }))
    ).text()
    expect(another).not.toContain('<Message')
    const help = await world.webhook(
      'sms',
      received({ From: '+19107620502', Body: 'HELP', OptOutType: 'HELP' }),
    )
    expect(await help.text()).not.toContain('<Message')
  })

  test('delivery reports in any order never move a status backwards, and each is stored once', async () => {
    const { id, number } = await world.newContact()
    const orders = [
      ['sent', 'delivered'],
      ['delivered', 'sent'],
      ['delivered', 'sent', 'delivered', 'sending'],
      ['undelivered', 'sent', 'delivered'],
      ['failed', 'queued'],
      ['read', 'delivered'],
    ]
    for (const [index, statuses] of orders.entries()) {
      const logId = randomUUID()
      await world.rows(
        `insert into public.communication_logs (id, type, contact_id, phone_number, status) values ($1, 'sms', $2, $3, 'sending')`,
        logId,
        id,
        number,
      )
      const MessageSid = `SMorder${index}`
      for (const MessageStatus of statuses) {
        const answer = await world.webhook(`message-status?log=${logId}`, {
          MessageSid,
          MessageStatus,
          ErrorCode: MessageStatus === 'undelivered' ? '30003' : '',
        })
        expect(answer.status).toBe(200)
      }
      const text = await world.row('select * from public.communication_logs where id = $1', logId)
      const [first] = statuses
      const final = first === 'sent' ? 'delivered' : first
      expect(text).toMatchObject({ provider_id: MessageSid, delivery_status: final })
      expect(text['status']).toBe(final === 'undelivered' || final === 'failed' ? 'failed' : 'sent')
      expect(text['error_code']).toBe(first === 'undelivered' ? '30003' : null)
      const events = await world.rows('select status from public.delivery_events where log_id = $1', logId)
      expect(events.map(({ status }) => String(status)).toSorted()).toEqual([...new Set(statuses)].toSorted())
    }
    // A report about an unknown text is ignored without an error.
    expect(
      (await world.webhook('message-status', { MessageSid: 'SMother', MessageStatus: 'sent' })).status,
    ).toBe(200)
  })

  test('sandbox-phone is for staff, and only while the phone provider is simulated', async () => {
    expect((await world.call('sandbox-phone', { action: 'list' }, 'client')).status).toBe(403)
    const { body } = await world.call('sandbox-phone', { action: 'list' })
    expect(body['telephones']).toEqual(
      expect.arrayContaining([expect.objectContaining({ number: expect.any(String) })]),
    )
    expect((await world.call('sandbox-phone', { action: 'write', number: '911', body: 'x' })).status).toBe(
      400,
    )
  })
})
