import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createBookingWorld, NOW, type BookingWorld } from './bookings.fixture.ts'
import { remindOfMeetings } from './remind-of-meetings.server.ts'

describeBothDatabases('remindOfMeetings', (open) => {
  let database: Database
  let world: BookingWorld
  beforeAll(async () => {
    database = await open()
    world = await createBookingWorld(database)
    return world.close
  })
  // Every test has its own times and numbers.
  beforeEach(() => world.setTime(NOW))

  function remindAt(time: string) {
    world.setTime(time)
    return remindOfMeetings({
      database,
      clock: () => new Date(time),
      secrets: { jwtSecret: 'only-for-tests-'.repeat(3) },
      config: { siteUrl: 'http://site.test', mail: { leadsTo: undefined } },
    })
  }

  async function book(start: string, fields: Record<string, unknown> = {}) {
    const email = `${randomUUID()}@example.com`
    const { manageUrl } = await (await world.book({ start, email, ...fields })).json()
    const subjects = async () => (await world.mailsTo(email)).map(({ subject }) => subject)
    return { email, manageUrl, subjects }
  }

  const texts = (number = '+19107620142') =>
    world.rows(
      `select message, status, send_at at time zone 'UTC' = '2026-11-30 14:00' as at_nine from public.communication_logs
       where purpose = 'meeting' and phone_number = $1 order by created_at, id`,
      number,
    )

  test('remindOfMeetings mails once, a day before, with the link', async () => {
    const { email, manageUrl, subjects } = await book('2026-12-02T15:00:00Z')
    await remindAt('2026-12-01T14:59:00Z')
    expect(await subjects()).toHaveLength(1)
    await Promise.all([remindAt('2026-12-01T15:00:00Z'), remindAt('2026-12-01T15:00:00Z')])
    await remindAt('2026-12-01T15:01:00Z')
    expect(await subjects()).toEqual([
      'Your call is booked: Wednesday, December 2, 10:00 AM ET',
      'Reminder of your call: Wednesday, December 2, 10:00 AM ET',
    ])
    expect((await world.mailsTo(email))[1]?.text).toContain(manageUrl)
    expect(await texts()).toEqual([])
  })

  test('remindOfMeetings skips meetings that were canceled, are over or were booked the day before', async () => {
    const canceled = await book('2026-12-02T17:00:00Z')
    await world.change(canceled.manageUrl, { action: 'cancel' })
    const passed = await book('2026-12-02T16:00:00Z')
    await remindAt('2026-12-02T16:00:00Z')
    expect(await canceled.subjects()).toHaveLength(2)
    expect(await passed.subjects()).toHaveLength(1)
    world.setTime('2026-12-02T17:00:00Z')
    const late = await book('2026-12-03T15:00:00Z')
    await remindAt('2026-12-02T17:01:00Z')
    expect(await late.subjects()).toHaveLength(1)
  })

  test('remindOfMeetings reminds of the new time after a move', async () => {
    const { manageUrl, subjects } = await book('2026-12-02T18:00:00Z')
    await remindAt('2026-12-01T18:00:00Z')
    await world.change(manageUrl, { action: 'move', start: '2026-12-04T15:00:00Z' })
    await remindAt('2026-12-02T15:00:00Z')
    await remindAt('2026-12-03T15:00:00Z')
    expect((await subjects()).slice(1)).toEqual([
      'Reminder of your call: Wednesday, December 2, 1:00 PM ET',
      'Your call was moved: Friday, December 4, 10:00 AM ET',
      'Reminder of your call: Friday, December 4, 10:00 AM ET',
    ])
  })

  test('a meeting booked with consent is confirmed and reminded of by text, and a change cancels texts that wait', async () => {
    // 7 AM: too early for texts.
    const { manageUrl } = await book('2026-12-02T19:00:00Z', { textConsent: true, phone: '(910) 762-0155' })
    expect(await texts('+19107620155')).toEqual([
      {
        message: `Tidewright: your call is booked (Wednesday, December 2, 2:00 PM ET). Move or cancel: ${manageUrl} Reply STOP to opt out.`,
        status: 'scheduled',
        at_nine: true,
      },
    ])
    await world.change(manageUrl, { action: 'move', start: '2026-12-02T20:00:00Z' })
    expect((await texts('+19107620155')).map(({ status }) => String(status)).toSorted()).toEqual([
      'canceled',
      'scheduled',
    ])
    await remindAt('2026-12-01T20:00:00Z')
    expect((await texts('+19107620155')).at(-1)).toMatchObject({
      message: expect.stringContaining('a reminder of your call on Wednesday, December 2, 3:00 PM ET.'),
      status: 'queued',
    })
  })

  test('a meeting is not texted about after consent was withdrawn, nor more than three times a day', async () => {
    const { manageUrl } = await book('2026-12-08T15:00:00Z', { textConsent: true, phone: '(910) 762-0156' })
    for (const hour of [16, 17, 18])
      await world.change(manageUrl, { action: 'move', start: `2026-12-08T${hour}:00:00Z` })
    expect(await texts('+19107620156')).toHaveLength(3)
    await world.rows(
      `select private.record_consent('{"action": "revoke", "method": "keyword", "phone_e164": "+19107620156", "occurred_at": "${NOW}", "evidence": {}}', false)`,
    )
    await remindAt('2026-12-07T18:00:00Z')
    expect(await texts('+19107620156')).toHaveLength(3)
  })
})
