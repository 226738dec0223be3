import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { domainToUnicode } from 'node:url'
import type { Logger } from 'pino'
import { composeMail } from './mail-message.ts'
import { MailError, type MailMessage, type MailProvider } from './mail-provider.ts'

export interface FileMailOptions {
  /** Directory of the `.eml` files; created if missing. */
  directory: string
  from: string
  log: Logger
}

/** Simulated mail: writes each message to a file only its owner can read, and logs the link in it. */
export function createFileMail({ directory, from, log }: FileMailOptions): MailProvider {
  return { simulated: true, send, forget }

  async function send(message: MailMessage): Promise<void> {
    const file = join(directory, `${fileName(message.messageId)}.eml`)
    try {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
      const { message: source } = await transport.sendMail(composeMail(message, from))
      if (!Buffer.isBuffer(source)) throw new TypeError('The message was not composed in memory')
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await writeFile(file, source, { mode: 0o600 })
    } catch (error) {
      throw new MailError('away', { detail: 'The message could not be written.', cause: error })
    }
    const link = message.text.match(/https?:\/\/\S+[?&]\S+/g)?.find((found) => found !== message.unsubscribe)
    log.info({ file, link }, 'mail written to a file instead of being sent')
  }

  async function forget(named: RegExp): Promise<void> {
    for (const name of await listFiles(directory)) {
      const file = join(directory, name)
      if (named.test(decodeMessage(await readFile(file, 'latin1')).toLowerCase())) await rm(file)
    }
  }
}

async function listFiles(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).filter((name) => name.endsWith('.eml'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** The text of a message, decoded (RFC 2045, section 6). */
function decodeMessage(source: string): string {
  const quoted = source
    .replaceAll(/=\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
  const packed = source.match(/^(?:[A-Za-z0-9+/]{4}){2,}(?:\n[A-Za-z0-9+/]+)*={0,2}$/gm) ?? []
  const words = [source, quoted, ...packed.map((block) => Buffer.from(block, 'base64').toString('latin1'))]
  return Buffer.from(words.join('\n'), 'latin1')
    .toString('utf8')
    .replaceAll(/xn--[\w.-]+/g, (domain) => domainToUnicode(domain))
}

function fileName(messageId: string): string {
  return messageId.replaceAll(/[^\w.@-]/g, '')
}
