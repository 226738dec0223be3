import ICAL from 'ical.js'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { people } from '../../tests/policies/policy-fixtures.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createBookingWorld, NOW, type BookingWorld } from './bookings.fixture.ts'

/** In place of the owner: the contact is deleted. */
const DELETED = 'deleted'

describeBothDatabases('calendar-feed', (open) => {
  let database: Database
  let world: BookingWorld
  beforeAll(async () => {
    database = await open()
    world = await createBookingWorld(database)
    return world.close
  })

  const manage = async (action: string, person: 'manager' | 'admin' = 'manager') =>
    (await world.call('calendar-feed', person, { action })).json()
  const create = async (person: 'manager' | 'admin' = 'manager'): Promise<string> =>
    String((await manage('create', person)).address)
  const readFeed = (address: string) => world.get(address.slice(address.indexOf('/functions/')))

  /** The names of the meetings in a feed, read by another program than the one that wrote it. */
  async function listNames(address: string): Promise<string[]> {
    const calendar = new ICAL.Component(ICAL.parse(await (await readFeed(address)).text()))
    return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event).summary)
  }

  async function addMeeting(name: string, start: string, ownerId: string | null, status = 'booked') {
    const contact =
      ownerId === DELETED
        ? null
        : (
            await world.rows(
              `insert into public.crm_contacts (first_name, email, owner_id) values ($1, $2, $3) returning id`,
              name,
              `${randomUUID()}@x.example`,
              ownerId,
            )
          )[0]?.['id']
    await world.rows(
      `insert into public.meetings (contact_id, starts_at, ends_at, blocked_until, medium, name, email, phone, status, canceled_at)
       values ($1, $2, $2::timestamptz + interval '30 minutes', $2::timestamptz + interval '30 minutes', 'phone', $3,
         'a@b.example', '1', $4, case $4 when 'canceled' then now() end)`,
      contact,
      start,
      name,
      status,
    )
  }

  test('calendar-feed lists the meetings with contacts of the colleague and with contacts without an owner', async () => {
    await addMeeting('Mine', '2026-12-01T15:00:00Z', people.manager)
    await addMeeting('Nobody', '2026-12-01T16:00:00Z', null)
    await addMeeting('Deleted', '2026-12-01T17:00:00Z', DELETED)
    await addMeeting('Colleague', '2026-12-01T18:00:00Z', people.admin)
    await addMeeting('Canceled', '2026-12-01T19:00:00Z', people.manager, 'canceled')
    await addMeeting('Recent', '2026-11-02T15:00:00Z', people.manager, 'held')
    await addMeeting('Old', '2026-10-30T15:00:00Z', people.manager, 'held')
    const address = await create()
    expect(address).toMatch(/^https?:\/\/[^/]+\/functions\/v1\/calendar-feed\?key=[\w-]{43}$/)
    const response = await readFeed(address)
    expect([
      response.status,
      response.headers.get('Content-Type'),
      response.headers.get('Cache-Control'),
    ]).toEqual([200, 'text/calendar; charset=utf-8', 'no-store'])
    expect(await listNames(address)).toEqual([
      'Call with Recent',
      'Call with Mine',
      'Call with Nobody',
      'Call with Deleted',
    ])
    expect(await listNames(await create('admin'))).toContain('Call with Colleague')
  })

  test('a new address ends the old one, and removing ends all', async () => {
    const first = await create()
    const second = await create()
    expect((await readFeed(first)).status).toBe(404)
    expect(await manage('find')).toEqual({ feed: { createdAt: new Date(NOW).toISOString(), readAt: null } })
    expect((await readFeed(second)).status).toBe(200)
    expect((await manage('find')).feed.readAt).toBe(new Date(NOW).toISOString())
    expect(await manage('remove')).toEqual({ feed: null })
    const gone = await readFeed(second)
    expect([gone.status, (await gone.json()).error]).toEqual([404, expect.stringContaining('Make a new one')])
  })

  test('calendar-feed stores no key, and clients cannot read its table', async () => {
    const key = (await create()).split('=').at(-1) ?? ''
    const [row] = await world.rows('select to_jsonb(feed)::text as row from private.calendar_feeds as feed')
    expect(row?.['row']).not.toContain(key)
    await expect(world.as('manager', 'select from private.calendar_feeds')).rejects.toThrow(
      /permission denied/,
    )
    await expect(
      world.as('manager', 'select private.find_calendar_feed($1, now())', Buffer.alloc(32)),
    ).rejects.toThrow(/permission denied/)
  })

  test('calendar-feed ends with the role and with a disabled account', async () => {
    const address = await create()
    expect((await readFeed(address)).status).toBe(200)
    await asService(database, async (tx) => {
      await tx.query('set local role none')
      await tx.query(`update auth.users set banned_until = '2030-01-01' where id = $1`, [people.manager])
    })
    expect((await readFeed(address)).status).toBe(404)
    await asService(database, async (tx) => {
      await tx.query('set local role none')
      await tx.query('update auth.users set banned_until = null where id = $1', [people.manager])
    })
    expect((await readFeed(address)).status).toBe(200)
    await world.rows(`update public.profiles set role = 'client' where id = $1`, people.manager)
    expect((await readFeed(address)).status).toBe(404)
    await world.rows(`update public.profiles set role = 'manager' where id = $1`, people.manager)
    expect((await readFeed(address)).status).toBe(404)
  })

  test('calendar-feed is read 60 times an hour', async () => {
    const address = await create()
    const statuses: number[] = []
    for (let time = 0; time < 70 && !statuses.includes(429); time += 1)
      statuses.push((await readFeed(address)).status)
    expect(statuses.length).toBeLessThanOrEqual(61)
    expect((await readFeed(address)).headers.get('Retry-After')).toMatch(/^[1-9]\d*$/)
  })

  describe('others', () => {
    test('calendar-feed refuses visitors and clients', async () => {
      const statuses = []
      for (const person of ['nobody', 'visitor', 'client', 'newcomer', 'unproved'] as const)
        statuses.push((await world.call('calendar-feed', person, { action: 'create' })).status)
      expect(statuses).toEqual([401, 403, 403, 403, 403])
    })

    test.each([
      '',
      '?key=',
      `?key=${'a'.repeat(43)}`,
      `?key=${'x'.repeat(5000)}`,
      '?key=a&key=b',
      '?key=%00',
    ])('calendar-feed answers 404 to the address %#', async (query) => {
      expect((await world.get(`/functions/v1/calendar-feed${query}`)).status).toBe(404)
    })
  })
})
