import { z } from 'zod'
import { MailError, type MailFailure } from './mail-provider.ts'

/** What the mailer says of a failure: its own word, the command that failed, and the server's answer. */
const report = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  response: z.string().optional(),
  responseCode: z.number().optional(),
})

/** The failure of handing over a message, in one of our four words. */
export function smtpFailure(error: unknown): MailError {
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
