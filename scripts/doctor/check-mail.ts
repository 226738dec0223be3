import type { Config } from '../../server/config.ts'
import { MailError } from '../../server/mail/mail-provider.ts'
import { verifySmtp } from '../../server/mail/smtp-mail.ts'
import { attention, broken, ok, type Finding } from './finding.ts'

const ABOUT = 'Mail'

/** Logs in to the mail server without sending anything. */
export async function checkMail({ mail, dataDirectory }: Config): Promise<Finding[]> {
  if (mail.smtpUrl === undefined) {
    return [
      attention(
        ABOUT,
        `Simulated: mails are written to ${dataDirectory}/mail and not delivered.`,
        'Set SMTP_URL and MAIL_FROM to the values from your mail provider.',
      ),
    ]
  }
  const host = new URL(mail.smtpUrl).host
  try {
    await verifySmtp(mail.smtpUrl)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    const says = `Cannot log in to the mail server ${host}: ${error.detail}`
    return [
      broken(
        ABOUT,
        says,
        'Check host, port, user and password in SMTP_URL. Queued mails are sent once it works.',
      ),
    ]
  }
  if (mail.from === undefined) {
    return [
      attention(
        ABOUT,
        `The mail server ${host} accepts the login, but MAIL_FROM is not set.`,
        'Set it to an address your mail provider lets you send from.',
      ),
    ]
  }
  return [ok(ABOUT, `Live: the mail server ${host} accepts the login.`)]
}
