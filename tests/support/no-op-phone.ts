import type { Dependencies } from '../../server/dependencies.ts'
import type { MailProvider } from '../../server/mail/mail-provider.ts'
import { createQueues } from '../../server/queues.ts'

const noOpMail: MailProvider = { simulated: true, send: async () => undefined }

/** The simulated telephone for tests that are about something else: nothing it would report reaches anybody. */
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
