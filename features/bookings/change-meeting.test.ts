import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import {
  createBookingWorld,
  NOW,
  readInvitation,
  readWithNodeIcal,
  type BookingWorld,
} from './bookings.fixture.ts'

const LEADS = 'hello@tidewright.example'

/** One calendar with the events of several. */
function joinEvents(calendars: readonly string[]): string {
  const events = calendars.map((text) => text.match(/BEGIN:VEVENT.*END:VEVENT\r\n/s)?.[0] ?? '')
  return ['BEGIN:VCALENDAR\r\nVERSION:2.0\r\n', ...events, 'END:VCALENDAR\r\n'].join('')
}

/** "14:00:00.000Z" for each slot. */
const readTimes = (slots: { start: string }[]) => slots.map(({ start }) => start.slice(11))

describeBothDatabases('change-meeting', (open) => {
  let world: BookingWorld
  beforeAll(async () => {
    world = await createBookingWorld(await open())
    return world.close
  })

  const send = (body: unknown) => world.call('change-meeting', 'nobody', body)
  const starts = async () => (await world.slots()).map(({ start }) => start)

  async function book(start: string, fields: { message?: string } = {}) {
    const email = `${randomUUID()}@example.com`
    const { id, manageUrl } = await (await world.book({ start, email, ...fields })).json()
    const token = new URL(manageUrl).pathname.split('/').at(-1) ?? ''
    const findMeeting = async () => (await world.rows('select * from public.meetings where id = $1', id))[0]
    const notices = () =>
      world.rows(
        `select distinct title from public.notifications where contact_id = (select contact_id from public.meetings where id = $1) order by 1`,
        id,
      )
    return { id, email, manageUrl, token, findMeeting, notices }
  }

  test('change-meeting cancels once, frees the time and sends a cancellation with the same UID', async () => {
    const start = '2026-12-01T14:00:00.000Z'
    const { id, email, manageUrl, findMeeting, notices } = await book(start)
    const [first, second] = await Promise.all([
      world.change(manageUrl, { action: 'cancel' }),
      world.change(manageUrl, { action: 'cancel' }),
    ])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(await first.json()).toMatchObject({ success: true, id, status: 'canceled' })
    expect(await findMeeting()).toMatchObject({ status: 'canceled', sequence: 1 })
    expect(await starts()).toContain(start)
    const [invited, canceled, ...others] = await world.mailsTo(email)
    expect(others).toEqual([])
    const { uid } = readInvitation(invited ?? {})
    expect(readInvitation(canceled ?? {})).toMatchObject({
      uid,
      method: 'CANCEL',
      sequence: 1,
      status: 'CANCELLED',
      start,
    })
    expect(canceled?.subject).toBe('Your call was canceled: Tuesday, December 1, 9:00 AM ET')
    expect(await notices()).toEqual([{ title: 'Meeting canceled' }, { title: 'New meeting' }])
    expect((await world.book({ start, email: 'next@example.com' })).status).toBe(200)
    const moved = await world.change(manageUrl, { action: 'move', start: '2026-12-01T19:00:00Z' })
    expect([moved.status, await moved.json()]).toEqual([
      409,
      { error: 'This meeting was canceled. Please book a new one.' },
    ])
  })

  test('change-meeting moves to a free time, frees the old one and sends an update', async () => {
    const [start, later] = ['2026-12-02T14:00:00.000Z', '2026-12-02T18:00:00.000Z']
    const { email, manageUrl, findMeeting, notices } = await book(start)
    const move = () => world.change(manageUrl, { action: 'move', start: later })
    expect(await (await move()).json()).toMatchObject({
      success: true,
      start: later,
      end: '2026-12-02T18:30:00.000Z',
      status: 'booked',
    })
    expect((await move()).status).toBe(200)
    expect(await findMeeting()).toMatchObject({ sequence: 1, status: 'booked' })
    expect(await starts()).toContain(start)
    expect(await starts()).not.toContain(later)
    const [invited, updated, ...others] = await world.mailsTo(email)
    expect(others).toEqual([])
    const { uid } = readInvitation(invited ?? {})
    expect(readInvitation(updated ?? {})).toMatchObject({ uid, method: 'REQUEST', sequence: 1, start: later })
    expect(await notices()).toEqual([{ title: 'Meeting moved' }, { title: 'New meeting' }])
  })

  test('change-meeting keeps or changes how to meet, and refuses a way without a room or a number', async () => {
    const [start, later] = ['2026-12-03T18:00:00.000Z', '2026-12-03T19:00:00.000Z']
    const { id, manageUrl, token, findMeeting } = await book(start)
    const move = (at: string, medium: string) =>
      world.change(manageUrl, { action: 'move', start: at, medium })
    const shown = async () => (await world.get(`/functions/v1/show-meeting?token=${token}`)).json()
    expect(await shown()).toMatchObject({ media: ['phone'] })
    expect((await move(later, 'video')).status).toBe(409)
    expect(await findMeeting()).toMatchObject({ medium: 'phone', sequence: 0 })
    await world.rows(
      `update public.meetings set medium = 'video', room = 'https://meet.example/us' where id = $1 returning id`,
      id,
    )
    expect(await shown()).toMatchObject({ media: ['video', 'phone'] })
    expect(await (await move(later, 'video')).json()).toMatchObject({ room: 'https://meet.example/us' })
    expect(await (await move(later, 'phone')).json()).toMatchObject({
      start: later,
      medium: 'phone',
      room: null,
    })
    expect(await findMeeting()).toMatchObject({ medium: 'phone', room: null, sequence: 2 })
    await world.rows(
      `update public.meetings set medium = 'video', room = 'https://meet.example/us', phone = null where id = $1 returning id`,
      id,
    )
    expect(await shown()).toMatchObject({ media: ['video'] })
    expect((await move(start, 'phone')).status).toBe(409)
  })

  test('two calendar programs read an invitation, its update and its cancellation as one event', async () => {
    const [start, later] = ['2026-12-11T14:00:00.000Z', '2026-12-11T18:30:00.000Z']
    const { id, email, manageUrl } = await book(start, { message: 'A; B, "C"\nand D' })
    expect((await world.change(manageUrl, { action: 'move', start: later })).status).toBe(200)
    expect((await world.change(manageUrl, { action: 'cancel' })).status).toBe(200)
    const staffMails = (await world.mailsTo(LEADS)).filter((mail) => readInvitation(mail).uid.startsWith(id))
    for (const [mails, methods] of [
      [await world.mailsTo(email), ['REQUEST', 'REQUEST', 'CANCEL']],
      [staffMails, ['PUBLISH', 'PUBLISH', 'CANCEL']],
    ] as const) {
      const states = mails.map(({ invitation }) => invitation?.calendar ?? '')
      const read = states.map(readWithNodeIcal)
      expect(read).toMatchObject([
        { method: methods[0], sequence: 0, start, status: 'CONFIRMED' },
        { method: methods[1], sequence: 1, start: later, status: 'CONFIRMED' },
        { method: methods[2], sequence: 2, start: later, status: 'CANCELLED' },
      ])
      expect(mails.map(readInvitation)).toMatchObject(read)
      expect(readWithNodeIcal(joinEvents(states))).toEqual({ ...read[2], method: undefined })
    }
    expect(readInvitation(staffMails[0] ?? {}).description).toContain('A; B, "C"\nand D')
  })

  test('change-meeting answers 409 with free times if the new time is taken, and the meeting stays', async () => {
    const [mine, taken] = ['2026-12-03T14:00:00.000Z', '2026-12-03T15:00:00.000Z']
    const { manageUrl, findMeeting } = await book(mine)
    await book(taken)
    const response = await world.change(manageUrl, { action: 'move', start: taken })
    expect(response.status).toBe(409)
    const { error, slots } = await response.json()
    expect(error).toContain('Your meeting stays where it was.')
    expect(slots.map((slot: { start: string }) => slot.start)).not.toContain(taken)
    expect(new Date(String((await findMeeting())?.['starts_at'])).toISOString()).toBe(mine)
  })

  test('meeting-slots offers a meeting its own time and those of its day when the daily limit is reached', async () => {
    const [mine, other] = ['2026-12-14T15:00:00.000Z', '2026-12-14T16:00:00.000Z']
    const { id, token, manageUrl } = await book(mine)
    await book(other)
    await world.as('admin', 'update public.booking_rules set daily_limit = 2')
    const day = '?from=2026-12-14&days=1'
    const all = await world.slots('?from=2026-12-15&days=1')
    expect(await world.slots(day)).toEqual([])
    const visitors = await world.slots(`${day}&token=${token}`)
    expect(readTimes(visitors)).toEqual(readTimes(all).filter((time) => time !== other.slice(11)))
    expect(readTimes(visitors)).toContain(mine.slice(11))
    const asked = `/functions/v1/slots-for-move${day}&id=${id}`
    expect((await (await world.getAs('manager', asked)).json()).slots).toEqual(visitors)
    const refused = [await world.get(asked), await world.getAs('client', asked)]
    expect(refused.map(({ status }) => status)).toEqual([401, 403])
    expect((await world.getAs('manager', `/functions/v1/slots-for-move${day}`)).status).toBe(400)
    expect((await world.get(`/functions/v1/meeting-slots${day}&token=x`)).status).toBe(404)
    const moved = await world.change(manageUrl, { action: 'move', start: '2026-12-14T20:00:00.000Z' })
    expect(moved.status).toBe(200)
    const full = await world.change(manageUrl, { action: 'move', start: other })
    expect(full.status).toBe(409)
    expect(readTimes((await full.json()).slots)).toContain(mine.slice(11))
    await world.as('admin', 'update public.booking_rules set daily_limit = null')
  })

  test('change-meeting lets exactly one of two concurrent moves have a time', async () => {
    const meetings = [await book('2026-12-04T14:00:00Z'), await book('2026-12-04T15:00:00Z')]
    const move = { action: 'move', start: '2026-12-04T18:00:00Z' }
    const statuses = await Promise.all(
      meetings.map(async ({ manageUrl }) => (await world.change(manageUrl, move)).status),
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('change-meeting refuses changes less than an hour before', async () => {
    const start = '2026-12-07T15:00:00.000Z'
    const { manageUrl, findMeeting } = await book(start)
    world.setTime('2026-12-07T14:00:01Z')
    const response = await world.change(manageUrl, { action: 'cancel' })
    expect([response.status, await response.json()]).toEqual([
      409,
      { error: 'A meeting can be moved or canceled until 1 hour before. Please call us at (910) 555-0142.' },
    ])
    expect(await findMeeting()).toMatchObject({ status: 'booked' })
    world.setTime('2026-12-07T14:00:00Z')
    expect((await world.change(manageUrl, { action: 'cancel' })).status).toBe(200)
    world.setTime(NOW)
  })

  test('change-meeting answers 404 to a link it did not sign and 400 to an unknown change', async () => {
    const { token, findMeeting } = await book('2026-12-08T15:00:00Z')
    const forged = Buffer.from(token, 'hex')
    forged.writeUInt8(forged.readUInt8(20) ^ 1, 20)
    const wrong = ['', 'x', token.slice(0, -4), forged.toString('hex'), randomUUID()]
    for (const other of wrong) expect((await send({ token: other, action: 'cancel' })).status).toBe(404)
    for (const body of [
      { token },
      { token, action: 'hold' },
      { token, action: 'move' },
      { action: 'cancel' },
    ])
      expect((await send(body)).status).toBe(400)
    expect(await findMeeting()).toMatchObject({ status: 'booked', sequence: 0 })
  })

  test('change-meeting and its mails are limited per meeting', async () => {
    const { email, manageUrl } = await book('2026-12-09T14:00:00Z')
    const times = (await world.slots('?from=2026-12-09&days=1')).slice(0, 11)
    const statuses: number[] = []
    for (const { start } of times)
      statuses.push((await world.change(manageUrl, { action: 'move', start })).status)
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
    expect(await world.mailsTo(email)).toHaveLength(6)
  })

  test('show-meeting shows a meeting and its calendar entry without changing it', async () => {
    const start = '2026-12-10T15:00:00.000Z'
    const { id, email, token, findMeeting } = await book(start)
    const before = await findMeeting()
    const shown = await world.get(`/functions/v1/show-meeting?token=${token}`)
    expect(await shown.json()).toMatchObject({
      id,
      start,
      medium: 'phone',
      room: null,
      email,
      status: 'booked',
      changeable: true,
    })
    const file = await world.get(`/functions/v1/show-meeting?token=${token}&calendar=1`)
    expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8; method=REQUEST')
    expect(readInvitation({ invitation: { method: 'request', calendar: await file.text() } })).toMatchObject({
      start,
      sequence: 0,
    })
    expect((await world.get(`/functions/v1/change-meeting?token=${token}&action=cancel`)).status).toBe(405)
    expect(await findMeeting()).toEqual(before)
    expect((await world.get('/functions/v1/show-meeting?token=x')).status).toBe(404)
  })
})
