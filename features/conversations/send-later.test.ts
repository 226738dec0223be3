import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createPhoneWorld, type PhoneWorld } from './conversations.fixture.ts'
import { suggestTimes } from './send-later.tsx'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describeBothDatabases('texts for a later time', (open) => {
  let world: PhoneWorld
  beforeAll(async () => {
    world = await createPhoneWorld(await open())
  })
  // Noon in Wilmington.
  beforeEach(() => world.nextNoon())

  const inHours = (hours: number) => new Date(world.now().getTime() + hours * HOUR_MS).toISOString()
  const send = (contactId: string, sendAt: string) =>
    world.call('send-sms', { contactId, message: 'As promised', sendAt })
  const find = (id: unknown) =>
    world.row('select status, error_message, send_at from public.communication_logs where id = $1', id)
  const write = (number: string, body: string) =>
    world.call('sandbox-phone', { action: 'write', number, body })

  test('a text for a later time is sent at that time', async () => {
    const { id } = await world.newContact()
    const at = inHours(2)
    const { status, body } = await send(id, at)
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'scheduled', sendAt: at } })
    await world.pass((2 * HOUR_MS) / 1000 - 1)
    expect(await find(body['logId'])).toMatchObject({ status: 'scheduled' })
    await world.pass(2)
    expect(await find(body['logId'])).toMatchObject({ status: 'sent' })
  })

  test('a time in quiet hours moves to the next morning', async () => {
    const { id } = await world.newContact()
    // 10 p.m. of the same day becomes 9 a.m., or noon on a Sunday.
    const { body } = await send(id, inHours(10))
    const morning = new Date(String(body['sendAt'])).getTime() - world.now().getTime()
    expect([21 * HOUR_MS, DAY_MS]).toContain(morning)
  })

  test.each([
    ['a text', async (number: string) => void (await write(number, 'Never mind, thanks'))],
    [
      'a missed call',
      async (number: string) =>
        void (await world.call('sandbox-phone', { action: 'call', number, answered: false })),
    ],
    [
      'an inquiry',
      async (_number: string, id: string) =>
        void (await world.rows(
          `insert into public.contact_submissions (contact_id, name, email, message, text_consent, raw)
           values ($1, 'Ana', 'ana@later.example', 'One more thing', false, '{}')`,
          id,
        )),
    ],
  ])('%s cancels the text that waits, and no other', async (_name, act) => {
    const [{ id, number }, other] = [await world.newContact(), await world.newContact()]
    const [{ body: later }, { body: others }] = [await send(id, inHours(3)), await send(other.id, inHours(3))]
    await act(number, id)
    await world.pass(60)
    expect(await find(later['logId'])).toMatchObject({
      status: 'canceled',
      error_message: 'They wrote or called first.',
    })
    expect(await find(others['logId'])).toMatchObject({ status: 'scheduled' })
    await world.pass((4 * HOUR_MS) / 1000)
    expect(await find(later['logId'])).toMatchObject({ status: 'canceled' })
    expect(await find(others['logId'])).toMatchObject({ status: 'sent' })
  })

  test('a text that the carrier was too busy to take is canceled when they write', async () => {
    const number = '+15005550029'
    const { id } = await world.newContact({ phone: number })
    const { body } = await send(id, inHours(3))
    const due = new Date(String(body['sendAt'])).getTime()
    await world.pass((due - world.now().getTime()) / 1000 + 60)
    expect(await find(body['logId'])).toMatchObject({ status: 'queued' })
    await write(number, 'Never mind, thanks')
    await world.pass(5)
    expect(await find(body['logId'])).toMatchObject({ status: 'canceled' })
    await world.rows('update public.job_queues set failures = 0, rests_until = null')
  })

  test('a text that only waits for the morning is not canceled', async () => {
    const { id, number } = await world.newContact()
    world.advance(10 * HOUR_MS)
    const { body } = await world.call('send-sms', { contactId: id, message: 'Good morning' })
    expect(body).toMatchObject({ status: 'scheduled' })
    await write(number, 'Hello?')
    await world.pass(1)
    expect((await find(body['logId']))['status']).not.toBe('canceled')
  })

  test('a reply without consent cannot be scheduled past its 24 hours', async () => {
    const { id, number } = await world.newContact({ text_consent: false })
    await write(number, 'Please call me')
    await world.pass(5)
    expect((await send(id, inHours(20))).status).toBe(200)
    expect(await send(id, inHours(25))).toEqual({
      status: 409,
      body: { error: 'Contact has not consented to text messages' },
    })
  })

  test.each([
    [-1, 'The time of sending has passed. Please choose a later one.'],
    [91 * 24, 'A text can be scheduled at most 90 days ahead.'],
  ])('a time %i hours away is refused', async (hours, error) => {
    const { id } = await world.newContact()
    expect(await send(id, inHours(hours))).toEqual({ status: 400, body: { error } })
  })

  test('a time that is no time is refused', async () => {
    const { id } = await world.newContact()
    expect(await send(id, 'tomorrow')).toEqual({
      status: 400,
      body: { error: 'The time of sending has to be a date and time.' },
    })
  })
})

// In the local time zone, so dates without a zone.
const suggest = (now: string) =>
  suggestTimes(new Date(now)).map(({ label, at }) => [label, at.getTime() - new Date(now).getTime() > 0, at])

test('suggestTimes on a Tuesday morning offers an hour, after lunch, tomorrow and Monday', () => {
  expect(suggest('2026-11-24T09:30')).toEqual([
    ['In 1 hour', true, new Date('2026-11-24T10:30')],
    ['After lunch', true, new Date('2026-11-24T13:00')],
    ['Tomorrow', true, new Date('2026-11-25T09:00')],
    ['Monday', true, new Date('2026-11-30T09:00')],
  ])
})

test('suggestTimes in the afternoon leaves out lunch, and on a Sunday the Monday that is tomorrow', () => {
  expect(suggest('2026-11-29T12:30').map(([label]) => label)).toEqual(['In 1 hour', 'Tomorrow'])
  expect(suggest('2026-11-30T15:00').map(([label]) => label)).toEqual(['In 1 hour', 'Tomorrow', 'Monday'])
})
