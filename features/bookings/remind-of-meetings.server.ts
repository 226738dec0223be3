import type { Clock } from '../../platform/clock.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { enqueueMail, mailBody } from '../../server/mail/enqueue-mail.ts'
import { site } from '../../site.config.ts'
import { readMailOptions } from '../submissions/submissions.server.ts'
import { formatMeetingTime, REMIND_MS } from './bookings.ts'
import { describeMeeting } from './meeting-mails.server.ts'
import { textMeeting } from './meeting-texts.server.ts'
import { meetingUrl, type MeetingLinks } from './meeting-token.server.ts'
import { meetingColumns, readMeeting, type Meeting, type MeetingRow } from './meetings.server.ts'

/** Per transaction. */
const BATCH = 50

interface Needs {
  database: Database
  clock: Clock
  secrets: { jwtSecret: string }
  config: { siteUrl: string; mail: { leadsTo: string | undefined } }
}

/** Reminds visitors of their meetings a day before. Safe on several instances: each takes other rows. */
export async function remindOfMeetings(deps: Needs): Promise<void> {
  const { siteUrl, secret } = readMailOptions(deps)
  let count = BATCH
  while (count === BATCH)
    count = await asService(deps.database, (tx) => remindSome(tx, deps.clock(), { siteUrl, secret }))
}

/** Returns how many were reminded. */
async function remindSome(tx: Transaction, now: Date, links: MeetingLinks): Promise<number> {
  const { rows } = await tx.query<MeetingRow>(
    `update public.meetings set reminded_at = $1 where id in (
       select id from public.meetings
       where status = 'booked' and reminded_at is null and starts_at > $1 and starts_at <= $2
       order by starts_at limit ${BATCH} for update skip locked)
     returning ${meetingColumns}`,
    [now, new Date(now.getTime() + REMIND_MS)],
  )
  for (const row of rows) await remind(tx, readMeeting(row), { now, links })
  return rows.length
}

async function remind(
  tx: Transaction,
  meeting: Meeting,
  { now, links }: { now: Date; links: MeetingLinks },
): Promise<void> {
  const when = formatMeetingTime(meeting.start)
  const message = {
    to: meeting.email,
    replyTo: { name: site.name, address: site.email.address },
    subject: `Reminder of your call: ${when}`,
    ...mailBody([`A reminder of your call with ${site.name}.`, when, ...describeMeeting(meeting, links)]),
  }
  await enqueueMail(tx, { kind: 'meeting', message, now, patience: meeting.start.getTime() - now.getTime() })
  await textMeeting(tx, meeting, {
    body: `${site.name}: a reminder of your call on ${when}. Move or cancel: ${meetingUrl(meeting.id, links)} Reply STOP to opt out.`,
    now,
  })
}
