import type { ParsedMail } from './parse-mail.server.ts'

export { findMailboxIdentity, findReplyAddress } from './own-addresses.server.ts'
export { receiveMail } from './receive-mail.server.ts'
export { writeEmail } from './send-email.server.ts'

/** Parses a trusted mail in this thread. Loads the parsers first. */
export async function parseMail(source: Uint8Array): Promise<ParsedMail> {
  const parser = await import('./parse-mail.server.ts')
  return parser.parseMail(source)
}
