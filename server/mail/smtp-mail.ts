import { z } from 'zod'
import { composeMail } from './mail-message.ts'
import { type MailMessage, type MailProvider, MailError, type MailFailure } from './mail-provider.ts'

const TIMEOUT = 10_000

/** The mailer's error: its code, the failed command, and the server's response. */
const report = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  response: z.string().optional(),
  responseCode: z.number().optional(),
})

/** Sends through the SMTP server at `url` (`smtps://user:password@host:465`), as `from`. */
export function createSmtpMail({ url, from }: { url: string; from: string }): MailProvider {
  let transport: ReturnType<typeof connectTo> | undefined
  return { simulated: false, send }

  async function send(message: MailMessage): Promise<void> {
    try {
      await (await (transport ??= connectTo(url))).sendMail(composeMail(message, from))
    } catch (error) {
      throw toMailError(error)
    }
  }
}

/** Connects and signs in without sending. Throws MailError with the server's error. */
export async function verifySmtp(url: string): Promise<void> {
  const transport = await connectTo(url)
  try {
    await transport.verify()
  } catch (error) {
    throw toMailError(error)
  } finally {
    transport.close()
  }
}

async function connectTo(url: string) {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    // Messages are text only and must not reference files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Sending rejects with the same error.
  transport.on('error', () => undefined)
  return transport
}

/** Maps an error to a MailError with one of our four reasons. */
function toMailError(error: unknown): MailError {
  const said = report.safeParse(error).data ?? {}
  return new MailError(classifyFailure(said), { detail: said.response ?? said.code ?? '', cause: error })
}

function classifyFailure({ code, command, responseCode }: z.infer<typeof report>): MailFailure {
  if (responseCode === undefined)
    return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'refused' : isUnanswered(command)
  // 421: the server is closing. Login and sender are our settings, so an error there affects every message.
  if (responseCode === 421 || (command !== 'RCPT TO' && command !== 'DATA')) return 'away'
  return responseCode >= 500 ? 'refused' : 'later'
}

function isUnanswered(command: string | undefined): MailFailure {
  return command === 'DATA' ? 'unknown' : 'away'
}
