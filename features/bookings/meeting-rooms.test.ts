import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { people } from '../../tests/policies/policy-fixtures.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createBookingWorld, NOW, readInvitation, type BookingWorld } from './bookings.fixture.ts'
import { parseRoom } from './parse-room.ts'
import { remindOfMeetings } from './remind-of-meetings.server.ts'
import { updateRooms } from './update-rooms.server.ts'

const [ONE, TWO, DEFAULT] = [
  'https://meet.example/one',
  'https://meet.example/two',
  'https://meet.example/us',
]
const START = '2026-12-02T15:00:00.000Z'
const LATER = '2026-12-02T18:00:00.000Z'

/** What is typed, and what is stored; null for what is refused. */
const addresses = [
  ['https://meet.example/one', 'https://meet.example/one'],
  ['  Meet.Example/One?pwd=a%20b#x ', 'https://meet.example/One?pwd=a%20b#x'],
  ['https://meet.example:8443/ä b"c', 'https://meet.example:8443/%C3%A4%20b%22c'],
  ['https://müller.example', 'https://xn--mller-kva.example/'],
  ['http://meet.example/one', null],
  ['javascript:alert(1)', null],
  ['mailto:us@meet.example', null],
  ['https://us:secret@meet.example/one', null],
  ['https://localhost/one', null],
  ['my room', null],
  [`https://meet.example/${'x'.repeat(1980)}`, null],
] as const

