import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { createFileMail } from './file-mail.ts'
import type { MailProvider } from './mail-provider.ts'
import { createSmtpMail } from './smtp-mail.ts'

interface SenderSettings {
  mail: Pick<Config['mail'], 'from'>
  siteUrl: string
}

/** The configured mail server; without one, files in `DATA_DIR/mail`. */
export function chooseMail(
  config: SenderSettings & {
    mail: Pick<Config['mail'], 'smtpUrl'>
    dataDirectory: string
  },
  log: Logger,
): MailProvider {
  const from = findSender(config)
  if (config.mail.smtpUrl !== undefined) return createSmtpMail({ url: config.mail.smtpUrl, from })
  return createFileMail({ directory: join(config.dataDirectory, 'mail'), from, log })
}

/** The sender of all mail. */
export function findSender({ mail, siteUrl }: SenderSettings): string {
  return mail.from ?? `no-reply@${new URL(siteUrl).hostname}`
}
