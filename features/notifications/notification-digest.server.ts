import { Temporal } from 'temporal-polyfill'
import type { Logger } from 'pino'
import { toExcerpt } from '../../web/ui/excerpt.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { enqueueMail, mailBody, subjectLine } from '../../server/mail/enqueue-mail.ts'
import { site } from '../../site.config.ts'
import { contactUrl, digestMailUrl, type LeadMailLinks } from '../lead-mail/lead-mail.server.ts'
import { lateReplies, lateReplyMessage } from './late-replies.server.ts'
import { DIGEST_HOUR } from './notifications.ts'

interface Needs {
  database: Database
  clock: Clock
  config: { siteUrl: string }
  secrets: { jwtSecret: string }
  log: Logger
}

interface DueKind {
  profile_id: string
  address: string
  kind: string
  from: string
  until: string
}

interface Notice {
  title: string
  message: string
  contact_id: string | null
}

/** The dashboard lists the rest. */
const MAX_NOTICES = 30
const EXCERPT_LENGTH = 200
const HOUR = 3_600_000
/** Waits for transactions that are writing notifications of the hour before. */
const SETTLING_MS = 60_000

/** Mails staff their unread notifications of the kinds they get every hour or every morning. */
export async function sendDigests({ database, clock, config, secrets, log }: Needs): Promise<void> {
  const links = { siteUrl: config.siteUrl, secret: secrets.jwtSecret }
  const mails = await asService(database, (tx) => writeDigests(tx, clock(), links))
  if (mails > 0) log.info({ mails }, 'mails about notifications written')
}

/** Returns the number of mails. Needs `service_role`. */
async function writeDigests(tx: Transaction, now: Date, links: LeadMailLinks): Promise<number> {
  let written = 0
  const due = await claimDueKinds(tx, new Date(now.getTime() - SETTLING_MS))
  for (const [profileId, kinds] of Map.groupBy(due, ({ profile_id: person }) => person)) {
    const [{ address } = { address: '' }] = kinds
    const notices = await findNotices(tx, kinds)
    if (notices.length === 0) continue
    await enqueueMail(tx, {
      kind: 'digest',
      message: buildDigest(notices, { profileId, address }, links),
      now,
    })
    written += 1
  }
  return written
}

/**
 * Returns the digests that are due, and marks them as sent up to the last full hour or morning. Safe on several instances:
 * the row locks make the second one wait, and it then finds nothing due.
 */
async function claimDueKinds(tx: Transaction, now: Date): Promise<DueKind[]> {
  const times = [lastHour(now), lastMorning(now)]
  await tx.query(
    `delete from private.notification_digests as digest
     where not exists (select from private.mail_choices() as choice
                       where choice.profile_id = digest.profile_id and choice.kind = digest.kind and mail <> 'each')`,
  )
  await tx.query(
    `insert into private.notification_digests (profile_id, kind, told_until)
     select profile_id, kind, case mail when 'hourly' then $1::timestamptz else $2::timestamptz end
     from private.mail_choices() where mail <> 'each' on conflict do nothing`,
    times,
  )
  const { rows } = await tx.query<DueKind>(
    `with due as (
       select digest.profile_id, digest.kind, told_until, address,
              case mail when 'hourly' then $1::timestamptz else $2::timestamptz end as until
       from private.notification_digests as digest join private.mail_choices() using (profile_id, kind)
       where told_until < case mail when 'hourly' then $1::timestamptz else $2::timestamptz end
       order by profile_id, kind for update of digest)
     update private.notification_digests as digest set told_until = until from due
     where digest.profile_id = due.profile_id and digest.kind = due.kind
     returning due.profile_id, address, due.kind, due.told_until as "from", until`,
    times,
  )
  return rows
}

/** What one person has not read, and the replies that became and are still late, oldest first. */
async function findNotices(tx: Transaction, kinds: readonly DueKind[]): Promise<Notice[]> {
  const { rows } = await tx.query<Notice>(
    `with due as (
       select * from jsonb_to_recordset($1) as due (profile_id uuid, kind text, "from" timestamptz, until timestamptz))
     select title, message, contact_id, created_at as at
     from due join public.notifications as notification
       on recipient_id = profile_id and notification.kind = due.kind and created_at >= "from" and created_at < until
     where not read
     union all
     select 'A reply is late', ${lateReplyMessage}, person.contact_id, noticed_at
     from ${lateReplies}
     join due on due.kind = 'late' and noticed_at >= "from" and noticed_at < until
     order by at`,
    [JSON.stringify(kinds)],
  )
  return rows
}

function buildDigest(
  notices: readonly Notice[],
  { profileId, address }: { profileId: string; address: string },
  links: LeadMailLinks,
) {
  const { siteUrl } = links
  const unsubscribe = digestMailUrl(profileId, links)
  const [first] = notices
  const count = notices.length === 1 ? '1 notification' : `${notices.length} notifications`
  return {
    to: address,
    unsubscribe,
    subject: subjectLine(notices.length === 1 ? `${first?.title}: ${first?.message}` : count),
    ...mailBody([
      `${count} you have not read yet.`,
      ...notices.slice(0, MAX_NOTICES).flatMap(({ title, message, contact_id: contactId }) => [
        `${title}: ${toExcerpt(message, EXCERPT_LENGTH)}`,
        {
          link: contactId === null ? `${siteUrl}/login?tab=notifications` : contactUrl(siteUrl, contactId),
        },
      ]),
      ...(notices.length > MAX_NOTICES ? [`And ${notices.length - MAX_NOTICES} more in the dashboard.`] : []),
      'To get these mails at other times:',
      { link: `${siteUrl}/login?view=account` },
      'To get none:',
      { link: unsubscribe },
    ]),
  }
}

function lastHour(now: Date): Date {
  return new Date(Math.floor(now.getTime() / HOUR) * HOUR)
}

/** The latest DIGEST_HOUR in the business's time zone. */
function lastMorning(now: Date): Date {
  const { timeZone } = site.hours
  const moment = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  const today = moment.toPlainDate().toZonedDateTime({ timeZone, plainTime: { hour: DIGEST_HOUR } })
  const last = Temporal.ZonedDateTime.compare(today, moment) > 0 ? today.subtract({ days: 1 }) : today
  return new Date(last.epochMilliseconds)
}
