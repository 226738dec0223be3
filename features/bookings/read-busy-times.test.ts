import { describe, expect, test } from 'vitest'
import { parseCalendar } from './calendar-parser.server.ts'
import { CalendarError, readBusyTimes, type CalendarQuestion } from './read-busy-times.server.ts'

const question: CalendarQuestion = {
  window: { start: Date.parse('2026-02-01T00:00:00Z'), end: Date.parse('2027-02-01T00:00:00Z') },
  timeZone: 'America/New_York',
  ownHost: 'harbor.example',
}

let uid = 0
const event = (...lines: string[]) =>
  [
    'BEGIN:VEVENT',
    ...(lines.some((line) => line.startsWith('UID:')) ? [] : [`UID:${++uid}@x`]),
    ...lines,
    'END:VEVENT',
  ].join('\r\n')
const calendar = (...parts: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...parts, 'END:VCALENDAR', ''].join('\r\n')

const read = (...parts: string[]) => readBusyTimes(calendar(...parts), question)
/** "2026-11-02T14:00/2026-11-02T15:00", in UTC. */
const times = (...parts: string[]) =>
  read(...parts).times.map(({ start, end }) =>
    [start, end].map((moment) => new Date(moment).toISOString().slice(0, 16)).join('/'),
  )

/** New York in the years to come, as Outlook describes it. */
const describeZone = (id: string) =>
  [
    'BEGIN:VTIMEZONE',
    `TZID:${id}`,
    'BEGIN:STANDARD',
    'DTSTART:16011104T020000',
    'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11',
    'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0500',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010311T020000',
    'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3',
    'TZOFFSETFROM:-0500',
    'TZOFFSETTO:-0400',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ].join('\r\n')

/** Six zones: two north, one south, one with a change of half an hour, one without changes, one with a quarter. */
const zones = [
  'America/New_York',
  'Europe/Berlin',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Pacific/Chatham',
]

