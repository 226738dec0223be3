import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database, Row } from '../../platform/database/database.ts'
import { people } from '../../tests/policies/policy-fixtures.ts'
import { queryWithPhones } from '../../tests/support/declare-phones.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createBookingWorld, NOW, PHONE, readInvitation, type BookingWorld } from './bookings.fixture.ts'
import { recordStaffBooking } from './staff-meetings.server.ts'

const TAKEN = 'This time is no longer free. Choose another one.'

describeBothDatabases('meetings of staff', (open) => {
  let database: Database
  let world: BookingWorld
  beforeAll(async () => {
    database = await open()
    world = await createBookingWorld(database)
    return world.close
  })

  async function addContact(fields: Record<string, unknown> = {}) {
    const email = `${randomUUID()}@customer.example`
    const row = { first_name: 'Dana', last_name: 'Whitfield', email, phone: PHONE, ...fields }
    const { rows } = await asService(database, (tx) =>
      queryWithPhones(
        tx,
        `insert into public.crm_contacts (first_name, last_name, email, phone) values ($1, $2, $3, $4) returning id`,
        [row.first_name, row.last_name, row.email, row.phone],
      ),
    )
    return { id: String(rows[0]?.['id']), email }
  }
  const bookFor = (contactId: string, start: string, fields: Record<string, unknown> = {}) =>
    world.call('book-for-contact', 'manager', { contactId, start, medium: 'phone', ...fields })
  const manage = (change: Record<string, unknown>) => world.call('manage-meeting', 'manager', change)
  const findMeeting = async (id: string) =>
    (await world.rows('select * from public.meetings where id = $1', id))[0]
  const timeline = async (contactId: string) =>
    (
      await world.as(
        'manager',
        `select details ->> 'what' as what, details ->> 'start' as start, details ->> 'reason' as reason, actor
         from public.contact_timeline where contact_id = $1 and kind = 'meeting' order by occurred_at, id`,
        contactId,
      )
    ).map((entry): Row => ({ ...entry, start: new Date(String(entry['start'])).toISOString() }))

  async function booked(start: string) {
    const contact = await addContact()
    const { id } = await (await bookFor(contact.id, start)).json()
    return { id, contact }
  }

  describe('book-for-contact', () => {
    test('book-for-contact books a free time, invites the contact, and notifies all other staff', async () => {
      const start = '2026-12-01T15:00:00.000Z'
      const contact = await addContact()
      const response = await bookFor(contact.id, start, { about: ' Menu page \0' })
      expect([response.status, await response.clone().json()]).toEqual([
        200,
        {
          success: true,
          id: expect.any(String),
          start,
          end: '2026-12-01T15:30:00.000Z',
          medium: 'phone',
          status: 'booked',
        },
      ])
      const { id } = await response.json()
      expect(await findMeeting(id)).toMatchObject({
        contact_id: contact.id,
        name: 'Dana Whitfield',
        email: contact.email,
        message: 'Menu page',
      })
      const [mail, ...others] = await world.mailsTo(contact.email)
      expect(others).toEqual([])
      expect(readInvitation(mail ?? {})).toMatchObject({ method: 'REQUEST', sequence: 0, start })
      expect(JSON.stringify(mail)).not.toContain('Menu page')
      const told = await world.rows(
        `select recipient_id, message from public.notifications where contact_id = $1`,
        contact.id,
      )
      expect(told.map((row) => row['recipient_id'])).toContain(people.admin)
      expect(told.map((row) => row['recipient_id'])).not.toContain(people.manager)
      expect(await timeline(contact.id)).toEqual([
        { what: 'booked', start, reason: null, actor: people.manager },
      ])
      expect((await world.slots()).map((slot) => slot.start)).not.toContain(start)
    })

    test('book-for-contact texts only a contact who agreed to texts', async () => {
      const texts = async (contactId: string) =>
        (
          await world.rows(
            `select from public.communication_logs where contact_id = $1 and purpose = 'meeting'`,
            contactId,
          )
        ).length
      const silent = await addContact({ phone: '(910) 762-0161' })
      const agreed = await addContact({ phone: '(910) 762-0162' })
      await world.call('record-consent', 'manager', {
        contactId: agreed.id,
        action: 'grant',
        channel: 'phone',
        reason: 'Said so on the phone.',
      })
      expect((await bookFor(silent.id, '2026-12-01T18:00:00Z')).status).toBe(200)
      expect((await bookFor(agreed.id, '2026-12-01T18:30:00Z')).status).toBe(200)
      expect([await texts(silent.id), await texts(agreed.id)]).toEqual([0, 1])
    })

    test('book-for-contact gives a time to exactly one of staff and visitors at the same moment', async () => {
      const start = '2026-12-02T15:00:00.000Z'
      const contacts = await Promise.all([addContact(), addContact(), addContact()])
      const responses = await Promise.all([
        ...contacts.map(({ id }) => bookFor(id, start)),
        world.book({ start, email: `${randomUUID()}@example.com` }),
      ])
      const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
      expect(statuses).toEqual([200, 409, 409, 409])
      const lost = responses.find(({ status }) => status === 409)
      expect(await lost?.json()).toMatchObject({
        error: TAKEN,
        slots: expect.arrayContaining([
          { start: '2026-12-02T15:30:00.000Z', end: '2026-12-02T16:00:00.000Z' },
        ]),
      })
      expect(await world.rows('select from public.meetings where starts_at = $1', start)).toHaveLength(1)
    })

    test('recordStaffBooking answers with free times when the constraint refuses a time that looked free', async () => {
      const start = new Date('2026-12-02T19:00:00Z')
      const contact = await addContact()
      // A meeting of another length that covers the next times, too.
      await world.rows(
        `insert into public.meetings (starts_at, ends_at, blocked_until, medium, name, email, phone)
         values ('2026-12-02T19:15:00Z', '2026-12-02T19:45:00Z', '2026-12-02T19:45:00Z', 'phone', 'Ana', 'a@b.example', '1')`,
      )
      const outcome = await recordStaffBooking(
        database,
        { contactId: contact.id, start, medium: 'phone', about: null, idempotencyKey: null },
        {
          now: new Date(NOW),
          mails: {
            siteUrl: 'https://agency.test',
            leadsTo: 'hello@tidewright.example',
            secret: 'only-for-tests',
          },
          by: { id: people.manager, name: 'Marta Ellis' },
        },
      )
      expect(outcome).toMatchObject({ outcome: 'taken', slots: expect.any(Array) })
    })

    test('book-for-contact returns the first meeting for a repeated idempotency key', async () => {
      const contact = await addContact()
      const idempotencyKey = randomUUID()
      const ids = await Promise.all(
        [1, 2, 3].map(async () => {
          const response = await bookFor(contact.id, '2026-12-03T15:00:00Z', { idempotencyKey })
          return (await response.json()).id
        }),
      )
      expect(new Set(ids).size).toBe(1)
      expect(await world.mailsTo(contact.email)).toHaveLength(1)
    })

    test.each([
      [{ email: null }, 'phone', 'This contact has no email address'],
      [{ phone: null }, 'phone', 'This contact has no phone number we can call.'],
      [{}, 'video', 'There is no room for video meetings.'],
    ])('book-for-contact refuses %j by %s', async (fields, medium, words) => {
      const contact = await addContact(fields)
      const response = await bookFor(contact.id, '2026-12-03T18:00:00Z', { medium })
      expect([response.status, (await response.json()).error]).toEqual([409, expect.stringContaining(words)])
    })

    test('book-for-contact answers 409 outside the hours, 404 without a contact, and 400 to nonsense', async () => {
      const contact = await addContact()
      const early = await bookFor(contact.id, '2026-12-03T06:00:00Z')
      expect([early.status, (await early.json()).error]).toEqual([409, TAKEN])
      expect((await bookFor(randomUUID(), '2026-12-03T18:00:00Z')).status).toBe(404)
      for (const fields of [{ start: 'soon' }, { medium: 'fax' }, { about: 'x'.repeat(5001) }])
        expect((await bookFor(contact.id, '2026-12-03T18:00:00Z', fields)).status).toBe(400)
    })
  })

  describe('manage-meeting', () => {
    test('manage-meeting moves to a free time with an update, and keeps the old time on 409', async () => {
      const [first, second, taken] = ['14:00', '15:00', '16:00'].map((hour) => `2026-12-04T${hour}:00.000Z`)
      const { id, contact } = await booked(String(first))
      await booked(String(taken))
      const moved = await manage({ id, action: 'move', start: second })
      expect([moved.status, await moved.json()]).toEqual([
        200,
        expect.objectContaining({ start: second, status: 'booked' }),
      ])
      const lost = await manage({ id, action: 'move', start: taken })
      expect(lost.status).toBe(409)
      const { error, slots } = await lost.json()
      expect(error).toContain('The meeting stays where it was.')
      expect(slots.length).toBeGreaterThan(0)
      expect(await findMeeting(id)).toMatchObject({ sequence: 1, status: 'booked' })
      expect((await world.mailsTo(contact.email)).map(({ subject }) => subject)).toEqual([
        'Your call is booked: Friday, December 4, 9:00 AM ET',
        'Your call was moved: Friday, December 4, 10:00 AM ET',
      ])
      expect(new Set((await timeline(contact.id)).map(({ start }) => start))).toEqual(
        new Set([first, second]),
      )
    })

    test('manage-meeting cancels with a reason that staff see and the visitor does not', async () => {
      const { id, contact } = await booked('2026-12-07T14:00:00.000Z')
      const cancel = { id, action: 'cancel', reason: 'Double booked with the harbor office' }
      const responses = await Promise.all([manage(cancel), manage(cancel)])
      expect(responses.map(({ status }) => status)).toEqual([200, 200])
      expect(await findMeeting(id)).toMatchObject({ status: 'canceled', cancel_reason: cancel.reason })
      const mails = await world.mailsTo(contact.email)
      expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual([
        'Your call is booked',
        'Your call was canceled',
      ])
      expect(JSON.stringify(mails)).not.toContain('harbor')
      expect((await timeline(contact.id)).find(({ what }) => what === 'canceled')).toMatchObject({
        reason: cancel.reason,
        actor: people.manager,
      })
      const moved = await manage({ id, action: 'move', start: '2026-12-07T15:00:00Z' })
      expect(moved.status).toBe(409)
      expect((await manage({ id, action: 'cancel', reason: 'x'.repeat(501) })).status).toBe(400)
    })

    test('manage-meeting lets staff cancel in the last hour, but not after the start', async () => {
      const { id } = await booked('2026-12-07T16:00:00.000Z')
      world.setTime('2026-12-07T16:00:01Z')
      const late = await manage({ id, action: 'cancel' })
      expect([late.status, await late.json()]).toEqual([
        409,
        { error: 'This meeting has begun. Mark it as held or as a no-show instead.' },
      ])
      world.setTime('2026-12-07T15:30:00Z')
      expect((await manage({ id, action: 'cancel' })).status).toBe(200)
      world.setTime(NOW)
    })

    test('manage-meeting records held or no-show, replaces it and removes it', async () => {
      const { id, contact } = await booked('2026-12-08T14:00:00.000Z')
      const note = async (status: string) => (await manage({ id, action: 'outcome', status })).status
      const happened = async () => (await timeline(contact.id)).map(({ what }) => what)
      expect(await note('held')).toBe(409)
      world.setTime('2026-12-08T14:40:00Z')
      expect(await note('no_show')).toBe(200)
      expect(await note('held')).toBe(200)
      expect(new Set(await happened())).toEqual(new Set(['booked', 'held']))
      expect((await manage({ id, action: 'move', start: '2026-12-09T14:00:00Z' })).status).toBe(409)
      expect(await note('booked')).toBe(200)
      expect(await happened()).toEqual(['booked'])
      expect(await findMeeting(id)).toMatchObject({ status: 'booked', sequence: 0 })
      expect(await world.mailsTo(contact.email)).toHaveLength(1)
      world.setTime(NOW)
    })

    test('manage-meeting lists the cancellation of a visitor without a staff member', async () => {
      const email = `${randomUUID()}@example.com`
      const { id, manageUrl } = await (await world.book({ start: '2026-12-09T14:00:00Z', email })).json()
      await world.change(manageUrl, { action: 'cancel' })
      const contactId = String((await findMeeting(id))?.['contact_id'])
      expect((await timeline(contactId)).map(({ actor }) => actor)).toEqual([null, null])
    })

    test('manage-meeting changes a meeting ten times a day', async () => {
      const { id } = await booked('2026-12-10T14:00:00.000Z')
      const times = (await world.slots('?from=2026-12-10&days=1')).slice(0, 11)
      const statuses: number[] = []
      for (const { start } of times) statuses.push((await manage({ id, action: 'move', start })).status)
      expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
    })

    test('manage-meeting answers 404 to an unknown meeting and 400 to an unknown change', async () => {
      expect((await manage({ id: randomUUID(), action: 'cancel' })).status).toBe(404)
      for (const body of [
        { action: 'cancel' },
        { id: 'x', action: 'cancel' },
        { id: randomUUID(), action: 'hold' },
      ])
        expect((await manage(body)).status).toBe(400)
    })
  })

  test.each(['book-for-contact', 'manage-meeting'])('%s refuses visitors and clients', async (name) => {
    const body = { id: randomUUID(), contactId: randomUUID(), action: 'cancel', start: NOW, medium: 'phone' }
    const statuses = []
    for (const person of ['nobody', 'visitor', 'client', 'newcomer', 'unproved'] as const)
      statuses.push((await world.call(name, person, body)).status)
    expect(statuses).toEqual([401, 403, 403, 403, 403])
  })

  test('booking_rules keeps who changed it last', async () => {
    await world.as('admin', 'update public.booking_rules set daily_limit = 7')
    expect(
      await world.as(
        'manager',
        "select updated_by, updated_at > now() - interval '1 minute' as now from public.booking_rules",
      ),
    ).toEqual([{ updated_by: people.admin, now: true }])
    await world.as('admin', 'update public.booking_rules set daily_limit = null')
  })
})
