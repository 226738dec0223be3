import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
  type ICalCalendar,
  type ICalEventData,
} from 'ical-generator'
import type { MailInvitation } from '../../server/mail/mail-provider.ts'
import { site } from '../../site.config.ts'
import { cleanText } from '../submissions/submissions.ts'
import type { Meeting } from './meetings.server.ts'
import { meetingUrl, type MeetingLinks } from './meeting-token.server.ts'

/** How often calendar programs read a feed, if they ask it. */
const REFRESH_SECONDS = 900

/** Who reads a calendar entry: the visitor's contains nothing the visitor typed, because the address may be a stranger's. */
type Reader = 'visitor' | 'staff'

/**
 * The calendar entry of a meeting (RFC 5545, RFC 5546). Every state has the same UID and a higher SEQUENCE, so that calendars
 * change or remove their entry.
 */
export function buildInvitation(
  meeting: Meeting,
  { links, now, reader }: { links: MeetingLinks; now: Date; reader: Reader },
): MailInvitation {
  const method = meeting.status === 'canceled' ? 'cancel' : reader === 'visitor' ? 'request' : 'publish'
  const calendar = createCalendar(
    {
      cancel: ICalCalendarMethod.CANCEL,
      request: ICalCalendarMethod.REQUEST,
      publish: ICalCalendarMethod.PUBLISH,
    }[method],
  )
  calendar.createEvent(describeEvent(meeting, { links, now, reader }))
  return { method, calendar: endLines(calendar) }
}

/** A calendar with these meetings for a staff member, which calendar programs read again and again. */
export function buildStaffCalendar(
  meetings: readonly Meeting[],
  { links, now }: { links: MeetingLinks; now: Date },
): string {
  const calendar = createCalendar(ICalCalendarMethod.PUBLISH)
    .name(`${site.name} bookings`)
    .ttl(REFRESH_SECONDS)
  for (const meeting of meetings)
    calendar.createEvent(describeEvent(meeting, { links, now, reader: 'staff' }))
  return endLines(calendar)
}

function createCalendar(method: ICalCalendarMethod): ICalCalendar {
  return ical({ prodId: { company: site.name, product: 'Meetings', language: 'EN' }, method })
}

/** RFC 5545, section 3.1: every line ends with a line break, also the last. */
function endLines(calendar: ICalCalendar): string {
  return `${calendar.toString()}\r\n`
}

function describeEvent(
  meeting: Meeting,
  { links, now, reader }: { links: MeetingLinks; now: Date; reader: Reader },
): ICalEventData {
  const manage = meetingUrl(meeting.id, links)
  const url = reader === 'visitor' ? manage : meeting.room
  const [name, email] = [cleanLine(meeting.name), cleanLine(meeting.email)]
  return {
    id: `${meeting.id}@${new URL(links.siteUrl).hostname}`,
    sequence: meeting.sequence,
    stamp: now,
    created: meeting.createdAt,
    start: meeting.start,
    end: meeting.end,
    status: meeting.status === 'canceled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary: `Call with ${reader === 'visitor' ? site.name : name || email}`,
    location: meeting.room ?? 'Phone',
    description:
      reader === 'visitor'
        ? [describeMedium(meeting), `To move or cancel it: ${manage}`].join('\n\n')
        : [describeMedium(meeting), email, cleanText(meeting.message ?? '')]
            .filter((line) => line !== '')
            .join('\n\n'),
    ...(url === null ? {} : { url }),
    organizer: { name: site.name, email: site.email.address },
    attendees: [
      {
        email,
        // Calendar programs misread a backslash in a parameter, and the address after it with it.
        ...(reader === 'staff' ? { name: name.replaceAll('\\', '/') } : {}),
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      },
    ],
  }
}

/**
 * RFC 5545, section 3.3.11: a text has no control characters. Half of a surrogate pair would take the next character with it
 * where a line is folded.
 */
function cleanLine(text: string): string {
  return cleanText(text).replaceAll('\n', ' ')
}

/** How the meeting takes place. Contains no free text from the visitor. */
export function describeMedium({ room, number }: Pick<Meeting, 'room' | 'number'>): string {
  if (room !== null) return `By video: ${room}`
  return number === null ? 'By phone: we call you.' : `By phone: we call you at ${number}.`
}
