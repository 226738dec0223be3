import type { ContactSubmission } from '../../../shared/contact-submission.ts'
import type { MailMessage } from '../../providers/mail/mail-provider.ts'
import { mailBody, subjectLine } from './mail-body.ts'

/** What staff are told of a new lead. An answer to the mail goes to the visitor. */
export function leadMail(
  lead: ContactSubmission,
  { to, siteUrl }: { to: string; siteUrl: string },
): Omit<MailMessage, 'messageId'> {
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
    to,
    replyTo: { name: subjectLine(lead.name), address: lead.email },
    subject: subjectLine(`New lead: ${lead.name}`),
    ...mailBody([
      'Somebody wrote through the contact form.',
      { facts: facts.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const])) },
      { quote: lead.message },
      'Answer this mail to write to them, or open the dashboard:',
      { link: `${siteUrl}/login` },
    ]),
  }
}
