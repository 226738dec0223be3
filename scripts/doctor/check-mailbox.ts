import { verifyMailbox } from '../../features/email/mailbox-connection.server.ts'
import type { Config } from '../../server/config.ts'
import { attention, broken, ok, type Finding } from './finding.ts'

const ABOUT = 'Mailbox'

/** Logs in to the watched mailbox and looks for its folder of sent mail; changes nothing. */
export async function checkMailbox({ mail }: Config): Promise<Finding[]> {
  if (mail.mailbox === undefined) return []
  const host = new URL(mail.mailbox.url).host
  try {
    const sent = await verifyMailbox(mail.mailbox)
    if (sent !== null) return [ok(ABOUT, `Live: ${host} accepts the login; sent mail is in “${sent}”.`)]
    return [
      attention(
        ABOUT,
        `${host} accepts the login, but does not say which folder has sent mail.`,
        'Set MAILBOX_SENT to its name. Otherwise replies written with other mail programs are missing.',
      ),
    ]
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    return [
      broken(
        ABOUT,
        `Cannot log in to the mailbox at ${host}: ${reason}`,
        'Check MAILBOX_URL. Nothing is lost: mail is read once it works.',
      ),
    ]
  }
}
