import type { Transaction } from '../../platform/database/database.ts'
import type { ReceivedSubmission } from './received-submission.server.ts'
import { confirmationMail } from './confirmation-mail.server.ts'
import type { LeadMailAddresses } from '../notifications/lead-mail-address.server.ts'
import { leadMail } from '../notifications/notifications.server.ts'
import { readersOfEachLead } from '../notifications/lead-readers.server.ts'
import { writeMail } from '../../server/mail/enqueue-mail.ts'

export interface MailsOfSubmission extends LeadMailAddresses {
  /** Hears of new leads, besides the staff who want to. */
  leadsTo: string
}

/** Writes the confirmation for the visitor and the news for staff, as far as their limits allow. Needs `service_role`. */
export async function mailSubmission(
  tx: Transaction,
  {
    received,
    contactId,
    now,
    leadsTo,
    ...addresses
  }: MailsOfSubmission & { received: ReceivedSubmission; contactId: string; now: Date },
): Promise<void> {
  const { submission, origin } = received
  const { sender } = origin
  await writeMail(tx, { kind: 'confirmation', message: confirmationMail(submission), now, sender })
  for (const reader of await readersOfEachLead(tx, leadsTo)) {
    await writeMail(tx, {
      kind: 'lead',
      message: leadMail({ ...submission, contactId }, reader, addresses),
      now,
    })
  }
}
