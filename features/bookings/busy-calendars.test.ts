import { Agent, buildConnector } from 'undici'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import {
  bytes,
  json,
  silence,
  startStubServer,
  type Answer,
  type StubServer,
} from '../../tests/support/stub-http-server.ts'
import { PrivateAddressError } from '../../server/public-agent.ts'
import { createBookingWorld, NOW, type BookingWorld } from './bookings.fixture.ts'
import { readCalendars } from './read-calendars.server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NINE = '2026-12-01T14:00:00.000Z'
const TEN = '2026-12-01T15:00:00.000Z'

/** A calendar with hours that are busy: "20261201T140000Z". */
const writeCalendar = (...starts: string[]) =>
  Buffer.from(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'X-WR-CALNAME:Ana',
      ...starts.flatMap((start, index) => [
        'BEGIN:VEVENT',
        `UID:${index}@x`,
        `DTSTART:${start}`,
        'DURATION:PT1H',
        'END:VEVENT',
      ]),
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )
const answerWith = (starts: string[], headers = {}) =>
  bytes(writeCalendar(...starts), 'text/calendar', headers)

const breakOff: Answer = (_request, response) => void response.destroy()

const connect = buildConnector({})
/** The test server is on loopback, which the default dispatcher refuses. This one refuses another private address. */
const agent = new Agent({
  connect: (options, callback) => {
    if (options.hostname === '10.0.0.1') callback(new PrivateAddressError(options.hostname), null)
    else connect(options, callback)
  },
})
const redirectTo =
  (location: string): Answer =>
  (_request, response) =>
    void response.writeHead(302, { location }).end()

