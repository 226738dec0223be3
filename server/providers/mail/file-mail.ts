import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { compose } from './compose.ts'
import { MailError, type MailMessage, type MailProvider } from './mail-provider.ts'

export interface FileMailOptions {
  /** Where the `.eml` files go; made when missing. */
  directory: string
  from: string
  log: Logger
}

/** The simulation: writes each message to a file only its owner may read, and logs the link in it. */
export function createFileMail({ directory, from, log }: FileMailOptions): MailProvider {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return { simulated: true, send }

  async function send(message: MailMessage): Promise<void> {
    const file = join(directory, `${fileName(message.messageId)}.eml`)
    try {
      const { message: source } = await transport.sendMail(compose(message, from))
      if (!Buffer.isBuffer(source)) throw new TypeError('The message was not composed in memory')
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await writeFile(file, source, { mode: 0o600 })
    } catch (error) {
      throw new MailError('away', { detail: 'The message could not be written.', cause: error })
    }
    const link = message.text.match(/https?:\/\/\S+[?&]\S+/g)?.find((found) => found !== message.unsubscribe)
    log.info({ file, link }, 'mail written to a file instead of being sent')
  }
}

function fileName(messageId: string): string {
  return messageId.replaceAll(/[^\w.@-]/g, '')
}
