import ICAL from 'ical.js'
import { sync as nodeIcal } from 'node-ical'
import type { Database } from '../../platform/database/database.ts'
import { createContentWorld, type ContentWorld } from '../blog-assistant/blog-assistant.fixture.ts'
import type { Slot } from './bookings.ts'

/** Monday, 7 AM in Wilmington. */
export const NOW = '2026-11-30T12:00:00Z'
export const PHONE = '(910) 762-0142'

/** A mail that waits for the mail server. */
export interface WaitingMail {
  kind: string
  to: string
  subject: string
  text: string
  html: string
  invitation?: { method: string; calendar: string }
}

/** The booking functions on a database with the people of the permission tests, on a Monday morning. */
export interface BookingWorld extends ContentWorld {
  slots: (query?: string) => Promise<Slot[]>
  book: (fields: Record<string, unknown>) => Promise<Response>
  change: (manageUrl: string, change: Record<string, unknown>) => Promise<Response>
  /** The mails to an address, in the order of writing. */
  mailsTo: (address: string) => Promise<WaitingMail[]>
}

export async function createBookingWorld(
  database: Database,
  replaced: Parameters<typeof createContentWorld>[2] = {},
): Promise<BookingWorld> {
  const world = await createContentWorld(database, {}, replaced)
  world.setTime(NOW)
  return {
    ...world,
    slots: async (query = '?from=2026-11-30&days=14') => {
      const response = await world.get(`/functions/v1/meeting-slots${query}`)
      return (await response.json()).slots
    },
    book: (fields) =>
      world.call('book-meeting', 'nobody', { name: 'Ana Cruz', medium: 'phone', phone: PHONE, ...fields }),
    change: (manageUrl, change) =>
      world.call('change-meeting', 'nobody', { token: manageUrl.split('/').at(-1), ...change }),
    mailsTo: async (address) => {
      const rows = await world.rows(
        `select kind, message from private.outgoing_mails join public.jobs on payload ->> 'mail' = outgoing_mails.id::text
         where message ->> 'to' = $1 order by jobs.id`,
        address,
      )
      return rows.map(({ kind, message }) => ({ kind, ...Object(message) }))
    },
  }
}

/** The calendar entry of a mail, read by another program than the one that wrote it. */
export function readInvitation({ invitation }: Pick<WaitingMail, 'invitation'>) {
  return readCalendar(invitation?.calendar ?? '')
}

/** The first event of a calendar, read by ical.js. */
export function readCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const component = calendar.getFirstSubcomponent('vevent')
  if (component === null) throw new Error('The calendar has no event.')
  const event = new ICAL.Event(component)
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toJSDate().toISOString(),
    end: event.endDate.toJSDate().toISOString(),
    status: component.getFirstPropertyValue('status'),
    summary: event.summary,
    description: event.description,
    organizer: event.organizer,
    attendees: event.attendees.map((attendee) => String(attendee.getFirstValue()).toLowerCase()),
    attendeeNames: event.attendees.map((attendee) => attendee.getParameter('cn') ?? null),
  }
}

/** The one event of a calendar, read by node-ical: its newest state if the calendar has several. */
export function readWithNodeIcal(calendar: string) {
  const [event, ...others] = Object.values(nodeIcal.parseICS(calendar)).filter(
    (component) => component?.type === 'VEVENT',
  )
  if (event === undefined || others.length > 0) throw new Error('The calendar has not one event.')
  return {
    method: event.method,
    uid: event.uid,
    sequence: Number(event.sequence),
    start: event.start.toISOString(),
    end: event.end?.toISOString(),
    status: event.status,
    summary: event.summary,
    description: event.description,
  }
}
