import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { beforeAll, describe, expect, test } from 'vitest'
import { consumeRateLimits } from '../../platform/http/rate-limit.ts'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createBookingWorld, NOW, readInvitation, type BookingWorld } from './bookings.fixture.ts'
import { recordBooking, type BookingTools } from './book-meeting.server.ts'
import { parseBooking } from './parse-booking.ts'

const STAFF = 'hello@tidewright.example'

const newEmail = () => `${randomUUID()}@example.com`

describeBothDatabases('booking', (open) => {
  let database: Database
  let world: BookingWorld
  beforeAll(async () => {
    database = await open()
    world = await createBookingWorld(database)
    return world.close
  })

  const meetings = (email: string) => world.rows('select * from public.meetings where email = $1', email)

  describe('meeting-slots', () => {
    test('meeting-slots lists times in UTC with the time zone and the length', async () => {
      const response = await world.get('/functions/v1/meeting-slots?from=2026-12-01&days=1')
      expect(response.status).toBe(200)
      const body = await response.json()
      expect(body).toMatchObject({ timezone: 'America/New_York', minutes: 30 })
      expect(body.slots[0]).toEqual({ start: '2026-12-01T14:00:00.000Z', end: '2026-12-01T14:30:00.000Z' })
      expect(body.slots).toHaveLength(18)
    })

    test('meeting-slots lists the days off', async () => {
      const response = await world.get('/functions/v1/meeting-slots?from=2026-12-21&days=14')
      expect((await response.json()).closed).toEqual(['2026-12-25', '2027-01-01'])
    })

    test('meeting-slots starts today and keeps the notice if no day is given', async () => {
      expect((await world.slots(''))[0]?.start).toBe('2026-11-30T14:00:00.000Z')
    })

    test.each(['?from=tomorrow', '?from=2026-02-30', '?from=0001-01-01', '?days=0', '?days=63', '?days=x'])(
      'meeting-slots answers 400 to %s',
      async (query) => {
        expect((await world.get(`/functions/v1/meeting-slots${query}`)).status).toBe(400)
      },
    )
  })

  describe('book-meeting', () => {
    test('book-meeting stores the meeting with contact, notification and mails, and takes the time', async () => {
      const email = newEmail()
      const start = '2026-12-01T15:00:00.000Z'
      const response = await world.book({
        start,
        email,
        message: 'A shop for <b>bread</b>',
        name: 'Ana de la Cruz',
      })
      expect(response.status).toBe(200)
      const booked = await response.json()
      expect(booked).toEqual({
        success: true,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        start,
        end: '2026-12-01T15:30:00.000Z',
        manageUrl: expect.stringMatching(/^http:\/\/site\.test\/schedule\/[0-9a-f]{64}$/),
      })
      const [meeting] = await meetings(email)
      expect(meeting).toMatchObject({
        id: booked.id,
        medium: 'phone',
        status: 'booked',
        message: 'A shop for <b>bread</b>',
      })
      const [contact] = await world.rows('select * from public.crm_contacts where email = $1', email)
      expect(contact).toMatchObject({
        id: meeting?.['contact_id'],
        last_name: 'de la Cruz',
        phone_e164: '+19107620142',
        notes: expect.stringContaining('booked a meeting by phone for Tuesday, December 1, 10:00 AM ET'),
      })
      expect(
        await world.rows(
          'select distinct title, message, kind from public.notifications where contact_id = $1',
          contact?.['id'],
        ),
      ).toEqual([
        {
          title: 'New meeting',
          message: 'Ana de la Cruz: Tuesday, December 1, 10:00 AM ET, by phone',
          kind: 'lead',
        },
      ])
      expect((await world.slots()).map((slot) => slot.start)).not.toContain(start)
    })

    test('book-meeting sends the visitor an invitation without typed text, and staff the calendar entry', async () => {
      const email = newEmail()
      const start = '2026-12-01T16:00:00.000Z'
      const response = await world.book({ start, email, name: 'Zorro Typed', message: 'Typed words' })
      const { id, manageUrl } = await response.json()
      const [invitation, ...others] = await world.mailsTo(email)
      if (invitation === undefined) throw new Error('No invitation was written.')
      expect(others).toEqual([])
      expect(invitation.subject).toBe('Your call is booked: Tuesday, December 1, 11:00 AM ET')
      expect(JSON.stringify(invitation)).not.toMatch(/Typed/)
      expect(invitation.text).toContain(manageUrl)
      const entry = {
        uid: `${id}@site.test`,
        sequence: 0,
        start,
        end: '2026-12-01T16:30:00.000Z',
        status: 'CONFIRMED',
        organizer: `mailto:${STAFF}`,
        attendees: [`mailto:${email}`],
      }
      expect(readInvitation(invitation)).toMatchObject({
        ...entry,
        method: 'REQUEST',
        summary: 'Call with Tidewright',
      })
      expect(readInvitation(invitation).description).toContain(manageUrl)
      const staffMail = (await world.mailsTo(STAFF)).at(-1)
      expect(staffMail?.text).toContain('> Typed words')
      expect(staffMail?.text).not.toContain(manageUrl)
      expect(readInvitation(staffMail ?? {})).toMatchObject({
        ...entry,
        method: 'PUBLISH',
        summary: 'Call with Zorro Typed',
      })
      await world.mail.send({
        ...invitation,
        invitation: { method: 'request', calendar: invitation.invitation?.calendar ?? '' },
        messageId: '<one@site.test>',
      })
      const folder = join(world.dataDirectory, 'mail')
      const [file = ''] = await readdir(folder)
      const parsed = await PostalMime.parse(await readFile(join(folder, file)))
      const types = (await readFile(join(folder, file), 'utf8')).match(/^Content-Type: .+/gm)
      expect(types).toContain('Content-Type: text/calendar; charset=utf-8; method=REQUEST')
      expect(parsed.attachments.map(({ filename }) => filename)).toContain('invite.ics')
    })

    test('book-meeting lets exactly one of many concurrent visitors have a time and offers the others free ones', async () => {
      const start = '2026-12-02T15:00:00.000Z'
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => world.book({ start, email: newEmail() })),
      )
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200,
        ...Array<number>(7).fill(409),
      ])
      for (const response of responses.filter(({ status }) => status === 409)) {
        const { error, slots } = await response.json()
        expect(error).toBe('This time is no longer free. Please choose another one.')
        expect(slots.map((slot: { start: string }) => slot.start)).not.toContain(start)
        expect(slots).toContainEqual({ start: '2026-12-02T15:30:00.000Z', end: '2026-12-02T16:00:00.000Z' })
      }
      expect(await world.rows('select from public.meetings where starts_at = $1', start)).toHaveLength(1)
    })

    test('book-meeting keeps the daily limit when visitors book at the same time', async () => {
      world.setTime('2026-12-01T12:00:00Z')
      const slots = await world.slots('?from=2026-12-03&days=1')
      const responses = await Promise.all(
        slots.slice(0, 10).map(({ start }) => world.book({ start, email: newEmail() })),
      )
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(8)
      expect(await world.slots('?from=2026-12-03&days=1')).toEqual([])
      world.setTime(NOW)
    })

    test('book-meeting returns the first meeting for a repeated idempotency key', async () => {
      const email = newEmail()
      const fields = { start: '2026-12-04T15:00:00.000Z', email, idempotencyKey: randomUUID() }
      const responses = await Promise.all([world.book(fields), world.book(fields), world.book(fields)])
      responses.push(await world.book({ ...fields, start: '2026-12-04T16:00:00.000Z' }))
      const bodies = await Promise.all(responses.map((response) => response.json()))
      expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
      expect(await meetings(email)).toHaveLength(1)
      expect(await world.mailsTo(email)).toHaveLength(1)
    })

    test.each([
      [{ start: '2026-12-04' }, 'Please choose a time.'],
      [{ start: undefined }, 'Please choose a time.'],
      [{ medium: 'fax' }, 'Please choose how we talk: by video or by phone.'],
      [{ medium: 'video' }, 'We meet by phone only. Please choose phone.'],
      [{ phone: '' }, 'Please enter the phone number we should call.'],
      [{ phone: '12' }, 'Please enter a phone number we can call, with its area code.'],
      [{ email: 'ana@' }, 'Please enter a valid email address, like name@example.com.'],
      [{ message: 7 }, 'Please tell us about your project.'],
    ])('book-meeting answers 400 to %j', async (fields, error) => {
      const email = newEmail()
      const response = await world.book({ start: '2026-12-04T17:00:00.000Z', email, ...fields })
      expect([response.status, await response.json()]).toEqual([400, { error }])
      expect(await meetings(email)).toEqual([])
    })

    test.each([
      '2026-11-29T15:00:00Z',
      '2026-12-05T15:00:00Z',
      '2026-12-04T15:10:00Z',
      '2027-11-30T15:00:00Z',
      '9999-12-31T23:59:59Z',
      '0000-01-01T00:00:00Z',
    ])('book-meeting answers 409 with free times to %s, which is not offered', async (start) => {
      const response = await world.book({ start, email: newEmail() })
      expect(response.status).toBe(409)
      expect((await response.json()).slots.length).toBeGreaterThan(0)
    })

    test('book-meeting books nothing for what looks like spam, and stores it for staff', async () => {
      const email = newEmail()
      const start = '2026-12-07T15:00:00.000Z'
      const response = await world.book({ start, email, website: 'filled in', textConsent: true })
      expect(response.status).toBe(403)
      expect((await response.json()).error).toContain('Nothing is booked yet.')
      expect(await meetings(email)).toEqual([])
      expect(await world.mailsTo(email)).toEqual([])
      expect(await world.rows('select from public.crm_contacts where email = $1', email)).toEqual([])
      expect(
        await world.rows('select spam, message from public.contact_submissions where email = $1', email),
      ).toEqual([{ spam: true, message: 'Wants to meet by phone on Monday, December 7, 10:00 AM ET.' }])
      expect((await world.slots()).map((slot) => slot.start)).toContain(start)
    })

    test('book-meeting records consent to texts with its wording and the meeting', async () => {
      world.setTime('2026-12-01T12:30:00Z')
      const email = newEmail()
      const phone = '(910) 762-0177'
      const response = await world.book({
        start: '2026-12-07T16:00:00.000Z',
        email,
        phone,
        textConsent: true,
      })
      const { id } = await response.json()
      expect(
        await world.rows(
          'select action, method, wording, evidence from public.consent_events where email = $1',
          email,
        ),
      ).toEqual([
        {
          action: 'grant',
          method: 'web_form',
          wording: expect.stringContaining('I agree to receive text messages'),
          evidence: expect.objectContaining({ meeting: id, phone }),
        },
      ])
      expect((await world.mailsTo(email))[0]?.text).toContain('You agreed to text messages at +19107620177')
      world.setTime(NOW)
    })

    test('book-meeting finds the contact by its email and never changes its number', async () => {
      world.setTime('2026-12-01T13:00:00Z')
      await world.book({
        start: '2026-12-08T15:00:00.000Z',
        email: 'ADA@customer.example',
        phone: '(910) 762-0188',
      })
      const rows = await world.rows(
        `select phone, notes from public.crm_contacts where id = (select contact_id from public.meetings where email = 'ADA@customer.example')`,
      )
      expect(rows).toEqual([
        {
          phone: '(910) 555-0100',
          notes: expect.stringContaining('New phone number given in the form: (910) 762-0188'),
        },
      ])
      world.setTime(NOW)
    })
  })

  const record = (start: string, email: string) => {
    const parsed = parseBooking({
      start,
      email,
      name: 'Ana Cruz',
      medium: 'phone',
      phone: '(910) 762-0155',
    })
    if (!parsed.success) throw new Error(parsed.error)
    const origin = { address: null, sender: 'crowd', userAgent: null }
    const received = { submission: parsed.data.submission, raw: {}, timing: 'absent', origin } as const
    return recordBooking(database, { booking: parsed.data, received }, tools)
  }

  test('book-meeting accepts three open meetings per address and twenty a day per connection', async () => {
    const days = ['04', '05', '06', '07', '08'].map((day) => `2027-01-${day}`)
    const starts = days.flatMap((day) =>
      ['14', '15', '16', '17', '18'].map((hour) => `${day}T${hour}:00:00Z`),
    )
    const outcomes: string[] = []
    for (const start of starts.slice(0, 4))
      outcomes.push((await record(start, 'eager@crowd.example')).outcome)
    expect(outcomes).toEqual(['booked', 'booked', 'booked', 'invalid'])
    outcomes.length = 0
    for (const [index, start] of starts.slice(3).entries())
      outcomes.push((await record(start, `${index}@crowd.example`)).outcome)
    expect(outcomes).toEqual([...Array<string>(17).fill('booked'), ...Array<string>(5).fill('limited')])
  })
})

const tools: BookingTools = {
  now: new Date(NOW),
  consumeLimits: consumeRateLimits,
  mails: { siteUrl: 'https://agency.test', leadsTo: STAFF, secret: 'only-for-tests' },
}
