import type { Transaction } from '../../platform/database/database.ts'
import type { ReceivedSubmission } from './submission-contact.server.ts'
import {
  contactUrl,
  findLeadReaders,
  leadMailUrl,
  type LeadMailLinks,
  type LeadReader,
} from '../lead-mail/lead-mail.server.ts'
import { enqueueMails, type Block, mailBody, subjectLine } from '../../server/mail/enqueue-mail.ts'
import { textConsentWording } from '../consent/consent.ts'
import { site } from '../../site.config.ts'
import type { ContactSubmission } from './submissions.ts'
import type { MailMessage } from '../../server/mail/mail-provider.ts'
import { normalizePhone } from '../contacts/contacts.server.ts'

export interface SubmissionMailOptions extends LeadMailLinks {
  /** Receives mail about new leads in addition to subscribed staff. */
  leadsTo: string
}

/** Queues the visitor's confirmation and the lead mails for staff, within their limits. Needs `service_role`. */
export async function writeSubmissionMails(
  tx: Transaction,
  {
    received,
    contactId,
    now,
    leadsTo,
    ...addresses
  }: SubmissionMailOptions & { received: ReceivedSubmission; contactId: string; now: Date },
): Promise<void> {
  const { submission, origin } = received
  const { sender } = origin
  const readers = await findLeadReaders(tx, leadsTo)
  await enqueueMails(tx, [
    { kind: 'confirmation', message: buildConfirmationMail(submission), now, sender },
    ...readers.map((reader) => ({
      kind: 'lead' as const,
      message: buildLeadMail({ ...submission, contactId }, reader, addresses),
      now,
    })),
  ])
}

/** The mail about a new lead. A reply goes to the visitor. */
function buildLeadMail(
  lead: ContactSubmission & { contactId: string },
  reader: LeadReader,
  addresses: LeadMailLinks,
): Omit<MailMessage, 'messageId'> {
  const unsubscribe = leadMailUrl(reader, addresses)
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
      { link: contactUrl(addresses.siteUrl, lead.contactId) },
      'You get a mail for each new lead. To get fewer, or none:',
      { link: unsubscribe },
    ]),
  }
}

/**
 * Confirms the message and the consent to the visitor. Repeats no free text, so that no one can use the form to send
 * messages in our name to a stranger's address.
 */
function buildConfirmationMail(submission: ContactSubmission): Omit<MailMessage, 'messageId'> {
  const { email, service } = submission
  const subject = service === null ? 'your message' : `your message about ${service}`
  return {
    to: email,
    replyTo: { name: site.name, address: site.email.address },
    subject: `We have your message – ${site.name}`,
    ...mailBody([
      `Thank you for reaching out. We have received ${subject} and will get back to you ${site.response.guaranteed}.`,
      ...describeConsent(submission),
      `If you have something to add, just answer this mail. If it was not you who wrote to us, you need do nothing.`,
    ]),
  }
}

/** What the visitor agreed to about texts. */
export function describeConsent({
  textConsent,
  phone,
}: Pick<ContactSubmission, 'textConsent' | 'phone'>): Block[] {
  const number = phone === null ? null : normalizePhone(phone)
  if (!textConsent || phone === null) return ['You did not agree to text messages, so we send you none.']
  return [
    `You agreed to text messages${number === null ? '' : ` at ${number}`}, with these words:`,
    { quote: textConsentWording(site.name) },
    'To stop them, reply STOP to any of them, or answer this mail and say so.',
  ]
}
