import { createTransport } from 'nodemailer'
import { compose } from './mail-message.ts'
import type { MailMessage, MailProvider } from './mail-provider.ts'
import { smtpFailure } from './smtp-failure.ts'

const TIMEOUT = 10_000

/** Sends through the SMTP server at `url` (`smtps://user:password@host:465`), as `from`. */
export function createSmtpMail({ url, from }: { url: string; from: string }): MailProvider {
  const transport = connectTo(url)
  return { simulated: false, send }

  async function send(message: MailMessage): Promise<void> {
    try {
      await transport.sendMail(compose(message, from))
    } catch (error) {
      throw smtpFailure(error)
    }
  }
}

/** Connects and signs in, and sends nothing. Throws MailError with the server's own words. */
export async function verifySmtp(url: string): Promise<void> {
  const transport = connectTo(url)
  try {
    await transport.verify()
  } catch (error) {
    throw smtpFailure(error)
  } finally {
    transport.close()
  }
}

function connectTo(url: string) {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    // A message is made of words alone; nothing in it may name a file or an address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Sending rejects with the same error.
  transport.on('error', () => undefined)
  return transport
}
