import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createPhoneWorld, type PhoneWorld } from './conversations.fixture.ts'

const arrived = z.object({ texts: z.array(z.object({ fromPhone: z.boolean(), body: z.string() })) })

describeBothDatabases('send-sms and incoming SMS', (open) => {
  let world: PhoneWorld
  beforeAll(async () => {
    world = await createPhoneWorld(await open())
  })

  beforeEach(() => world.nextNoon())

  const send = (contactId: string, message = 'Hello Ana', more: object = {}) =>
    world.call('send-sms', { contactId, phoneNumber: '+18005550199', message, ...more })
  const toNight = () => world.advance(10 * 3_600_000)
  /** Area code 500 could be anywhere: 11 a.m. in Honolulu suits every zone, except on weekends. */
  const toAnywhere = () => {
    const daysOff = [1, 0, 0, 0, 0, 0, 2][world.now().getUTCDay()] ?? 0
    world.advance((daysOff * 24 + 4) * 3_600_000)
  }
  const log = (id: unknown) => world.row('select * from public.communication_logs where id = $1', id)
  const findReason = async (id: string) =>
    (
      await world.row(
        'select reason from public.crm_contacts as contact, private.may_text(contact, phone_e164, $2) where id = $1',
        id,
        world.now(),
      )
    )['reason']
  const allowedBy = async (answer: { body: Record<string, unknown> }) =>
    (await log(answer.body['logId']))['allowed_by']
  const cancel = (logId: unknown, as?: 'client') => world.call('cancel-message', { logId }, as)
  const findHistory = (number: string) =>
    world.rows('select * from public.communication_logs where phone_number = $1 order by created_at', number)
  const arrivedOn = async (number: string) => {
    const { body } = await world.call('sandbox-phone', { action: 'texts', number })
    return arrived.parse(body).texts.map((text) => (text.fromPhone ? `> ${text.body}` : text.body))
  }
  const write = (number: string, body: string) =>
    world.call('sandbox-phone', { action: 'write', number, body })
  const findConsent = async (id: string) =>
    (await world.row('select text_consent from public.crm_contacts where id = $1', id))['text_consent']
  const listNotifications = (id: string) =>
    world.rows(
      `select title, message from public.notifications where contact_id = $1
       and recipient_id = (select id from public.profiles where role = 'admin' limit 1) order by created_at`,
      id,
    )

  test('send-sms texts the contact’s own number, ignores the number sent, and shows the delivery', async () => {
    const { id, number } = await world.newContact()
    const answer = await send(id)
    expect(answer).toEqual({
      status: 200,
      body: { success: true, logId: expect.any(String), status: 'sent', sendAt: null },
    })
    await world.pass(10)
    expect(await log(answer.body['logId'])).toMatchObject({
      type: 'sms',
      direction: 'outbound',
      contact_id: id,
      phone_number: number,
      message: 'Hello Ana',
      status: 'sent',
      delivery_status: 'delivered',
      provider_id: expect.stringMatching(/^SM/),
      segments: 1,
    })
    expect(await arrivedOn(number)).toEqual(['Hello Ana'])
    expect(await arrivedOn('+18005550199')).toEqual([])
  })

  describe('send-sms refusals', () => {
    test.each([
      [{ text_consent: false }, 'Hello', 409, 'Contact has not consented to text messages'],
      [{ phone: null, text_consent: true }, 'Hello', 409, 'Contact has no phone number'],
      [{ phone: '762-0142' }, 'Hello', 409, 'This phone number cannot be dialed. Please check it.'],
      [{ phone: '+18765550100' }, 'Hello', 409, 'Texts can be sent to the United States and Canada only'],
      [{}, '  ', 400, 'Please select a contact and enter a message'],
      [{}, 'x'.repeat(1601), 409, 'A text can have at most 1,600 characters; this one has 1,601.'],
    ])('send-sms refuses %j with message %j', async (fields, message, status, error) => {
      const { id } = await world.newContact(fields)
      expect(await send(id, message)).toEqual({ status, body: { error } })
    })

    test.each([
      [{ phone: null }, 'Contact has no phone number'],
      [{ phone: '762-0142' }, 'This phone number cannot be dialed. Please check it.'],
      [{ phone: '+18765550100' }, 'Calls can be made to the United States and Canada only'],
    ])('make-call refuses a contact with %j', async (fields, error) => {
      const { id } = await world.newContact(fields)
      expect(await world.call('make-call', { contactId: id })).toEqual({ status: 409, body: { error } })
    })

    test('log-call stores a call once, and refuses a contact without a phone number and clients', async () => {
      const { id } = await world.newContact()
      const call = {
        contactId: id,
        outcome: 'voicemail',
        note: 'Asked to call back.',
        idempotencyKey: randomUUID(),
      }
      const first = await world.call('log-call', call)
      expect(first).toMatchObject({ status: 200, body: { success: true } })
      expect(await world.call('log-call', call)).toEqual(first)
      expect((await world.call('log-call', { ...call, outcome: 'answered' })).status).toBe(400)
      expect((await world.call('log-call', call, 'client')).status).toBe(403)
      const without = await world.newContact({ phone: null })
      expect(
        await world.call('log-call', { ...call, contactId: without.id, idempotencyKey: randomUUID() }),
      ).toEqual({ status: 409, body: { error: 'Contact has no phone number' } })
    })

    test('send-sms refuses a missing contact, a deleted contact and clients', async () => {
      const { id } = await world.newContact()
      expect(await send('')).toMatchObject({
        status: 400,
        body: { error: 'Please select a contact and enter a message' },
      })
      expect((await send(randomUUID())).status).toBe(404)
      expect((await world.call('send-sms', { contactId: id, message: 'Hi' }, 'client')).status).toBe(403)
    })
  })

  test('the staff limit allows sixty texts and thirty calls in ten minutes, then slows down', async () => {
    const contactId = randomUUID()
    for (const [name, allowed] of [
      ['send-sms', 60],
      ['make-call', 30],
    ] as const) {
      const ask = (as?: 'admin') => world.call(name, { contactId, message: 'Hello' }, as)
      const statuses: number[] = []
      while (statuses.length <= allowed) statuses.push((await ask()).status)
      expect(statuses).toEqual([...Array<number>(allowed).fill(404), 429])
      expect((await ask('admin')).status).toBe(404)
    }
  })

  test('send-sms sends a text once when the request is repeated with the same idempotency key', async () => {
    const { id, number } = await world.newContact()
    const key = { idempotencyKey: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(id, 'Once', key)))
    expect(new Set(answers.map(({ body }) => body['logId'])).size).toBe(1)
    expect(await arrivedOn(number)).toEqual(['Once'])
  })

  test('a conversation handles a reply, STOP inside a sentence, a refusal and START', async () => {
    const { id, number } = await world.newContact()
    await send(id, 'Shall we talk?')
    await write(number, 'Yes, tomorrow. I’ll stop by at 5')
    await world.pass(5)
    expect(await findConsent(id)).toBe(true)
    expect(await listNotifications(id)).toEqual([
      { title: 'New text message', message: 'Ana Cruz: Yes, tomorrow. I’ll stop by at 5' },
    ])
    const unseen = () => world.rows('select texts from public.unseen_texts where contact_id = $1', id)
    expect(await unseen()).toEqual([{ texts: 1 }])
    await world.rows('update public.communication_logs set seen = true where contact_id = $1', id)
    expect(await unseen()).toEqual([])

    await write(number, 'please stop texting me')
    await world.pass(5)
    expect(await findConsent(id)).toBe(false)
    expect((await arrivedOn(number)).at(-1)).toBe(
      'Tidewright: You will get no more texts from us. Reply START to get them again.',
    )
    expect((await listNotifications(id)).at(-1)).toMatchObject({ title: 'Opted out of texts' })
    expect(await send(id)).toEqual({
      status: 409,
      body: { error: 'Contact has not consented to text messages' },
    })
    const events = await world.rows(
      `select action, method, evidence ->> 'text' as text from public.consent_events where contact_id = $1 order by occurred_at`,
      id,
    )
    expect(events.at(-1)).toEqual({ action: 'revoke', method: 'keyword', text: 'please stop texting me' })

    await write(number, 'START')
    await world.pass(5)
    expect(await findConsent(id)).toBe(true)
    expect((await send(id, 'Welcome back')).body).toMatchObject({ status: 'sent' })
  })

  test('the server does not confirm a lone STOP, which the carrier confirms', async () => {
    const { id, number } = await world.newContact()
    await write(number, 'STOP')
    await world.pass(5)
    const arrived = await arrivedOn(number)
    expect(arrived).toHaveLength(2)
    expect(arrived[1]).toMatch(/successfully been unsubscribed/)
    expect(await findConsent(id)).toBe(false)
  })

  test('START restores consent the person withdrew, never consent staff withdrew or that never existed', async () => {
    const asked = await world.newContact({ text_consent: false })
    await write(asked.number, 'stop')
    await write(asked.number, 'start')
    await world.pass(5)
    expect(await findConsent(asked.id)).toBe(false)

    const byStaff = await world.newContact()
    await world.rows('update public.crm_contacts set text_consent = false where id = $1', byStaff.id)
    await write(byStaff.number, 'START')
    await world.pass(5)
    expect(await findConsent(byStaff.id)).toBe(false)
  })

  test('an opt-out survives deleting and importing the contact again', async () => {
    const { id, number } = await world.newContact()
    await write(number, 'stop')
    await world.pass(5)
    await world.rows('delete from public.crm_contacts where id = $1', id)
    const again = await world.newContact({ phone: number, text_consent: true })
    expect(await findConsent(again.id)).toBe(false)
    expect((await send(again.id)).body).toEqual({ error: 'Contact has not consented to text messages' })
  })

  test('HELP is answered once an hour with the business name and opt-out instructions', async () => {
    const { number } = await world.newContact()
    await write(number, 'HELP')
    await world.pass(1)
    await write(number, 'help')
    await world.pass(5)
    const answers = (await arrivedOn(number)).filter((text) => !text.startsWith('>'))
    expect(answers).toHaveLength(1)
    expect(answers[0]).toMatch(
      /^Tidewright: .*frequency varies.*rates may apply.*\(910\) 555-0142.*Reply STOP/,
    )
    expect(await findHistory(number)).toMatchObject([
      { direction: 'inbound', status: 'received', message: 'HELP' },
      { direction: 'outbound', status: 'sent', purpose: 'help', delivery_status: 'delivered' },
      { direction: 'inbound', message: 'help' },
    ])
  })

  test('a text from an unknown number creates one lead', async () => {
    const number = '+19107629999'
    await Promise.all([write(number, 'Do you do logos?'), write(number, 'And cards?')])
    await world.pass(5)
    const contacts = await world.rows('select * from public.crm_contacts where phone_e164 = $1', number)
    expect(contacts).toMatchObject([
      {
        first_name: '(910) 762-9999',
        email: null,
        status: 'lead',
        text_consent: false,
        phone_type: 'mobile',
      },
    ])
    expect((await findHistory(number)).map((entry) => entry['contact_id'])).toEqual([
      contacts[0]?.['id'],
      contacts[0]?.['id'],
    ])
    expect((await listNotifications(String(contacts[0]?.['id'])))[0]?.['title']).toBe(
      'New text message from an unknown number',
    )
  })

  test('an incoming text goes to the most recent of several contacts with the same number', async () => {
    const first = await world.newContact()
    const second = await world.newContact({ phone: first.number })
    await send(second.id, 'Hello from us')
    await world.pass(5)
    await write(first.number, 'Hello back')
    await world.pass(5)
    expect(await findHistory(first.number)).toMatchObject([
      { contact_id: second.id },
      { contact_id: second.id },
    ])
    // A withdrawal applies to all of them.
    await write(first.number, 'stop')
    await world.pass(5)
    expect([await findConsent(first.id), await findConsent(second.id)]).toEqual([false, false])
  })

  describe('a contact who wrote or called first', () => {
    const refused = { status: 409, body: { error: 'Contact has not consented to text messages' } }
    test('a contact who wrote may be answered for 24 hours without consent, and the text records that basis', async () => {
      const { id, number } = await world.newContact({ text_consent: false })
      expect(await findReason(id)).toBe('no_consent')
      expect(await send(id)).toEqual(refused)
      await write(number, 'Do you do logos?')
      await world.pass(5)
      expect(await findReason(id)).toBe('reply')
      const answer = await send(id, 'Yes, we do.')
      expect(answer.body).toMatchObject({ status: 'sent' })
      expect(await allowedBy(answer)).toBe('reply')
      expect(await arrivedOn(number)).toEqual(['> Do you do logos?', 'Yes, we do.'])
      expect(await findConsent(id)).toBe(false)
      world.advance(24 * 3_600_000 - 20_000)
      expect((await send(id, 'Still there?')).status).toBe(200)
      world.advance(20_000)
      expect(await send(id, 'Hello again')).toEqual(refused)
    })

    test('a text to a contact with consent records consent as its basis, even as a reply', async () => {
      const { id, number } = await world.newContact()
      await write(number, 'Hello')
      await world.pass(5)
      expect(await allowedBy(await send(id))).toBe('consent')
    })

    test('a contact who called may be answered, and the automatic text back is not counted as staff’s', async () => {
      const { id, number } = await world.newContact({ text_consent: false })
      await world.call('sandbox-phone', { action: 'call', number, answered: false })
      await world.pass(10)
      const [back] = await world.rows(
        `select allowed_by from public.communication_logs where phone_number = $1 and purpose = 'text_back'`,
        number,
      )
      expect(back).toEqual({ allowed_by: null })
      expect(await allowedBy(await send(id, 'You called?'))).toBe('reply')
    })

    test('a contact may not be answered after STOP or after staff recorded a refusal', async () => {
      const stopped = await world.newContact({ text_consent: false })
      await write(stopped.number, 'Hello')
      await world.pass(5)
      world.advance(1_000)
      await write(stopped.number, 'stop texting me')
      await world.pass(5)
      world.advance(1_000)
      await write(stopped.number, 'One more question')
      await world.pass(5)
      expect(await findReason(stopped.id)).toBe('opted_out')
      expect(await send(stopped.id)).toEqual(refused)

      const told = await world.newContact({ text_consent: false })
      await write(told.number, 'Hello')
      await world.pass(5)
      toNight()
      const waiting = await send(told.id, 'For the morning')
      expect(waiting.body).toMatchObject({ status: 'scheduled' })
      const withdrawal = { action: 'revoke', channel: 'phone', reason: 'Rang: no texts' }
      await world.call('record-consent', { contactId: told.id, ...withdrawal })
      expect(await log(waiting.body['logId'])).toMatchObject({ status: 'canceled' })
      expect(await send(told.id)).toEqual(refused)
    })

    test('a reply scheduled for the morning goes out although the 24 hours are over', async () => {
      const { id, number } = await world.newContact({ text_consent: false })
      world.advance(16.5 * 3_600_000)
      await write(number, 'Early bird here')
      await world.pass(5)
      world.advance(17.5 * 3_600_000)
      const waiting = await send(id, 'Good evening')
      expect(waiting.body).toMatchObject({ status: 'scheduled' })
      await world.pass(15 * 3_600)
      expect(await log(waiting.body['logId'])).toMatchObject({ status: 'sent' })
    })
  })

  describe('a scheduled text', () => {
    test('cancel-message cancels a scheduled text once, and it never goes out', async () => {
      const { id, number } = await world.newContact()
      toNight()
      const { logId } = (await send(id, 'In the morning')).body
      expect((await cancel(logId, 'client')).status).toBe(403)
      expect(await cancel(logId)).toEqual({ status: 200, body: { success: true } })
      expect(await cancel(logId)).toEqual({
        status: 409,
        body: { error: 'This text is already being sent.' },
      })
      await world.pass(14 * 3_600)
      expect(await log(logId)).toMatchObject({ status: 'canceled', error_message: null })
      expect(await arrivedOn(number)).toEqual([])
      expect(await listNotifications(id)).toEqual([])
    })

    test('a text canceled while it is being sent is either canceled or sent, never both', async () => {
      for (let round = 0; round < 8; round += 1) {
        world.nextNoon()
        const { id, number } = await world.newContact()
        toNight()
        const { logId } = (await send(id, 'Now or never')).body
        world.advance(14 * 3_600_000)
        const sending = round % 2 === 0 ? world.queues.drain('texts') : null
        const canceling = cancel(logId)
        await (sending ?? world.queues.drain('texts'))
        const canceled = (await canceling).status === 200
        expect(await log(logId)).toMatchObject({ status: canceled ? 'canceled' : 'sent' })
        expect(await arrivedOn(number)).toEqual(canceled ? [] : ['Now or never'])
        expect(await listNotifications(id)).toEqual([])
      }
    })
  })

  describe('at night', () => {
    test('texts at night wait for the morning, unless the contact just wrote or an admin gives a reason', async () => {
      const { id, number } = await world.newContact()
      toNight()
      const sleeping = await send(id, 'Good night')
      expect(sleeping.body).toMatchObject({
        success: true,
        status: 'scheduled',
        sendAt: new Date(
          Math.floor(world.now().getTime() / 86_400_000) * 86_400_000 + 14 * 3_600_000,
        ).toISOString(),
      })
      expect(await arrivedOn(number)).toEqual([])
      const reason = { overrideReason: 'The site is down' }
      expect((await send(id, 'Urgent', reason)).status).toBe(403)
      const urgent = await world.call('send-sms', { contactId: id, message: 'Urgent', ...reason }, 'admin')
      expect(urgent.body).toMatchObject({ status: 'sent' })
      expect(await log(urgent.body['logId'])).toMatchObject({ override_reason: 'The site is down' })

      await write(number, 'Are you there?')
      await world.pass(5)
      expect((await send(id, 'Yes')).body).toMatchObject({ status: 'sent' })
      await world.pass(14 * 3_600)
      expect(await log(sleeping.body['logId'])).toMatchObject({ status: 'sent' })
      expect(await arrivedOn(number)).toEqual(['Urgent', '> Are you there?', 'Yes', 'Good night'])
    })

    test('STOP cancels scheduled texts, which never go to a changed number or a deleted contact', async () => {
      const stopped = await world.newContact()
      const moved = await world.newContact()
      const gone = await world.newContact()
      toNight()
      const waiting = []
      for (const { id } of [stopped, moved, gone]) waiting.push((await send(id, 'Later')).body['logId'])
      await write(stopped.number, 'no more texts please')
      await world.rows(`update public.crm_contacts set phone = '(910) 762-8888' where id = $1`, moved.id)
      await world.rows('delete from public.crm_contacts where id = $1', gone.id)
      await world.pass(5)
      expect(await log(waiting[0])).toMatchObject({ status: 'canceled' })
      await world.pass(14 * 3_600)
      for (const id of waiting.slice(1)) {
        expect(await log(id)).toMatchObject({
          status: 'failed',
          error_message: 'Contact has not consented to text messages',
        })
      }
      for (const { number } of [stopped, moved, gone]) expect(await arrivedOn(number)).not.toContain('Later')
      expect(await listNotifications(moved.id)).toEqual([
        {
          title: 'A text was not sent',
          message: `To ${moved.number}: Contact has not consented to text messages`,
        },
      ])
    })
  })

  test.each([
    ['+15005550001', 'failed', '21211', 409],
    ['+15005550004', 'failed', '21610', 409],
    ['+15005550050', 'unknown', null, 200],
    ['+15005550029', 'queued', null, 200],
  ])('send-sms to the failing number %s logs the status %s', async (phone, status, code, answered) => {
    toAnywhere()
    const { id } = await world.newContact({ phone })
    const answer = await send(id)
    expect(answer.status).toBe(answered)
    const [entry] = await findHistory(phone)
    expect(entry).toMatchObject({ status, error_code: code })
    expect(await findConsent(id)).toBe(code !== '21610')
    if (status === 'queued') await world.rows(`delete from public.jobs where state = 'waiting'`)
    await world.rows(`update public.job_queues set failures = 0, rests_until = null`)
  })

  test('a text with unknown delivery is settled by the carrier or by staff, and never sent twice', async () => {
    toAnywhere()
    const silent = await world.newContact({ phone: '+15005550051' })
    const lost = await world.newContact({ phone: '+15005550050' })
    const first = await send(silent.id, 'Did it arrive?')
    expect(first.body).toMatchObject({ success: false, status: 'unknown' })
    await world.pass(120)
    expect(await log(first.body['logId'])).toMatchObject({ status: 'sent', delivery_status: 'delivered' })
    expect(await arrivedOn('+15005550051')).toEqual(['Did it arrive?'])

    const second = await send(lost.id, 'And this?')
    await world.pass(3_600)
    expect(await log(second.body['logId'])).toMatchObject({ status: 'unknown' })
    expect((await listNotifications(lost.id)).at(-1)).toMatchObject({
      title: 'A text may not have been sent',
    })
    const settle = (decision: string) =>
      world.call('settle-message', { logId: second.body['logId'], decision })
    // Sent again with a lost answer, it is checked again.
    expect((await settle('send-again')).status).toBe(200)
    await world.pass(7_200)
    expect(await log(second.body['logId'])).toMatchObject({ status: 'unknown' })
    expect(await listNotifications(lost.id)).toHaveLength(2)
    expect((await settle('not-sent')).status).toBe(200)
    expect(await log(second.body['logId'])).toMatchObject({ status: 'failed' })
    expect((await settle('sent')).status).toBe(409)
    await world.rows(`update public.job_queues set failures = 0, rests_until = null`)
  })

  test('a reply with unknown delivery is not sent again once the 24 hours are over', async () => {
    toAnywhere()
    const number = '+15005550050'
    const { id } = await world.newContact({ phone: number, text_consent: false })
    await write(number, 'Are you open?')
    await world.pass(5)
    const { body } = await send(id, 'Yes, until six.')
    expect(body).toMatchObject({ status: 'unknown' })
    world.advance(24 * 3_600_000)
    await world.call('settle-message', { logId: body['logId'], decision: 'send-again' })
    await world.pass(5)
    expect(await log(body['logId'])).toMatchObject({
      status: 'failed',
      error_message: 'Contact has not consented to text messages',
    })
    await world.rows(`update public.job_queues set failures = 0, rests_until = null`)
  })

  test('consent-evidence returns one file with every consent event', async () => {
    const { id, number } = await world.newContact()
    await write(number, '=stop texting me')
    await world.pass(5)
    const json = await world.call('consent-evidence', { contactId: id })
    expect(json.body).toMatchObject({
      contact: { id, phone_e164: number, text_consent: false, opted_out_by_the_owner_of_the_number: true },
      events: [
        { action: 'grant', method: 'import' },
        { action: 'revoke', method: 'keyword', evidence: { text: '=stop texting me' } },
      ],
    })
    const csv = await world.call('consent-evidence', { contactId: id, format: 'csv' })
    expect(String(csv.body['text']).split('\n')).toHaveLength(4)
    expect((await world.call('consent-evidence', { contactId: id }, 'client')).status).toBe(403)
  })

  test('staff may record consent with a reason, but never against a contact’s own opt-out', async () => {
    const { id, number } = await world.newContact({ text_consent: false })
    const record = (consent: object, as?: 'client') => {
      world.advance(1_000)
      return world.call('record-consent', { contactId: id, channel: 'phone', ...consent }, as)
    }
    const agreed = { action: 'grant', reason: 'Asked on the phone for a text', wording: 'May we text you?' }
    expect((await record(agreed, 'client')).status).toBe(403)
    expect((await record({ ...agreed, reason: ' ' })).status).toBe(400)
    expect((await record({ ...agreed, contactId: randomUUID() })).status).toBe(404)
    expect(await record(agreed)).toEqual({ status: 200, body: { success: true } })
    expect(await findConsent(id)).toBe(true)

    toNight()
    const waiting = await send(id, 'Later')
    const twin = await world.newContact({ phone: number })
    expect((await record({ action: 'revoke', reason: 'Rang: no more texts' })).status).toBe(200)
    expect([await findConsent(id), await findConsent(twin.id)]).toEqual([false, false])
    expect(await log(waiting.body['logId'])).toMatchObject({
      status: 'canceled',
      error_message: 'Contact has not consented to text messages',
    })
    expect((await record({ ...agreed, channel: 'in_person' })).status).toBe(200)

    world.advance(1_000)
    await write(number, 'stop')
    await world.pass(5)
    const refusal = 'This number has opted out of texts. Only its owner can change that, by texting START.'
    expect(await record(agreed)).toEqual({ status: 409, body: { error: refusal } })
    expect(await findConsent(id)).toBe(false)
    const { body } = await world.call('consent-evidence', { contactId: id })
    const events = z.array(z.looseObject({ method: z.string() })).parse(body['events'])
    expect(events.filter(({ method }) => method !== 'import')).toMatchObject([
      {
        action: 'grant',
        method: 'staff',
        actor_email: 'manager@staff.example',
        wording: 'May we text you?',
        wording_version: '9b1fd19ab4b30d0ed79378927ac4507d2d09db70157e3a843735499fb6c671bf',
        evidence: { channel: 'phone', reason: 'Asked on the phone for a text' },
      },
      { action: 'revoke', method: 'staff', evidence: { channel: 'phone', reason: 'Rang: no more texts' } },
      { action: 'grant', method: 'staff', evidence: { channel: 'in_person' } },
      { action: 'revoke', method: 'keyword' },
    ])
  })
})
