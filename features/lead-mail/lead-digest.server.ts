import { shortenText } from '../../web/ui/excerpt.ts'
import type { MailMessage } from '../../server/mail/mail-provider.ts'
import { contactUrl, leadMailUrl, type LeadMailLinks, type LeadReader } from './lead-mail.server.ts'
import { type Block, mailBody, subjectLine, enqueueMail } from '../../server/mail/enqueue-mail.ts'
import { lastOpening, type BusinessHours } from '../../business-hours.ts'
import type { Transaction, Database } from '../../platform/database/database.ts'
import { site } from '../../site.config.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from 'pino'

interface Needs {
  database: Database
  clock: Clock
  config: { siteUrl: string }
  secrets: { jwtSecret: string }
  log: Logger
}

interface DigestLead {
  name: string
  email: string
  phone: string | null
  service: string | null
  message: string
  /** Null after the contact was deleted. */
  contactId: string | null
}

interface DueDigest {
  profile_id: string
  address: string
  told_until: Date
}

/** The dashboard lists the rest. */
const MAX_LEADS = 30
const EXCERPT_LENGTH = 200

/** Sends the daily lead mail to subscribed staff at opening time. */
export async function sendLeadDigests({ database, clock, config, secrets, log }: Needs): Promise<void> {
  const digests = await asService(database, (tx) =>
    writeLeadDigests(tx, {
      hours: site.hours,
      now: clock(),
      siteUrl: config.siteUrl,
      secret: secrets.jwtSecret,
    }),
  )
  if (digests > 0) log.info({ mails: digests }, 'daily mails about leads written')
}

/**
 * Writes the daily mails that are due: at opening time, about leads since the previous opening. No mail without leads; new
 * subscribers get their first mail at the next opening. Returns the number of mails. Needs `service_role`.
 */
async function writeLeadDigests(
  tx: Transaction,
  { hours, now, ...addresses }: LeadMailLinks & { hours: BusinessHours; now: Date },
): Promise<number> {
  const until = lastOpening(hours, now)
  await syncDigestReaders(tx, until)
  let written = 0
  for (const digest of await claimDueDigests(tx, until)) {
    const leads = await findLeads(tx, digest.told_until, until)
    if (leads.length === 0) continue
    const reader = { profileId: digest.profile_id, address: digest.address }
    await enqueueMail(tx, { kind: 'digest', message: buildDigestMail(leads, reader, addresses), now })
    written += 1
  }
  return written
}

async function syncDigestReaders(tx: Transaction, until: Date): Promise<void> {
  await tx.query(
    `delete from private.lead_digests
     where profile_id not in (select profile_id from private.lead_mail_readers('daily'))`,
  )
  await tx.query(
    `insert into private.lead_digests (profile_id, told_until)
     select profile_id, $1 from private.lead_mail_readers('daily') on conflict do nothing`,
    [until],
  )
}

/** Safe on several instances: the row locks make the second one wait, and it then finds nothing due. */
async function claimDueDigests(tx: Transaction, until: Date): Promise<DueDigest[]> {
  const { rows } = await tx.query<DueDigest>(
    `with due as (
       select profile_id, told_until from private.lead_digests where told_until < $1 order by profile_id for update)
     update private.lead_digests as digest set told_until = $1
     from due join private.lead_mail_readers('daily') as reader using (profile_id)
     where digest.profile_id = due.profile_id
     returning due.profile_id, reader.address, due.told_until`,
    [until],
  )
  return rows
}

async function findLeads(tx: Transaction, from: Date, until: Date): Promise<DigestLead[]> {
  const { rows } = await tx.query<DigestLead>(
    `select name, email, phone, service, message, contact_id as "contactId" from public.contact_submissions
     where received_at >= $1 and received_at < $2 and not spam order by received_at, id`,
    [from, until],
  )
  return rows
}

/** The daily mail about `leads`: at least one, oldest first. */
function buildDigestMail(
  leads: readonly DigestLead[],
  reader: LeadReader,
  addresses: LeadMailLinks,
): Omit<MailMessage, 'messageId'> {
  const unsubscribe = leadMailUrl(reader, addresses)
  const [first] = leads
  const count = leads.length === 1 ? '1 new lead' : `${leads.length} new leads`
  return {
    to: reader.address,
    unsubscribe,
    subject: subjectLine(leads.length === 1 ? `${count}: ${first?.name}` : count),
    ...mailBody([
      `${count} since your last daily mail.`,
      ...leads.slice(0, MAX_LEADS).flatMap((lead) => formatLead(lead, addresses.siteUrl)),
      ...(leads.length > MAX_LEADS ? [`And ${leads.length - MAX_LEADS} more in the dashboard.`] : []),
      'Open the dashboard to answer:',
      { link: `${addresses.siteUrl}/login` },
      'You get one mail a day about new leads. To change that, or to get none:',
      { link: unsubscribe },
    ]),
  }
}

function formatLead(
  { name, email, phone, service, message, contactId }: DigestLead,
  siteUrl: string,
): Block[] {
  const facts = [
    ['Name', name],
    ['Email', email],
    ['Phone', phone],
    ['Service', service],
  ] as const
  return [
    { facts: facts.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const])) },
    { quote: shortenText(message, EXCERPT_LENGTH) },
    ...(contactId === null ? [] : [{ link: contactUrl(siteUrl, contactId) }]),
  ]
}
