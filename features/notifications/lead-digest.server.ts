import { excerptOf } from '../../web/ui/excerpt.ts'
import type { MailMessage } from '../../server/mail/mail-provider.ts'
import { contactAddress, leadMailAddress, type LeadMailAddresses } from './lead-mail-address.server.ts'
import type { LeadReader } from './lead-readers.server.ts'
import { type Block, mailBody, subjectLine } from '../../server/mail/mail-body.ts'

export interface DigestedLead {
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
export function digestMail(
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
    { quote: excerptOf(message, EXCERPT_LENGTH) },
    ...(contactId === null ? [] : [{ link: contactAddress(siteUrl, contactId) }]),
  ]
}
