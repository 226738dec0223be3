import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCalendar, readWithNodeIcal } from './bookings.fixture.ts'
import { buildInvitation } from './invitation.server.ts'
import type { Meeting } from './meetings.server.ts'

const SEED = 20_261_125
const links = { siteUrl: 'https://tidewright.example', secret: 'secret' }

/** As a calendar may contain it, and as people see it. */
const cleanText = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/[^\P{Cc}\n]/gu, '')
    .trim()
const cleanLine = (text: string) => cleanText(text).replaceAll('\n', ' ')

const check = (property: fc.IProperty<[string, string]>) => fc.assert(property, { seed: SEED, numRuns: 500 })

describe('buildInvitation', () => {
  const meeting: Meeting = {
    id: '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
    contactId: null,
    start: new Date('2026-12-01T14:00:00Z'),
    end: new Date('2026-12-01T14:30:00Z'),
    medium: 'phone',
    room: null,
    name: 'Ana Cruz',
    email: 'ana@example.com',
    phone: null,
    number: null,
    message: null,
    status: 'booked',
    sequence: 0,
    createdAt: new Date('2026-11-30T12:00:00Z'),
  }
  const build = (changes: Partial<Meeting>) =>
    buildInvitation({ ...meeting, ...changes }, { links, now: meeting.createdAt, reader: 'staff' }).calendar
  const describeMessage = (message: string) =>
    ['By phone: we call you.', meeting.email, message].filter((line) => line !== '').join('\n\n')

  /** Characters with a meaning in calendars, those that may not be in one, and long words of any script. */
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.constantFrom('\\', '\\n', '\\N', '\\,', ';', ',', ':', '"', '^', "^'", '^n', '\r', '\n', '\r\n', '\t'),
    fc.constantFrom(
      '\0',
      '\u001b',
      '\u007f',
      '\u0085',
      '\u2028',
      '\u2029',
      '\ufeff',
      '\ud83d',
      '\ude00',
      '😀',
    ),
    fc.constantFrom(
      'BEGIN:VEVENT',
      'END:VCALENDAR',
      'DTSTART:',
      ' ',
      'é',
      '語',
      'ß'.repeat(40),
      '語'.repeat(30),
    ),
  )
  const anyText = fc.array(piece, { minLength: 1, maxLength: 30 }).map((pieces) => pieces.join(''))
  test('ical.js reads any name and message, without what a calendar may not contain', () => {
    check(
      fc.property(anyText, anyText, (name, message) => {
        expect(readCalendar(build({ name, message }))).toMatchObject({
          summary: `Call with ${cleanLine(name) || meeting.email}`,
          description: describeMessage(cleanText(message)),
          attendees: [`mailto:${meeting.email}`],
          attendeeNames: [cleanLine(name).replaceAll('\\', '/') || null],
        })
      }),
    )
  })

  // node-ical unescapes in several passes and so reads `\\n`, a backslash and an n, as a line break: it gets no backslashes here.
  test('node-ical reads any name and message without a backslash', () => {
    check(
      fc.property(anyText, anyText, (...texts) => {
        const [name = '', message = ''] = texts.map((text) => text.replaceAll('\\', '/'))
        expect(readWithNodeIcal(build({ name, message }))).toMatchObject({
          uid: `${meeting.id}@tidewright.example`,
          start: meeting.start.toISOString(),
          end: meeting.end.toISOString(),
          summary: `Call with ${cleanLine(name) || meeting.email}`,
          description: describeMessage(cleanText(message)),
        })
      }),
    )
  })

  test('every line of a calendar is valid UTF-8 with at most 75 bytes and no control character', () => {
    check(
      fc.property(anyText, anyText, (name, message) => {
        const calendar = build({ name, message })
        expect(calendar.isWellFormed()).toBe(true)
        const lines = calendar.split('\r\n')
        expect(lines.filter((line) => Buffer.byteLength(line) > 75 || /\p{Cc}/u.test(line))).toEqual([])
      }),
    )
  })
})
