import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { consumeBatchLimit } from '../../server/spend-limits.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { describeLeftOut, describeTimes, MAX_TEXTED } from './batch-texts.ts'
import { createPhoneWorld, type PhoneWorld } from './conversations.fixture.ts'
import { planSendTimes } from './plan-send-times.ts'

const HOUR_MS = 3_600_000
const GAP_MS = 10_000
const HELLO = 'Hi {first_name}, we are closed on Friday.'

describeBothDatabases('a text to many contacts', (open) => {
  let database: Database
  let world: PhoneWorld
  beforeAll(async () => {
    database = await open()
    world = await createPhoneWorld(database)
  })
  // Noon in Wilmington.
  beforeEach(async () => {
    world.nextNoon()
    await world.rows('delete from public.crm_contacts')
  })

  const person = async (first_name: string, fields: object = {}) =>
    world.newContact({ first_name, last_name: 'Ray', ...fields })
  const write = (number: string, body: string) =>
    world.call('sandbox-phone', { action: 'write', number, body })
  const preview = (ids: string[], as?: 'client') =>
    world.call('text-recipients', { chosen: { ids } }, as ?? 'manager')
  const send = (contactIds: string[], more: object = {}, as?: 'client' | 'admin') =>
    world.call('send-texts', { batchId: randomUUID(), contactIds, message: HELLO, ...more }, as ?? 'manager')
  const texts = async (...ids: string[]) =>
    world.rows(
      `select message, status, send_at, purpose, allowed_by, error_message from public.communication_logs
       where direction = 'outbound' and contact_id = any ($1::uuid[])
       order by array_position($1::uuid[], contact_id), created_at`,
      ids,
    )
  const states = async (...ids: string[]) => (await texts(...ids)).map(({ status }) => status)
  const carried = async (number: string) =>
    (
      await world.rows(
        `select body from private.simulated_texts where number = $1 and not from_phone and body like 'Hi %'`,
        number,
      )
    ).length

  test('text-recipients says who is left out, and why', async () => {
    const [ann, bo] = [await person('Ann'), await person('Bo')]
    const [stopped, replied] = [await person('Cy'), await person('Di', { text_consent: false })]
    await write(stopped.number, 'STOP')
    // Somebody who wrote first may be answered, but has not agreed to be one of many.
    await write(replied.number, 'Please call me')
    await write(bo.number, 'When do you open?')
    const others = [
      await person('Ed', { text_consent: false }),
      await person('Flo', { phone: null, text_consent: false }),
      await person('Gus', { phone: 'call me', text_consent: false }),
      await person('Hal', { phone: '+44 20 7946 0958', text_consent: false }),
      await person('Ivy', { phone: ann.number }),
    ]
    await world.pass(5)
    const ids = [ann, bo, stopped, replied, ...others].map(({ id }) => id)
    const { status, body } = await preview([...ids, randomUUID()])
    expect(status).toBe(200)
    expect(body).toEqual({
      recipients: [
        { id: ann.id, first_name: 'Ann', last_name: 'Ray', company: null },
        { id: bo.id, first_name: 'Bo', last_name: 'Ray', company: null },
      ],
      leftOut: [
        { reason: 'opted_out', count: 1, names: ['Cy Ray'] },
        { reason: 'no_consent', count: 2, names: ['Di Ray', 'Ed Ray'] },
        { reason: 'no_phone', count: 1, names: ['Flo Ray'] },
        { reason: 'invalid_number', count: 1, names: ['Gus Ray'] },
        { reason: 'foreign_number', count: 1, names: ['Hal Ray'] },
        { reason: 'shared_number', count: 1, names: ['Ivy Ray'] },
        { reason: 'deleted', count: 1, names: [] },
      ],
      needReply: 1,
      until: new Date(world.now().getTime() + 2 * GAP_MS).toISOString(),
      held: 0,
      heldUntil: null,
    })
  })

  test('send-texts writes one text to each, one every ten seconds, and the thread has it as a text by staff', async () => {
    const people = [await person('Ann'), await person('+19105550100'), await person('Cy')]
    const ids = people.map(({ id }) => id)
    const { body } = await send(ids)
    const start = world.now().getTime()
    expect(body).toMatchObject({ count: 3 })
    expect(new Date(String(body['until'])).getTime()).toBe(start + 3 * GAP_MS)
    expect(await texts(...ids)).toMatchObject([
      { message: 'Hi Ann, we are closed on Friday.', purpose: 'staff', allowed_by: 'consent' },
      { message: 'Hi, we are closed on Friday.' },
      { message: 'Hi Cy, we are closed on Friday.' },
    ])
    await world.pass(19)
    expect(await states(...ids)).toEqual(['sent', 'scheduled', 'scheduled'])
    await world.pass(11)
    expect(await states(...ids)).toEqual(['sent', 'sent', 'sent'])
    const { sender } = await world.row(
      `select profiles.email as sender from public.communication_logs join public.profiles on profiles.id = sent_by
       where contact_id = $1`,
      ids[0],
    )
    expect(sender).toBe('manager@staff.example')
  })

  test('a repeated request writes no second text, also if it comes at the same moment or with other words', async () => {
    const people = [await person('Ann'), await person('Bo')]
    const ids = people.map(({ id }) => id)
    const batchId = randomUUID()
    const answers = await Promise.all([send(ids, { batchId }), send(ids, { batchId })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    await world.pass(60)
    expect((await send(ids, { batchId, message: 'Something else' })).body).toMatchObject({ count: 2 })
    await world.pass(60)
    for (const { number } of people) expect(await carried(number)).toBe(1)
  })

  test('a text to many is not sent to a contact who opted out, withdrew consent or got another number after it was written', async () => {
    const [ann, bo, cy] = [await person('Ann'), await person('Bo'), await person('Cy')]
    const dee = await person('Dee')
    const ids = [ann, bo, cy, dee].map(({ id }) => id)
    await send(ids)
    await write(ann.number, 'STOP')
    await world.call('record-consent', {
      contactId: bo.id,
      action: 'revoke',
      channel: 'phone',
      reason: 'Wants no more texts',
    })
    await world.rows(`update public.crm_contacts set phone = '(910) 763-0001' where id = $1`, cy.id)
    // Consent ends with a number. Having called makes an ordinary text a reply, but a text to many is none.
    await world.rows(`update public.crm_contacts set phone = '(910) 763-0002' where id = $1`, dee.id)
    await world.rows('update public.crm_contacts set phone = $2 where id = $1', dee.id, dee.number)
    await world.call('sandbox-phone', { action: 'call', number: dee.number, answered: true })
    await world.pass(120)
    expect(await states(...ids)).toEqual(['canceled', 'canceled', 'failed', 'failed'])
    for (const { number } of [ann, bo, cy, dee]) expect(await carried(number)).toBe(0)
  })

  test('who writes first is not sent the text that was written before', async () => {
    const [ann, bo] = [await person('Ann'), await person('Bo')]
    await send([ann.id, bo.id])
    await write(bo.number, 'Are you open on Friday?')
    await world.pass(60)
    expect(await texts(bo.id)).toMatchObject([
      { status: 'canceled', error_message: 'They wrote or called first.' },
    ])
    expect(await states(ann.id)).toEqual(['sent'])
  })

  test('cancel-texts cancels the texts of a batch that have not been sent, and no others', async () => {
    const people = [await person('Ann'), await person('Bo'), await person('Cy')]
    const ids = people.map(({ id }) => id)
    const batchId = randomUUID()
    await send(ids, { batchId })
    const other = await person('Dee')
    await send([other.id])
    await world.pass(12)
    expect((await world.call('cancel-texts', { batchId })).body).toEqual({ count: 2 })
    expect((await world.call('cancel-texts', { batchId })).body).toEqual({ count: 0 })
    const entries = await world.rows(
      `select action, changes -> 'contacts' as contacts, actor is not null as named from public.audit_log
       where table_name = 'text_batches' and row_id = $1 order by id`,
      batchId,
    )
    expect(entries).toEqual([
      { action: 'insert', contacts: { new: 3 }, named: true },
      { action: 'delete', contacts: { old: 2 }, named: true },
    ])
    await world.pass(120)
    expect(await states(...ids)).toEqual(['sent', 'canceled', 'canceled'])
    expect(await states(other.id)).toEqual(['sent'])
  })

  test('a text of a batch ends the wait for a reply, and a canceled one does not', async () => {
    const [ann, bo] = [await person('Ann'), await person('Bo')]
    for (const { number } of [ann, bo]) await write(number, 'When do you open?')
    await world.pass(5)
    const waiting = async () =>
      (await world.rows('select contact_id from public.waiting_people')).map(({ contact_id: id }) => id)
    expect(await waiting()).toHaveLength(2)
    await send([ann.id])
    const batchId = randomUUID()
    await send([bo.id], { batchId })
    await world.call('cancel-texts', { batchId })
    await world.pass(60)
    expect(await waiting()).toEqual([bo.id])
  })

  test('in quiet hours the texts wait for the morning of each person and then follow each other', async () => {
    const east = [await person('Ann'), await person('Bo')]
    const west = await person('Cy', { phone: '(206) 555-0101' })
    const ids = [...east, west].map(({ id }) => id)
    // 8:30 p.m. in Wilmington, 5:30 p.m. in Seattle.
    world.advance(8.5 * HOUR_MS)
    const now = world.now().getTime()
    const { body } = await preview(ids)
    expect(body).toMatchObject({ held: 2, until: new Date(now + GAP_MS).toISOString() })
    await send(ids)
    const [ann, bo, cy] = (await texts(...ids)).map(({ send_at: at }) => new Date(String(at)).getTime())
    expect(cy).toBe(now + GAP_MS)
    expect([12.5 * HOUR_MS, 15.5 * HOUR_MS]).toContain(Number(ann) - now)
    expect(Number(bo) - Number(ann)).toBe(GAP_MS)
    expect(new Date(String(body['heldUntil'])).getTime()).toBe(bo)
  })

  test('two batches of one person follow each other', async () => {
    const [ann, bo] = [await person('Ann'), await person('Bo')]
    const answers = await Promise.all([send([ann.id]), send([bo.id])])
    const untils = answers.map(
      ({ body }) => new Date(String(body['until'])).getTime() - world.now().getTime(),
    )
    expect(untils.toSorted((a, b) => a - b)).toEqual([GAP_MS, 2 * GAP_MS])
  })

  test('a batch counts against the daily limit of the team as a whole or not at all, and canceling returns it', async () => {
    const people = [await person('Ann'), await person('Bo')]
    const ids = people.map(({ id }) => id)
    await asService(database, (tx) => consumeBatchLimit(tx, 1_999, world.now()))
    const { status, body } = await send(ids)
    expect({ status, body }).toEqual({
      status: 429,
      body: { error: 'The team can send 2,000 texts a day. 1 more are left now.' },
    })
    expect(await texts(...ids)).toEqual([])
    const batchId = randomUUID()
    expect((await send(ids.slice(1), { batchId })).status).toBe(200)
    expect((await send(ids.slice(0, 1))).status).toBe(429)
    await world.call('cancel-texts', { batchId })
    expect((await send(ids.slice(0, 1))).status).toBe(200)
  })

  test.each([
    ['no words', { message: ' ' }, 400, 'Please select a contact and enter a message'],
    [
      '1,601 characters',
      { message: 'x'.repeat(1601) },
      400,
      'A text can have at most 1,600 characters; this one has 1,601.',
    ],
    [
      'an unknown placeholder',
      { message: 'Hi {fist_name}' },
      400,
      '{fist_name} cannot be filled in. Please check the text.',
    ],
    [
      'a placeholder that leaves nothing',
      { message: '{company}' },
      400,
      'For Ann Ray: Please select a contact and enter a message',
    ],
    ['no contact', { contactIds: [] }, 400, 'contactIds'],
    ['no batch', { batchId: '' }, 400, 'batchId'],
  ])('send-texts refuses a batch with %s', async (_name, wrong, status, error) => {
    const { id } = await person('Ann')
    const answer = await send([id], wrong)
    expect(answer.status).toBe(status)
    expect(answer.body['error']).toContain(error)
    expect(await texts(id)).toEqual([])
  })

  test('send-texts refuses a batch whose only contact opted out by STOP', async () => {
    const { id, number } = await person('Ann')
    await write(number, 'STOP')
    await world.pass(5)
    expect(await send([id])).toEqual({
      status: 409,
      body: { error: 'None of these contacts can be texted any more.' },
    })
  })

  test('clients can neither list recipients, nor send to them, nor cancel', async () => {
    const { id } = await person('Ann')
    const answers = [
      await preview([id], 'client'),
      await send([id], {}, 'client'),
      await world.call('cancel-texts', { batchId: randomUUID() }, 'client'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
    expect(await texts(id)).toEqual([])
  })

  test('a batch has at most 500 contacts, and five hundred are written within one request', async () => {
    await world.rows(
      `insert into public.crm_contacts (first_name, phone, text_consent)
       select 'P' || n, '(910) 764-' || to_char(n, 'FM0000'), true from generate_series(1, $1) as n`,
      MAX_TEXTED + 1,
    )
    const all = await world.rows('select id, phone from public.crm_contacts order by phone')
    await asService(database, async (tx) => {
      await tx.query(`select set_config('private.phone_numbers', $1, true)`, [
        JSON.stringify(
          Object.fromEntries(all.map(({ phone }) => [phone, `+1${String(phone).replaceAll(/\D/g, '')}`])),
        ),
      ])
      await tx.query('update public.crm_contacts set phone = phone')
    })
    const ids = all.map(({ id }) => String(id))
    expect((await send(ids)).status).toBe(400)
    const chosen = { query: '', except: [], total: ids.length }
    expect(await world.call('text-recipients', { chosen })).toEqual({
      status: 400,
      body: { error: 'At most 500 contacts can be texted at once. Please narrow the filters.' },
    })
    const { body } = await world.call('text-recipients', { chosen: { ...chosen, except: ids.slice(-1) } })
    expect(body['recipients']).toHaveLength(MAX_TEXTED)
    expect((await send(ids.slice(0, MAX_TEXTED))).body).toMatchObject({ count: MAX_TEXTED })
    const { lanes } = await world.row(
      `select count(distinct lane)::integer as lanes from public.jobs where lane like '+1910764%' and state = 'waiting'`,
    )
    expect(lanes).toBe(MAX_TEXTED)
  })
})

const phones = ['+19107620001', '+19107620002', '+19107620003']

test('planSendTimes moves what would go out after closing to the next opening, at the same pace', () => {
  // 7:59:50 p.m. on a Monday in Wilmington.
  const from = new Date('2026-11-24T00:59:50Z')
  expect(planSendTimes(phones, { from, gap: GAP_MS, taken: [] })).toEqual([
    { at: from, held: false },
    { at: new Date('2026-11-24T14:00:00Z'), held: true },
    { at: new Date('2026-11-24T14:00:10Z'), held: true },
  ])
})

test('planSendTimes goes around the earlier texts of the sender, and waits for none that is held', () => {
  const from = new Date('2026-11-23T17:00:00Z')
  const taken = ['2026-11-23T17:00:10Z', '2026-11-24T14:00:00Z'].map((at) => new Date(at))
  expect(planSendTimes(phones, { from, gap: GAP_MS, taken }).map(({ at }) => at)).toEqual([
    from,
    new Date('2026-11-23T17:00:20Z'),
    new Date('2026-11-23T17:00:30Z'),
  ])
})

test('describeLeftOut names a handful and counts the others', () => {
  const names = ['Ann Lee', 'Bo Ray']
  expect(describeLeftOut({ reason: 'no_consent', count: 1, names: ['Ann Lee'] })).toBe(
    'Ann Lee has not agreed to texts.',
  )
  expect(describeLeftOut({ reason: 'no_phone', count: 2, names })).toBe(
    'Ann Lee and Bo Ray have no phone number.',
  )
  expect(describeLeftOut({ reason: 'opted_out', count: 9, names })).toBe(
    'Ann Lee, Bo Ray and 7 more opted out of texts.',
  )
  expect(describeLeftOut({ reason: 'deleted', count: 2, names: [] })).toBe('2 were deleted meanwhile.')
})

test.each([
  [3, 1, 0, 'The others get it between now and 10:31 AM, unless they opt out or write first.'],
  [1, 1, 0, 'The other gets it between now and 10:31 AM, unless they opt out or write first.'],
  [1, 0, 0, 'The contact gets it between now and 10:31 AM, unless they opt out or write first.'],
  [
    3,
    0,
    2,
    'They get it between now and 10:31 AM, unless they opt out or write first. ' +
      '2 are in quiet hours and get it by Tue, Nov 24, 9:00 AM.',
  ],
  [
    2,
    0,
    2,
    'They get it when their quiet hours end, by Tue, Nov 24, 9:00 AM, unless they opt out or write first.',
  ],
])('describeTimes says for %i recipients, %i left out and %i held: %s', (count, left, held, words) => {
  // In the local time zone, as the dashboard shows it.
  const [now, until, opening] = ['2026-11-23T10:20', '2026-11-23T10:30:10', '2026-11-24T09:00'].map(
    (at) => new Date(at),
  )
  const times = {
    recipients: Array.from({ length: count }),
    leftOut: Array.from({ length: left }),
    until: held === count ? null : String(until?.toISOString()),
    held,
    heldUntil: held === 0 ? null : String(opening?.toISOString()),
  }
  expect(describeTimes(times, now ?? new Date())).toBe(words)
})