describeBothDatabases('busy calendars', (open) => {
  let database: Database
  let world: BookingWorld
  let now = Date.parse(NOW)
  let server: StubServer

  beforeAll(async () => {
    database = await open()
    world = await createBookingWorld(database, { calendarDispatcher: agent })
    await world.rows('delete from public.busy_calendars')
    return world.close
  })
  beforeEach(async () => {
    now = Date.parse(NOW)
    world.setTime(NOW)
    server = await startStubServer(answerWith(['20261201T140000Z']))
  })
  afterEach(async () => {
    await server.close()
    await world.rows('delete from public.busy_calendars')
  })

  const later = (ms: number) => {
    now += ms
    world.setTime(new Date(now).toISOString())
  }
  const runJob = (signal = new AbortController().signal) =>
    readCalendars(
      {
        database,
        clock: () => new Date(now),
        config: { siteUrl: 'https://harbor.example' },
        calendarDispatcher: agent,
      },
      signal,
    )
  const manage = (body: object, person: 'manager' | 'admin' | 'client' = 'manager') =>
    world.call('busy-calendars', person, { ...body })
  const add = (path = '/own.ics', name = '') =>
    manage({ action: 'add', address: `${server.url}${path}`, name })
  const find = async () =>
    await world.as(
      'manager',
      'select id, name, problem, read_at, time_count from public.busy_calendars order by created_at, name',
    )
  const isFree = async (start: string) => (await world.slots()).some((slot) => slot.start === start)

  const explain = async (address: string) => {
    const response = await manage({ action: 'add', address })
    return [response.status, (await response.json()).error]
  }

  test('a time that is busy in a calendar cannot be booked, by a page that was open before either', async () => {
    expect(await isFree(NINE)).toBe(true)
    expect((await add()).status).toBe(200)
    expect(await find()).toMatchObject([{ name: 'Ana', problem: null, time_count: 1 }])
    expect([await isFree(NINE), await isFree(TEN)]).toEqual([false, true])
    const refused = await world.book({ start: NINE, email: 'ana@visitor.example' })
    expect(refused.status).toBe(409)
    expect((await refused.json()).slots).toContainEqual(expect.objectContaining({ start: TEN }))
  })

  test('the job reads again after ten minutes, and asks only whether anything changed', async () => {
    server.answer(
      answerWith(['20261201T140000Z'], { etag: '"1"', 'last-modified': 'Mon, 30 Nov 2026 00:00:00 GMT' }),
    )
    await add()
    await runJob()
    expect(server.received).toHaveLength(1)
    server.answer(json(304, {}))
    later(10 * MINUTE)
    await runJob()
    expect(server.received[1]?.headers).toMatchObject({
      'if-none-match': '"1"',
      'if-modified-since': 'Mon, 30 Nov 2026 00:00:00 GMT',
    })
    expect(await isFree(NINE)).toBe(false)
    expect(await find()).toMatchObject([
      { problem: null, read_at: new Date(now).toISOString().replace('.000Z', '+00:00') },
    ])

    server.answer(answerWith(['20261201T150000Z']))
    later(10 * MINUTE)
    await runJob()
    expect([await isFree(NINE), await isFree(TEN)]).toEqual([true, false])
  })

  test('a day after the last load the job asks for everything, because repetitions move on', async () => {
    server.answer(answerWith(['20261201T140000Z'], { etag: '"1"' }))
    await add()
    later(24 * HOUR)
    await runJob()
    expect(server.received[1]?.headers).not.toHaveProperty('if-none-match')
  })

  test.each<[string, Answer, RegExp]>([
    ['fails', json(500, {}), /error \(500\)/],
    ['is gone', json(404, {}), /no calendar at this address \(404\)/],
    ['is closed', json(403, {}), /does not let us read/],
    ['breaks off', breakOff, /could not be reached/],
    ['redirects for ever', redirectTo('/gone.ics'), /could not be reached/],
    ['redirects to a private address', redirectTo('http://10.0.0.1/'), /not on the public internet/],
    ['shows a page', bytes(Buffer.from('<html>'), 'text/html'), /something other than a calendar/],
    ['is too large', bytes(Buffer.alloc(5 * 1024 * 1024 + 1), 'text/calendar'), /larger than 5 MB/],
    ['claims that nothing changed without being asked', json(304, {}), /error \(304\)/],
  ])(
    'a calendar that %s keeps its last times and says so until it is well again',
    async (_, answer, words) => {
      await add()
      const [before] = await find()
      server.answer(answer)
      later(10 * MINUTE)
      await runJob()
      expect(await find()).toMatchObject([
        { problem: expect.stringMatching(words), read_at: before?.['read_at'] },
      ])
      expect(await isFree(NINE)).toBe(false)

      server.answer(answerWith([]))
      later(10 * MINUTE)
      await runJob()
      expect(await find()).toMatchObject([{ problem: null, time_count: 0 }])
      expect(await isFree(NINE)).toBe(true)
    },
  )

  test('a calendar that hangs is given up after ten seconds and does not delay the others', async () => {
    await add('/hangs.ics', 'A')
    await add('/works.ics', 'B')
    server.answer((request, response) => {
      if (request.path === '/hangs.ics') silence(request, response)
      else answerWith(['20261201T150000Z'])(request, response)
    })
    later(10 * MINUTE)
    const done = runJob()
    await expect.poll(() => isFree(TEN)).toBe(false)
    await done
    expect(await find()).toMatchObject([
      { problem: 'The server did not answer within 10 seconds.' },
      { problem: null },
    ])
    expect(await isFree(NINE)).toBe(false)
  })

  test('free times and bookings are answered while every calendar is still being read', async () => {
    await add('/a.ics')
    await add('/b.ics')
    server.answer(silence)
    later(10 * MINUTE)
    const stopping = new AbortController()
    let read = false
    const reading = runJob(stopping.signal).finally(() => (read = true))
    await expect.poll(() => server.received.length).toBe(4)
    expect([await isFree(NINE), await isFree(TEN)]).toEqual([false, true])
    const booked = await world.book({ start: TEN, email: 'ben@visitor.example' })
    const { id } = await booked.json()
    expect([booked.status, await isFree(TEN), read]).toEqual([200, false, false])
    stopping.abort()
    await reading
    await world.rows('delete from public.meetings where id = $1', id)
  })

  test('several copies at once ask for each calendar once, and a stopped one changes nothing', async () => {
    for (const name of ['a', 'b', 'c']) await add(`/${name}.ics`)
    later(10 * MINUTE)
    await Promise.all([runJob(), runJob(), runJob()])
    expect(
      server.received
        .slice(3)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(['/a.ics', '/b.ics', '/c.ics'])
    server.answer(json(500, {}))
    later(10 * MINUTE)
    await runJob(AbortSignal.abort())
    expect((await find()).map(({ problem }) => problem)).toEqual([null, null, null])
  })

  test('a clock that was put back does not stop the reading', async () => {
    later(10 * 24 * HOUR)
    await add()
    later(-10 * 24 * HOUR)
    await runJob()
    expect(server.received).toHaveLength(2)
  })

  test('busy-calendars explains the problem with an address and stores nothing', async () => {
    expect(await explain('ana')).toEqual([400, 'This is not an address of the web, such as https://…'])
    expect(await explain('file:///etc/passwd')).toEqual([
      400,
      expect.stringContaining('not an address of the web'),
    ])
    server.answer(bytes(Buffer.from('<html>'), 'text/html'))
    expect(await explain(server.url)).toEqual([
      400,
      expect.stringContaining('something other than a calendar'),
    ])
    expect(await find()).toEqual([])
    server.answer(answerWith([]))
    expect((await add()).status).toBe(200)
    expect(await explain(`${server.url}/own.ics`)).toEqual([409, 'This calendar is in the list already.'])
  })

  test('busy-calendars refuses clients and more than 50 calendars', async () => {
    expect((await manage({ action: 'add', address: server.url }, 'client')).status).toBe(403)
    await world.rows(
      `with calendars as (insert into public.busy_calendars (owner_id, name, asked_at)
         select id, 'One', now() from public.profiles, generate_series(1, 50) where role = 'manager' and email like 'manager%' returning id)
       insert into private.busy_sources (calendar_id, address) select id, 'https://x.example/' || id from calendars`,
    )
    const refused = await add()
    expect([refused.status, (await refused.json()).error]).toEqual([
      409,
      'There are 50 calendars already. Remove one first.',
    ])
  })

  test('"read again" reads at once, and a removed calendar frees its times', async () => {
    await add()
    const [{ id } = {}] = await find()
    server.answer(answerWith(['20261201T150000Z']))
    later(MINUTE)
    expect((await manage({ action: 'read', id }, 'admin')).status).toBe(200)
    expect([await isFree(NINE), await isFree(TEN)]).toEqual([true, false])
    await world.as('manager', 'delete from public.busy_calendars where id = $1', id)
    expect(await isFree(TEN)).toBe(true)
    expect(await world.rows('select calendar_id from private.busy_sources')).toEqual([])
  })

  test('the calendars of a person who leaves the staff are deleted', async () => {
    await add()
    await database.transaction((tx) =>
      tx.query(`update public.profiles set role = 'client' where email like 'manager%'`),
    )
    expect(await world.rows('select id from public.busy_calendars')).toEqual([])
    await database.transaction((tx) =>
      tx.query(`update public.profiles set role = 'manager' where email like 'manager%'`),
    )
  })
})

describeBothDatabases('busy calendars without a test server', (open) => {
  test.each([
    'http://127.0.0.1/x.ics',
    'https://[::1]/x.ics',
    'webcal://10.0.0.1/x.ics',
    'http://169.254.169.254/',
  ])('busy-calendars refuses the private address %s', async (address) => {
    const world = await createBookingWorld(await open())
    const response = await world.call('busy-calendars', 'manager', { action: 'add', address })
    expect([response.status, (await response.json()).error]).toEqual([
      400,
      'The address is not on the public internet.',
    ])
    await world.close()
  })
})