describe('the busy times of a calendar', () => {
  test('an event in UTC, in a zone and without a zone keeps its time', () => {
    expect(
      times(
        event('DTSTART:20261102T140000Z', 'DTEND:20261102T150000Z'),
        event('DTSTART;TZID=Europe/Berlin:20261103T090000', 'DURATION:PT45M'),
        event('DTSTART:20261104T090000', 'DTEND:20261104T093000'),
      ),
    ).toEqual([
      '2026-11-02T14:00/2026-11-02T15:00',
      '2026-11-03T08:00/2026-11-03T08:45',
      '2026-11-04T14:00/2026-11-04T14:30',
    ])
  })

  test('a day without a time is a day of the business, on days when clocks change, too', () => {
    expect(
      times(
        event('DTSTART;VALUE=DATE:20260308', 'DTEND;VALUE=DATE:20260309'),
        event('DTSTART;VALUE=DATE:20261101'),
        event('DTSTART;VALUE=DATE:20261224', 'DURATION:P3D'),
      ),
    ).toEqual([
      '2026-03-08T05:00/2026-03-09T04:00',
      '2026-11-01T04:00/2026-11-02T05:00',
      '2026-12-24T05:00/2026-12-27T05:00',
    ])
  })

  test('a weekly event keeps its local time when clocks change', () => {
    expect(
      times(
        event('DTSTART;TZID=America/New_York:20261025T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3'),
      ),
    ).toEqual([
      '2026-10-25T13:00/2026-10-25T14:00',
      '2026-11-01T14:00/2026-11-01T15:00',
      '2026-11-08T14:00/2026-11-08T15:00',
    ])
  })

  test.each(zones)('a daily event in %s has the same local time all year', (zone) => {
    const found = read(
      event(`DTSTART;TZID=${zone}:20200101T100000`, 'DURATION:PT30M', 'RRULE:FREQ=DAILY'),
    ).times
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
    expect(found).toHaveLength(365)
    expect(new Set(found.map(({ start }) => clock.format(start)))).toEqual(new Set(['10:00']))
    expect(new Set(found.map(({ start, end }) => end - start))).toEqual(new Set([1_800_000]))
  })

  test('exceptions take repetitions away, move them, and never come twice', () => {
    const series = ['UID:series@x', 'SUMMARY:Standup']
    expect(
      times(
        event(
          ...series,
          'DTSTART;TZID=Europe/Berlin:20261102T090000',
          'DTEND;TZID=Europe/Berlin:20261102T093000',
          'RRULE:FREQ=DAILY;COUNT=6',
          'EXDATE:20261103T080000Z',
          'EXDATE;TZID=Europe/Berlin:20261104T090000',
        ),
        event(
          ...series,
          'RECURRENCE-ID:20261105T080000Z',
          'DTSTART:20261105T150000Z',
          'DTEND:20261105T160000Z',
        ),
        event(
          ...series,
          'RECURRENCE-ID;TZID=Europe/Berlin:20261106T090000',
          'STATUS:CANCELLED',
          'DTSTART:20261106T080000Z',
        ),
      ),
    ).toEqual([
      '2026-11-02T08:00/2026-11-02T08:30',
      '2026-11-05T15:00/2026-11-05T16:00',
      '2026-11-07T08:00/2026-11-07T08:30',
    ])
  })

  test.each([
    ['in UTC', '20261104T080000Z', 3],
    ['in UTC, a minute earlier', '20261104T075900Z', 2],
    ['as a day', '20261104', 3],
    ['as a local time', '20261104T090000', 3],
  ])('the end of a series %s counts in the zone of the series', (_, until, count) => {
    expect(
      times(
        event(
          'DTSTART;TZID=Europe/Berlin:20261102T090000',
          'DURATION:PT1H',
          `RRULE:FREQ=DAILY;UNTIL=${until}`,
        ),
      ),
    ).toHaveLength(count)
  })

  test('added dates, and days that repeat, are busy', () => {
    expect(
      times(
        event(
          'DTSTART:20261102T140000Z',
          'DURATION:PT1H',
          'RDATE:20261110T140000Z',
          'RDATE;VALUE=PERIOD:20261112T100000Z/PT2H',
        ),
        event('DTSTART;VALUE=DATE:20260630', 'RRULE:FREQ=YEARLY'),
      ),
    ).toEqual([
      '2026-06-30T04:00/2026-07-01T04:00',
      '2026-11-02T14:00/2026-11-02T15:00',
      '2026-11-10T14:00/2026-11-10T15:00',
      '2026-11-12T10:00/2026-11-12T12:00',
    ])
  })

  test('a zone that only the file describes is used, and a named zone wins over its description', () => {
    expect(
      times(
        describeZone('Eastern Standard Time'),
        describeZone('Europe/Berlin'),
        event('DTSTART;TZID=Eastern Standard Time:20260701T090000', 'DURATION:PT1H'),
        event('DTSTART;TZID="Eastern Standard Time":20261201T090000', 'DURATION:PT1H'),
        event('DTSTART;TZID=Europe/Berlin:20261202T090000', 'DURATION:PT1H'),
        event('DTSTART;TZID=/mozilla.org/20050126_1/Europe/Berlin:20261203T090000', 'DURATION:PT1H'),
      ),
    ).toEqual([
      '2026-07-01T13:00/2026-07-01T14:00',
      '2026-12-01T14:00/2026-12-01T15:00',
      '2026-12-02T08:00/2026-12-02T09:00',
      '2026-12-03T08:00/2026-12-03T09:00',
    ])
  })

  test('free, canceled, empty and our own entries take no time, and what overlaps is one time', () => {
    expect(
      times(
        event('DTSTART:20261102T140000Z', 'DURATION:PT1H', 'TRANSP:TRANSPARENT'),
        event('DTSTART:20261102T140000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'),
        event('DTSTART:20261102T140000Z'),
        event('UID:0f0e@harbor.example', 'DTSTART:20261102T140000Z', 'DURATION:PT1H'),
        event('DTSTART:20261105T140000Z', 'DURATION:PT1H'),
        event('DTSTART:20261105T143000Z', 'DURATION:PT1H', 'STATUS:TENTATIVE'),
        event('DTSTART:20261105T153000Z', 'DURATION:PT1H'),
        event('DTSTART:20200101T000000Z', 'DTEND:20260201T010000Z'),
        event('DTSTART:20281105T140000Z', 'DURATION:PT1H'),
      ),
    ).toEqual(['2026-02-01T00:00/2026-02-01T01:00', '2026-11-05T14:00/2026-11-05T16:30'])
  })

  test('a free-busy answer and several calendars in one file are read', () => {
    const part = [
      'BEGIN:VFREEBUSY',
      'FREEBUSY:20261102T140000Z/PT1H,20261103T140000Z/20261103T150000Z',
      'FREEBUSY;FBTYPE=FREE:20261104T140000Z/PT1H',
      'END:VFREEBUSY',
    ].join('\r\n')
    const text =
      calendar('X-WR-CALNAME:Ana', part) + calendar(event('DTSTART:20261109T140000Z', 'DURATION:PT1H'))
    const found = readBusyTimes(text, question)
    expect(found.name).toBe('Ana')
    expect(found.times.map(({ start }) => new Date(start).getUTCDate())).toEqual([2, 3, 9])
  })

  test('an entry that cannot be understood is counted, and the others are read', () => {
    expect(
      read(
        event('DTSTART:garbage', 'DURATION:PT1H'),
        event('SUMMARY:No start'),
        event('DTSTART;VALUE=DATE:tomorrow', 'DURATION:PT1H'),
        event('DTSTART:20261105T140000Z', 'DURATION:PT1H'),
      ),
    ).toMatchObject({ unread: 3, times: [{ start: Date.parse('2026-11-05T14:00:00Z') }] })
  })

  test.each([
    ['a web page', '<!doctype html><html></html>', /something other than a calendar/],
    ['nothing', '', /something other than a calendar/],
    ['half a calendar', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:2026', /damaged/],
    ['a line without a value', calendar('BEGIN:VEVENT', 'garbage', 'END:VEVENT'), /damaged/],
  ])('%s is refused in words', (_, text, words) => {
    expect(() => readBusyTimes(text, question)).toThrow(CalendarError)
    expect(() => readBusyTimes(text, question)).toThrow(words)
  })

  test('a calendar repeating every second, and one with too many times, are refused', () => {
    expect(() => read(event('DTSTART:20260101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'))).toThrow(
      'repeats',
    )
    expect(() =>
      read(event('DTSTART:20260301T000000Z', 'DURATION:PT1M', 'RRULE:FREQ=MINUTELY;INTERVAL=40')),
    ).toThrow('more than 10000 busy times')
  })
})

describe('parseCalendar', () => {
  test('parseCalendar reads in a worker thread and passes refusals on', async () => {
    const text = calendar(event('DTSTART:20261105T140000Z', 'DURATION:PT1H'))
    expect((await parseCalendar(text, question)).times).toHaveLength(1)
    await expect(parseCalendar('<html>', question)).rejects.toThrow('something other than a calendar')
  })

  test('parseCalendar ends a rule that takes too long, and reads the next calendar', async () => {
    const endless = calendar(event('DTSTART:20260101T000000Z', 'RRULE:FREQ=SECONDLY'))
    const next = calendar(event('DTSTART:20261105T140000Z', 'DURATION:PT1H'))
    const [first, second] = await Promise.allSettled([
      parseCalendar(endless, question, { timeoutMs: 500 }),
      parseCalendar(next, question),
    ])
    expect(first).toMatchObject({ status: 'rejected', reason: expect.any(CalendarError) })
    expect(second).toMatchObject({ status: 'fulfilled' })
  })

  test('parseCalendar reads 5 MB with 20,000 events', async () => {
    const events = Array.from({ length: 20_000 }, (_, index) =>
      event(
        `DTSTART:2026${String(1 + (index % 12)).padStart(2, '0')}${String(1 + (index % 28)).padStart(2, '0')}T140000Z`,
        'DURATION:PT1H',
        `DESCRIPTION:${'x'.repeat(150)}`,
      ),
    )
    expect((await parseCalendar(calendar(...events), question)).times.length).toBeGreaterThan(70)
  })
})
