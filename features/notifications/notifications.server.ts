import type { ContactSubmission } from '../submissions/submissions.ts'
import type { MailMessage } from '../../server/mail/mail-provider.ts'
import { contactAddress, leadMailAddress, type LeadMailAddresses } from './lead-mail-address.server.ts'
import type { LeadReader } from './lead-readers.server.ts'
import { mailBody, subjectLine } from '../../server/mail/mail-body.ts'

/** What a reader is told of a new lead. An answer to the mail goes to the visitor. */
export function leadMail(
  lead: ContactSubmission & { contactId: string },
  reader: LeadReader,
  addresses: LeadMailAddresses,
): Omit<MailMessage, 'messageId'> {
  const unsubscribe = leadMailAddress(reader, addresses)
  const facts = [
    ['Name', lead.name],
    ['Email', lead.email],
    ['Phone', lead.phone],
    ['Company', lead.company],
    ['Service', lead.service],
    ['Text messages', lead.textConsent && lead.phone !== null ? 'agreed' : 'not agreed'],
    ['Page', lead.page],
  ] as const
  return {
    to: reader.address,
    unsubscribe,
    replyTo: { name: subjectLine(lead.name), address: lead.email },
    subject: subjectLine(`New lead: ${lead.name}`),
    ...mailBody([
      'Somebody wrote through the contact form.',
      { facts: facts.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const])) },
      { quote: lead.message },
      'Answer this mail to write to them, or open the lead in the dashboard:',
      { link: contactAddress(addresses.siteUrl, lead.contactId) },
      'You get a mail for each new lead. To get fewer, or none:',
      { link: unsubscribe },
    ]),
  }
}
