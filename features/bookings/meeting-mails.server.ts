import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../platform/database/database.ts'
import {
  enqueueMail,
  enqueueMails,
  mailBody,
  subjectLine,
  type Block,
} from '../../server/mail/enqueue-mail.ts'
import { site } from '../../site.config.ts'
import { contactUrl, findLeadReaders, leadMailUrl, type LeadReader } from '../lead-mail/lead-mail.server.ts'
import type { SubmissionMailOptions } from '../submissions/submissions.server.ts'
import { changeTime, formatMeetingTime } from './bookings.ts'
import { buildInvitation, describeMedium } from './invitation.server.ts'
import { meetingUrl, type MeetingLinks } from './meeting-token.server.ts'
import { cancelMeetingTexts, textMeeting } from './meeting-texts.server.ts'
import type { Meeting } from './meetings.server.ts'

/** What happened to a meeting. */
type MeetingEvent = 'booked' | 'moved' | 'canceled'
type VisitorMail = Pick<MeetingAnnouncement, 'now' | 'mails' | 'consent'> & {
  change: MeetingEvent | 'relocated'
}

/** A staff member who books or changes a meeting. */
export interface Colleague {
  id: string
  name: string
}

export interface MeetingAnnouncement {
  change: MeetingEvent
  now: Date
  mails: SubmissionMailOptions
  /** Who did it; null for the visitor. This staff member gets no notification. */
  by: Colleague | null
  /** Why staff canceled it, for staff. */
  reason?: string | null
  /** Paragraphs about consent to texts. */
  consent?: Block[]
}

const visitorWords: Record<VisitorMail['change'], { subject: string; first: string }> = {
  booked: { subject: 'Your call is booked', first: `Your call with ${site.name} is booked.` },
  moved: { subject: 'Your call was moved', first: `Your call with ${site.name} was moved to another time.` },
  relocated: {
    subject: 'New link for your call',
    first: `Your call with ${site.name} has a new link. The time stays.`,
  },
  canceled: { subject: 'Your call was canceled', first: `Your call with ${site.name} was canceled.` },
}
const staffTitles: Record<MeetingEvent, string> = {
  booked: 'New meeting',
  moved: 'Meeting moved',
  canceled: 'Meeting canceled',
}

/**
 * Queues the mails to the visitor and staff, each with the calendar entry, a text to a visitor who agreed to texts, and notifies
 * staff. Needs `service_role`.
 */
export async function announceMeeting(
  tx: Transaction,
  meeting: Meeting,
  news: MeetingAnnouncement,
): Promise<void> {
  await notifyStaff(tx, meeting, news)
  const { now } = news
  const readers = await findLeadReaders(tx, news.mails.leadsTo)
  const others = readers.filter(({ profileId }) => profileId === null || profileId !== news.by?.id)
  await enqueueMails(tx, [
    { kind: 'meeting', message: buildVisitorMail(meeting, news), now },
    ...others.map((reader) => ({
      kind: 'lead' as const,
      message: buildStaffMail(meeting, news, reader),
      now,
    })),
  ])
  if (news.change !== 'booked') await cancelMeetingTexts(tx, meeting)
  await textMeeting(tx, meeting, { body: buildText(meeting, news), now })
}

/** Sends the visitor the new address of a meeting by video. Needs `service_role`. */
export async function announceRoom(
  tx: Transaction,
  meeting: Meeting,
  news: Pick<MeetingAnnouncement, 'now' | 'mails'>,
): Promise<void> {
  const message = buildVisitorMail(meeting, { change: 'relocated', ...news })
  await enqueueMail(tx, { kind: 'meeting', message, now: news.now })
}

function buildText(meeting: Meeting, { change, mails }: MeetingAnnouncement): string {
  const said = `${site.name}: ${visitorWords[change].subject.toLowerCase()} (${formatMeetingTime(meeting.start)}).`
  const link = change === 'canceled' ? '' : ` Move or cancel: ${meetingUrl(meeting.id, mails)}`
  return `${said}${link} Reply STOP to opt out.`
}

async function notifyStaff(
  tx: Transaction,
  meeting: Meeting,
  { change, now, by }: MeetingAnnouncement,
): Promise<void> {
  const news = `${meeting.name}: ${formatMeetingTime(meeting.start)}, by ${meeting.medium}`
  if (by === null) {
    await tx.query(
      `insert into public.notifications (title, message, contact_id, created_at, kind) values ($1, $2, $3, $4, 'lead')`,
      [staffTitles[change], news, meeting.contactId, now],
    )
    return
  }
  await tx.query(
    `insert into public.notifications (title, message, contact_id, created_at, notice_id, recipient_id)
     select $1, $2, $3, $4, $5, id from public.profiles where role <> 'client' and id <> $6`,
    [staffTitles[change], `${news} (${by.name})`, meeting.contactId, now, randomUUID(), by.id],
  )
}

/** Repeats no free text, so that no one can use a booking to send messages in our name to a stranger's address. */
function buildVisitorMail(meeting: Meeting, { change, now, mails, consent = [] }: VisitorMail) {
  const { subject, first } = visitorWords[change]
  return {
    to: meeting.email,
    replyTo: { name: site.name, address: site.email.address },
    subject: `${subject}: ${formatMeetingTime(meeting.start)}`,
    invitation: buildInvitation(meeting, { links: mails, now, reader: 'visitor' }),
    ...mailBody([
      first,
      formatMeetingTime(meeting.start),
      ...(change === 'canceled' ? describeNewBooking(mails) : describeMeeting(meeting, mails)),
      ...consent,
    ]),
  }
}

function describeNewBooking({ siteUrl }: SubmissionMailOptions): Block[] {
  return ['The time is free for others again. To book another one:', { link: `${siteUrl}/schedule` }]
}

/** How it takes place and how to change it, for the mails of the visitor. */
export function describeMeeting(meeting: Meeting, links: MeetingLinks): Block[] {
  return [
    ...(meeting.room === null
      ? [describeMedium(meeting)]
      : ['By video, at this address:', { link: meeting.room }]),
    `To move or cancel it, up to ${changeTime} before, also if it was not you who booked it:`,
    { link: meetingUrl(meeting.id, links) },
  ]
}

/** A reply goes to the visitor. */
function buildStaffMail(meeting: Meeting, news: MeetingAnnouncement, reader: LeadReader) {
  const { change, now, mails, by, reason = null } = news
  const unsubscribe = leadMailUrl(reader, mails)
  const facts = [
    ['When', formatMeetingTime(meeting.start)],
    ['How', meeting.room === null ? meeting.medium : `${meeting.medium}, ${meeting.room}`],
    ['Name', meeting.name],
    ['Email', meeting.email],
    ['Phone', meeting.phone],
    ['Reason', reason],
  ] as const
  return {
    to: reader.address,
    unsubscribe,
    replyTo: { name: subjectLine(meeting.name), address: meeting.email },
    subject: subjectLine(`${staffTitles[change]}: ${meeting.name}, ${formatMeetingTime(meeting.start)}`),
    invitation: buildInvitation(meeting, { links: mails, now, reader: 'staff' }),
    ...mailBody([
      `${by?.name ?? (change === 'booked' ? 'Somebody' : 'A visitor')} ${change} a meeting.`,
      { facts: facts.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const])) },
      ...(meeting.message === null ? [] : [{ quote: meeting.message }]),
      ...(meeting.contactId === null
        ? []
        : ['Open the contact in the dashboard:', { link: contactUrl(mails.siteUrl, meeting.contactId) }]),
      'You get a mail for each new lead and its meetings. To get fewer, or none:',
      { link: unsubscribe },
    ]),
  }
}
