import type { Dependencies } from '../../server/dependencies.ts'
import type { MailProvider } from '../../server/mail/mail-provider.ts'
import { createQueues } from '../../server/queues.ts'

const noOpMail: MailProvider = { simulated: true, send: async () => undefined }

/** A phone provider for tests about something else: its webhooks reach no handler. */
export function noOpPhone(
  parts: Pick<Dependencies, 'config' | 'secrets' | 'database' | 'clock' | 'log'> & { mail?: MailProvider },
): Pick<Dependencies, 'phone' | 'incomingTexts' | 'queues'> {
  return createQueues({
    mail: noOpMail,
    ...parts,
    random: () => 0.5,
    deliver: () => Response.error(),
  })
}
