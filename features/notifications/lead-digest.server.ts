import { shortenText } from '../../web/ui/excerpt.ts'
import type { MailMessage } from '../../server/mail/mail-provider.ts'
import {
  contactAddress,
  leadMailAddress,
  type LeadMailAddresses,
  type LeadReader,
} from './notifications.server.ts'
import { type Block, mailBody, subjectLine, writeMail } from '../../server/mail/enqueue-mail.ts'
import { lastOpening, type BusinessHours } from '../../business-hours.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { site } from '../../site.config.ts'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Dependencies } from '../../server/dependencies.ts'

interface DigestedLead {
  name: string
  email: string
  phone: string | null
  service: string | null
  message: string
  /** Null once the contact was removed. */
  contactId: string | null
}

/** More than anybody reads in a mail; the dashboard has them all. */
const LISTED = 30
const EXCERPT_LENGTH = 200

/** What a reader is told of the leads since their last daily mail; at least one, the oldest first. */
function digestMail(
  leads: readonly DigestedLead[],
  reader: LeadReader,
  addresses: LeadMailAddresses,
): Omit<MailMessage, 'messageId'> {
  const unsubscribe = leadMailAddress(reader, addresses)
  const [first] = leads
  const count = leads.length === 1 ? '1 new lead' : `${leads.length} new leads`
  return {
    to: reader.address,
    unsubscribe,
    subject: subjectLine(leads.length === 1 ? `${count}: ${first?.name}` : count),
    ...mailBody([
      `${count} since your last daily mail.`,
      ...leads.slice(0, LISTED).flatMap((lead) => blocksOf(lead, addresses.siteUrl)),
      ...(leads.length > LISTED ? [`And ${leads.length - LISTED} more in the dashboard.`] : []),
      'Open the dashboard to answer:',
      { link: `${addresses.siteUrl}/login` },
      'You get one mail a day about new leads. To change that, or to get none:',
      { link: unsubscribe },
    ]),
  }
}

function blocksOf(
  { name, email, phone, service, message, contactId }: DigestedLead,
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
    ...(contactId === null ? [] : [{ link: contactAddress(siteUrl, contactId) }]),
  ]
}

interface DueDigest {
  profile_id: string
  address: string
  told_until: Date
}

/**
 * Writes the daily mails that are due: when the business opens, what came in since it last did. A day without leads has no mail,
 * and whoever chose the daily mail gets the first one the next time. Returns how many were written. Needs `service_role`.
 */
async function writeLeadDigests(
  tx: Transaction,
  { hours, now, ...addresses }: LeadMailAddresses & { hours: BusinessHours; now: Date },
): Promise<number> {
  const until = lastOpening(hours, now)
  await followChoices(tx, until)
  let written = 0
  for (const digest of await takeDue(tx, until)) {
    const leads = await leadsBetween(tx, digest.told_until, until)
    if (leads.length === 0) continue
    const reader = { profileId: digest.profile_id, address: digest.address }
    await writeMail(tx, { kind: 'digest', message: digestMail(leads, reader, addresses), now })
    written += 1
  }
  return written
}

async function followChoices(tx: Transaction, until: Date): Promise<void> {
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

/** Another copy of the server that is at it already has the rows it takes locked, and finds nothing left once it has them. */
async function takeDue(tx: Transaction, until: Date): Promise<DueDigest[]> {
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

async function leadsBetween(tx: Transaction, from: Date, until: Date): Promise<DigestedLead[]> {
  const { rows } = await tx.query<DigestedLead>(
    `select name, email, phone, service, message, contact_id as "contactId" from public.contact_submissions
     where received_at >= $1 and received_at < $2 and not spam order by received_at, id`,
    [from, until],
  )
  return rows
}

/** Mails the leads since yesterday to the staff who want one mail a day, when the business opens. */
export async function sendLeadDigests({
  database,
  clock,
  config,
  secrets,
  log,
}: Pick<Dependencies, 'database' | 'clock' | 'config' | 'secrets' | 'log'>): Promise<void> {
  const digests = await asIdentity(database, { role: 'service_role' }, (tx) =>
    writeLeadDigests(tx, {
      hours: site.hours,
      now: clock(),
      siteUrl: config.siteUrl,
      secret: secrets.jwtSecret,
    }),
  )
  if (digests > 0) log.info({ mails: digests }, 'daily mails about leads written')
}
