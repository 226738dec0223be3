import type { Transaction } from '../../platform/database/database.ts'
import { enqueueMail, mailBody, subjectLine, type Block } from '../../server/mail/enqueue-mail.ts'
import { site } from '../../site.config.ts'
import { contactUrl, findLeadReaders, leadMailUrl, type LeadReader } from '../lead-mail/lead-mail.server.ts'
import type { SubmissionMailOptions } from '../submissions/submissions.server.ts'
import { changeTime, formatMeetingTime } from './bookings.ts'
import { buildInvitation, describeMedium } from './invitation.server.ts'
import { meetingUrl, type MeetingLinks } from './meeting-token.server.ts'
import { cancelMeetingTexts, textMeeting } from './meeting-texts.server.ts'
import type { Meeting } from './meetings.server.ts'

/** What happened to a meeting. */
export type MeetingChange = 'booked' | 'moved' | 'canceled'

export interface MeetingNews {
  change: MeetingChange
  now: Date
  mails: SubmissionMailOptions
  /** Paragraphs about consent to texts. */
  consent?: Block[]
}

const visitorWords: Record<MeetingChange, { subject: string; first: string }> = {
  booked: { subject: 'Your call is booked', first: `Your call with ${site.name} is booked.` },
  moved: { subject: 'Your call was moved', first: `Your call with ${site.name} was moved to another time.` },
  canceled: { subject: 'Your call was canceled', first: `Your call with ${site.name} was canceled.` },
}
const staffWords: Record<MeetingChange, { title: string; first: string }> = {
  booked: { title: 'New meeting', first: 'Somebody booked a meeting.' },
  moved: { title: 'Meeting moved', first: 'A visitor moved a meeting.' },
  canceled: { title: 'Meeting canceled', first: 'A visitor canceled a meeting.' },
}

/**
 * Queues the mails to the visitor and staff, each with the calendar entry, a text to a visitor who agreed to texts, and notifies
 * staff. Needs `service_role`.
 */
export async function announceMeeting(tx: Transaction, meeting: Meeting, news: MeetingNews): Promise<void> {
  await notifyStaff(tx, meeting, news)
  await enqueueMail(tx, { kind: 'meeting', message: buildVisitorMail(meeting, news), now: news.now })
  for (const reader of await findLeadReaders(tx, news.mails.leadsTo))
    await enqueueMail(tx, { kind: 'lead', message: buildStaffMail(meeting, news, reader), now: news.now })
  if (news.change !== 'booked') await cancelMeetingTexts(tx, meeting)
  await textMeeting(tx, meeting, { body: buildText(meeting, news), now: news.now })
}

function buildText(meeting: Meeting, { change, mails }: MeetingNews): string {
  const said = `${site.name}: ${visitorWords[change].subject.toLowerCase()} (${formatMeetingTime(meeting.start)}).`
  const link = change === 'canceled' ? '' : ` Move or cancel: ${meetingUrl(meeting.id, mails)}`
  return `${said}${link} Reply STOP to opt out.`
}

async function notifyStaff(tx: Transaction, meeting: Meeting, { change, now }: MeetingNews): Promise<void> {
  await tx.query(
    `insert into public.notifications (title, message, contact_id, created_at, kind) values ($1, $2, $3, $4, 'lead')`,
    [
      staffWords[change].title,
      `${meeting.name}: ${formatMeetingTime(meeting.start)}, by ${meeting.medium}`,
      meeting.contactId,
      now,
    ],
  )
}

/** Repeats no free text, so that no one can use a booking to send messages in our name to a stranger's address. */
function buildVisitorMail(meeting: Meeting, { change, now, mails, consent = [] }: MeetingNews) {
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
    describeMedium(meeting),
    `To move or cancel it, up to ${changeTime} before, also if it was not you who booked it:`,
    { link: meetingUrl(meeting.id, links) },
  ]
}

/** A reply goes to the visitor. */
function buildStaffMail(meeting: Meeting, { change, now, mails }: MeetingNews, reader: LeadReader) {
  const unsubscribe = leadMailUrl(reader, mails)
  const { title, first } = staffWords[change]
  const facts = [
    ['When', formatMeetingTime(meeting.start)],
    ['How', meeting.medium],
    ['Name', meeting.name],
    ['Email', meeting.email],
    ['Phone', meeting.phone],
  ] as const
  return {
    to: reader.address,
    unsubscribe,
    replyTo: { name: subjectLine(meeting.name), address: meeting.email },
    subject: subjectLine(`${title}: ${meeting.name}, ${formatMeetingTime(meeting.start)}`),
    invitation: buildInvitation(meeting, { links: mails, now, reader: 'staff' }),
    ...mailBody([
      first,
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