describeBothDatabases('rooms for meetings by video', (open) => {
  let database: Database
  let world: BookingWorld
  beforeAll(async () => {
    database = await open()
    world = await createBookingWorld(database)
    return world.close
  })
  beforeEach(() => world.setTime(NOW))
  afterEach(async () => {
    await world.rows('update public.profiles set meeting_room = null')
    await world.rows('delete from public.meetings')
  })

  const needs = (time: string) => ({
    database,
    clock: () => new Date(time),
    secrets: { jwtSecret: 'only-for-tests-'.repeat(3) },
    config: { siteUrl: 'http://site.test', mail: { leadsTo: undefined } },
  })
  const setRoom = (person: 'manager' | 'admin', room: string | null) =>
    world.as(person, 'update public.profiles set meeting_room = $1 where id = auth.uid()', room)
  const media = async () => (await (await world.get('/functions/v1/meeting-slots')).json()).media
  const findRoom = async (contact: string | null, fallback: string | null) =>
    (await world.rows('select private.find_meeting_room($1, $2) as room', contact, fallback))[0]?.['room']
  const giveTo = (person: 'manager' | 'admin', { contactId }: { contactId: unknown }) =>
    world.rows('update public.crm_contacts set owner_id = $1 where id = $2', people[person], contactId)

  async function book(fields: Record<string, unknown> = {}) {
    const email = `${randomUUID()}@example.com`
    const response = await world.book({ start: START, email, medium: 'video', ...fields })
    const { id, manageUrl } = await response.json()
    const [meeting] = await world.rows('select contact_id from public.meetings where id = $1', id)
    const token = new URL(manageUrl).pathname.split('/').at(-1)
    const shown = async () => (await world.get(`/functions/v1/show-meeting?token=${token}`)).json()
    return { id, email, manageUrl, shown, contactId: meeting?.['contact_id'] }
  }

  test('a meeting takes place in the room of the owner, else in the default one, else in that of the first colleague', async () => {
    const { contactId } = await book({ medium: 'phone' })
    await giveTo('admin', { contactId })
    const contact = String(contactId)
    expect([await findRoom(contact, null), await findRoom(contact, DEFAULT)]).toEqual([null, DEFAULT])
    await setRoom('manager', ONE)
    expect([await findRoom(contact, null), await findRoom(contact, DEFAULT)]).toEqual([ONE, DEFAULT])
    await setRoom('admin', TWO)
    expect([await findRoom(contact, null), await findRoom(contact, DEFAULT)]).toEqual([TWO, TWO])
    expect([await findRoom(null, null), await findRoom(null, DEFAULT)]).toEqual([ONE, DEFAULT])
  })

  test('video is offered only while an active colleague has a room, and cached pages are dropped when that changes', async () => {
    const told: string[] = []
    const stop = await database.listen('pages_changed', () => told.push('changed'))
    expect(await media()).toEqual(['phone'])
    const refused = await world.book({ start: START, email: 'early@example.com', medium: 'video' })
    expect([refused.status, (await refused.json()).error]).toEqual([
      400,
      'We meet by phone only. Please choose phone.',
    ])
    await setRoom('manager', ONE)
    expect(await media()).toEqual(['video', 'phone'])
    await expect.poll(() => told).toHaveLength(1)
    const ban = (until: string | null) =>
      database.asOwner((tx) =>
        tx.query('update auth.users set banned_until = $1 where id = $2', [until, people.manager]),
      )
    await ban('2099-01-01')
    expect(await media()).toEqual(['phone'])
    await expect.poll(() => told).toHaveLength(2)
    await ban(null)
    expect(await media()).toEqual(['video', 'phone'])
    await setRoom('manager', null)
    expect(await media()).toEqual(['phone'])
    await expect.poll(() => told).toHaveLength(4)
    await stop()
  })

  test('a client has no room, and staff who leave lose theirs', async () => {
    await expect(
      world.as('client', 'update public.profiles set meeting_room = $1 where id = auth.uid()', ONE),
    ).rejects.toMatchObject({ sqlState: '23514' })
    await setRoom('manager', ONE)
    const setRole = (role: string) =>
      world.rows(
        'update public.profiles set role = $1 where id = $2 returning meeting_room',
        role,
        people.manager,
      )
    expect(await setRole('client')).toEqual([{ meeting_room: null }])
    await setRole('manager')
  })

  test('invitation, mails, page, list and feed name the room of a meeting by video', async () => {
    await setRoom('admin', TWO)
    const { id, email, shown } = await book()
    expect(await shown()).toMatchObject({ medium: 'video', room: TWO, media: ['video', 'phone'] })
    const [mail] = await world.mailsTo(email)
    expect(mail?.text).toContain(TWO)
    expect(mail?.html).toContain(`<a href="${TWO}">`)
    expect(mail?.invitation?.calendar).toContain(`LOCATION:${TWO}\r\n`)
    const staffMail = (await world.mailsTo('hello@tidewright.example')).at(-1)
    expect(staffMail?.text).toContain(`How: video, ${TWO}`)
    expect(staffMail?.invitation?.calendar).toContain(`URL;VALUE=URI:${TWO}\r\n`)
    expect(await world.as('manager', 'select room from public.meetings where id = $1', id)).toEqual([
      { room: TWO },
    ])
    await remindOfMeetings(needs('2026-12-01T15:00:00Z'))
    expect((await world.mailsTo(email)).at(-1)).toMatchObject({
      subject: expect.stringContaining('Reminder of your call'),
      text: expect.stringContaining(TWO),
    })
  })

  test('staff book by video into the room of the contact’s owner', async () => {
    await setRoom('manager', ONE)
    await setRoom('admin', TWO)
    const { contactId } = await book({ medium: 'phone' })
    await giveTo('admin', { contactId })
    const response = await world.call('book-for-contact', 'manager', {
      contactId,
      start: LATER,
      medium: 'video',
    })
    const { id } = await response.json()
    expect(await world.rows('select room from public.meetings where id = $1', id)).toEqual([{ room: TWO }])
  })

  test('a moved meeting goes to the room of its host at that time, also from phone to video', async () => {
    await setRoom('manager', ONE)
    const { contactId, manageUrl, shown } = await book({ medium: 'phone' })
    const move = (start: string, medium: string) => world.change(manageUrl, { action: 'move', start, medium })
    expect((await move(LATER, 'video')).status).toBe(200)
    expect(await shown()).toMatchObject({ start: LATER, room: ONE })
    await setRoom('admin', TWO)
    await giveTo('admin', { contactId })
    expect((await move(START, 'video')).status).toBe(200)
    expect(await shown()).toMatchObject({ start: START, room: TWO })
    await world.rows('update public.profiles set meeting_room = null')
    expect((await move(LATER, 'video')).status).toBe(200)
    expect(await shown()).toMatchObject({ start: LATER, room: TWO, media: ['video', 'phone'] })
    expect((await move(START, 'phone')).status).toBe(200)
    expect(await shown()).toMatchObject({ room: null, media: ['phone'] })
    expect((await move(START, 'video')).status).toBe(409)
  })

  test('updateRooms sends a new invitation once if the host or the address of the room changes', async () => {
    await setRoom('manager', ONE)
    const { contactId, email, shown } = await book()
    await updateRooms(needs(NOW))
    expect(await world.mailsTo(email)).toHaveLength(1)
    await setRoom('admin', TWO)
    await giveTo('admin', { contactId })
    await Promise.all([updateRooms(needs(NOW)), updateRooms(needs(NOW))])
    expect(await shown()).toMatchObject({ room: TWO })
    await setRoom('admin', `${TWO}/b`)
    await updateRooms(needs(NOW))
    await world.rows('update public.profiles set meeting_room = null')
    await updateRooms(needs(NOW))
    expect(await shown()).toMatchObject({ room: `${TWO}/b` })
    const mails = await world.mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your call is booked: Wednesday, December 2, 10:00 AM ET',
      'New link for your call: Wednesday, December 2, 10:00 AM ET',
      'New link for your call: Wednesday, December 2, 10:00 AM ET',
    ])
    expect(mails[2]?.text).toContain(`${TWO}/b`)
    const [first, second, third] = mails.map(readInvitation)
    expect([second, third]).toMatchObject(
      [1, 2].map((sequence) => ({ ...first, sequence, description: expect.anything() })),
    )
    expect(mails[2]?.invitation?.calendar).toContain(`LOCATION:${TWO}/b\r\n`)
  })

  test('updateRooms leaves meetings alone that began or were canceled', async () => {
    await setRoom('manager', ONE)
    const { email } = await book()
    const canceled = await book({ start: LATER })
    await world.change(canceled.manageUrl, { action: 'cancel' })
    await setRoom('manager', TWO)
    await updateRooms(needs(START))
    expect(
      [await world.mailsTo(email), await world.mailsTo(canceled.email)].map((mails) => mails.length),
    ).toEqual([1, 2])
  })

  test.each(addresses)('the address %j of a room is stored as %j', async (typed, stored) => {
    expect(parseRoom(typed)).toBe(stored)
    const code = await setRoom('manager', stored ?? typed).then(
      () => null,
      ({ sqlState }) => sqlState,
    )
    expect(code).toBe(stored === null ? '23514' : null)
  })
})
