import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import type { MailInvitation } from '../../server/mail/mail-provider.ts'
import { site } from '../../site.config.ts'
import type { Meeting } from './meetings.server.ts'
import { meetingUrl, type MeetingLinks } from './meeting-token.server.ts'

/**
 * The calendar entry of a meeting (RFC 5545, RFC 5546). Every state has the same UID and a higher SEQUENCE, so that calendars
 * change or remove their entry. The visitor's contains nothing the visitor typed: the address may be a stranger's.
 */
export function buildInvitation(
  meeting: Meeting,
  { links, now, reader }: { links: MeetingLinks; now: Date; reader: 'visitor' | 'staff' },
): MailInvitation {
  const canceled = meeting.status === 'canceled'
  const method = canceled ? 'cancel' : reader === 'visitor' ? 'request' : 'publish'
  const manage = meetingUrl(meeting.id, links)
  const calendar = ical({
    prodId: { company: site.name, product: 'Meetings', language: 'EN' },
    method: {
      cancel: ICalCalendarMethod.CANCEL,
      request: ICalCalendarMethod.REQUEST,
      publish: ICalCalendarMethod.PUBLISH,
    }[method],
  })
  calendar.createEvent({
    id: `${meeting.id}@${new URL(links.siteUrl).hostname}`,
    sequence: meeting.sequence,
    stamp: now,
    created: meeting.createdAt,
    start: meeting.start,
    end: meeting.end,
    status: canceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary: `Call with ${reader === 'visitor' ? site.name : meeting.name}`,
    location: meeting.room ?? 'Phone',
    description:
      reader === 'visitor'
        ? [describeMedium(meeting), `To move or cancel it: ${manage}`].join('\n\n')
        : [describeMedium(meeting), meeting.email, meeting.message]
            .filter((line) => line !== null)
            .join('\n\n'),
    ...(reader === 'visitor' ? { url: manage } : {}),
    organizer: { name: site.name, email: site.email.address },
    attendees: [
      {
        email: meeting.email,
        ...(reader === 'staff' ? { name: meeting.name } : {}),
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      },
    ],
  })
  // RFC 5545, section 3.1: every line ends with a line break, also the last.
  return { method, calendar: `${calendar.toString()}\r\n` }
}

/** How the meeting takes place, in words that name no free text of the visitor. */
export function describeMedium({ room, number }: Pick<Meeting, 'room' | 'number'>): string {
  if (room !== null) return `By video: ${room}`
  return number === null ? 'By phone: we call you.' : `By phone: we call you at ${number}.`
}
