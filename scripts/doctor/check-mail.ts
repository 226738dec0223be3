import type { Config } from '../../server/config.ts'
import { MailError } from '../../server/mail/mail-provider.ts'
import { verifySmtp } from '../../server/mail/smtp-mail.ts'
import { attention, broken, ok, type Finding } from './finding.ts'

const ABOUT = 'Mail'

/** Signs in at the mail server, without sending anything. */
export async function checkMail({ mail, dataDirectory }: Config): Promise<Finding[]> {
  if (mail.smtpUrl === undefined) {
    return [
      attention(
        ABOUT,
        `Simulated: mails are written to ${dataDirectory}/mail, nobody gets them.`,
        'Set SMTP_URL and MAIL_FROM to what your mail provider gave you.',
      ),
    ]
  }
  const host = new URL(mail.smtpUrl).host
  try {
    await verifySmtp(mail.smtpUrl)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    const says = `The mail server ${host} does not take us: ${error.detail}`
    return [
      broken(
        ABOUT,
        says,
        'Check host, port, user and password in SMTP_URL. Mails wait and leave once it works.',
      ),
    ]
  }
  if (mail.from === undefined) {
    return [
      attention(
        ABOUT,
        `The mail server ${host} takes us, but MAIL_FROM is not set.`,
        'Set it to an address your mail provider lets you send from.',
      ),
    ]
  }
  return [ok(ABOUT, `Live: the mail server ${host} takes us.`)]
}
