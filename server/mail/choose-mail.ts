import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { createFileMail } from './file-mail.ts'
import type { MailProvider } from './mail-provider.ts'
import { createSmtpMail } from './smtp-mail.ts'

/** The configured mail server; without one, files in `DATA_DIR/mail`. */
export function chooseMail(
  config: Pick<Config, 'mail' | 'siteUrl' | 'dataDirectory'>,
  log: Logger,
): MailProvider {
  const from = config.mail.from ?? `no-reply@${new URL(config.siteUrl).hostname}`
  if (config.mail.smtpUrl !== undefined) return createSmtpMail({ url: config.mail.smtpUrl, from })
  return createFileMail({ directory: join(config.dataDirectory, 'mail'), from, log })
}
