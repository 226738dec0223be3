import { createTransport } from 'nodemailer'
import { compose } from './mail-message.ts'
import { type MailMessage, type MailProvider, MailError, type MailFailure } from './mail-provider.ts'
import { z } from 'zod'

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

/** What the mailer says of a failure: its own word, the command that failed, and the server's answer. */
const report = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  response: z.string().optional(),
  responseCode: z.number().optional(),
})

/** The failure of handing over a message, in one of our four words. */
function smtpFailure(error: unknown): MailError {
  const said = report.safeParse(error).data ?? {}
  return new MailError(failureOf(said), { detail: said.response ?? said.code ?? '', cause: error })
}

function failureOf({ code, command, responseCode }: z.infer<typeof report>): MailFailure {
  if (responseCode === undefined)
    return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'refused' : unanswered(command)
  // 421: the server closes. Log-in and sender are ours, not the message's: wrong, they are wrong for every message.
  if (responseCode === 421 || (command !== 'RCPT TO' && command !== 'DATA')) return 'away'
  return responseCode >= 500 ? 'refused' : 'later'
}

function unanswered(command: string | undefined): MailFailure {
  return command === 'DATA' ? 'unknown' : 'away'
}
