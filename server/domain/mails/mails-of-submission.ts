import type { Transaction } from '../../database/database.ts'
import type { ReceivedSubmission } from '../submissions/received-submission.ts'
import { confirmationMail } from './confirmation-mail.ts'
import { leadMail } from './lead-mail.ts'
import { writeMail } from './write-mail.ts'

export interface MailsOfSubmission {
  siteUrl: string
  /** Who hears of new leads. */
  leadsTo: string
}

/** Writes the confirmation for the visitor and the news for staff, as far as their limits allow. Needs `service_role`. */
export async function mailSubmission(
  tx: Transaction,
  { received, now, siteUrl, leadsTo }: MailsOfSubmission & { received: ReceivedSubmission; now: Date },
): Promise<void> {
  const { submission, origin } = received
  const sender = origin.address
  await writeMail(tx, { kind: 'confirmation', message: confirmationMail(submission), now, sender })
  await writeMail(tx, { kind: 'lead', message: leadMail(submission, { to: leadsTo, siteUrl }), now })
}
