import { chooseFiles } from '../../server/files/choose-files.ts'
import type { MailProvider } from '../../server/mail/mail-provider.ts'
import { createQueues, type PhoneAndQueues, type QueueNeeds } from '../../server/queues.ts'

const noOpMail: MailProvider = { simulated: true, send: async () => undefined }

/** A phone provider for tests about something else: its webhooks reach no handler. */
export function noOpPhone(
  parts: Omit<QueueNeeds, 'mail' | 'files' | 'random' | 'deliver'> & { mail?: MailProvider },
): PhoneAndQueues {
  return createQueues({
    mail: noOpMail,
    ...parts,
    files: chooseFiles(parts.config),
    random: () => 0.5,
    deliver: () => Response.error(),
  })
}
