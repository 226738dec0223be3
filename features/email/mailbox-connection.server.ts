import { ImapFlow } from 'imapflow'
import type { MailboxSettings } from '../../server/config.ts'
import type { MailFolder } from './find-mail-contact.server.ts'

/** Logs in without reading mail. Returns the folder of sent mail, or null. Throws the mail server's error. */
export async function verifyMailbox(mailbox: MailboxSettings): Promise<string | null> {
  // An error also rejects the call below.
  const client = connect(mailbox, () => undefined)
  try {
    await client.connect()
    const folders = await findFolders(client, mailbox)
    return folders.find(([folder]) => folder === 'sent')?.[1] ?? null
  } finally {
    client.close()
  }
}

/** A client that has not connected yet. */
export function connect({ url }: MailboxSettings, onError: (error: Error) => void): ImapFlow {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'imaps:'
  const client = new ImapFlow({
    host: hostname,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    // Otherwise a lost connection is noticed after five minutes.
    socketTimeout: 60_000,
    maxIdleTime: 4 * 60_000,
  })
  client.on('error', onError)
  return client
}

/** The folders to read with their paths, INBOX last. */
export async function findFolders(
  client: ImapFlow,
  { sentFolder }: MailboxSettings,
): Promise<[MailFolder, string][]> {
  const folders = await client.list()
  const sent = sentFolder ?? folders.find(({ specialUse }) => specialUse === '\\Sent')?.path
  return [...(sent === undefined ? [] : [['sent', sent] as [MailFolder, string]]), ['inbox', 'INBOX']]
}
