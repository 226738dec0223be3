import type { FetchQueryObject, ImapFlow, SearchObject } from 'imapflow'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { MailFolder } from './find-mail-contact.server.ts'
import type { MailReceiver } from './incoming-mail.server.ts'
import { FIRST_BYTES, MAX_MAIL_BYTES, receiveMail, skipMail } from './receive-mail.server.ts'

/** A mail the mail server fails to hand over this often is recorded and left. */
const MAX_ATTEMPTS = 5
/** How far back a folder is read again when its UIDs have changed. Mail that is known is recognized. */
const REREAD_MS = 7 * 86_400_000

export interface FolderReading {
  database: Database
  clock: Clock
  log: Logger
  receiver: MailReceiver
  turn: { take: () => Promise<boolean> }
  /** How often a mail was asked for, by folder and UID. */
  attempts: Map<string, number>
}

interface FolderToRead {
  folder: MailFolder
  path: string
  signal: AbortSignal
}

/** Receives the mails that came since the last look. Throws when the connection, database or file store fails. */
export async function readFolder(
  client: ImapFlow,
  reading: FolderReading,
  { folder, path, signal }: FolderToRead,
): Promise<void> {
  // EXAMINE: nothing in the mailbox is changed, not even the mark of unread mail.
  const opened = await client.mailboxOpen(path, { readOnly: true })
  const uidValidity = Number(opened.uidValidity)
  const last = await findPosition(client, reading, { folder, uidValidity, uidNext: opened.uidNext })
  if (opened.uidNext <= last + 1) return
  const uids = await search(client, { uid: `${last + 1}:*` })
  for (const uid of uids.filter((one) => one > last).toSorted((a, b) => a - b)) {
    if (signal.aborted) return
    await readMail(client, reading, { folder, uidValidity, uid })
    if (!(await reading.turn.take())) throw new Error('Another instance watches the mailbox')
  }
}

async function readMail(
  client: ImapFlow,
  { receiver, attempts, clock, log }: FolderReading,
  at: { folder: MailFolder; uidValidity: number; uid: number },
): Promise<void> {
  const { folder, uidValidity, uid } = at
  const key = `${folder} ${uidValidity} ${uid}`
  const position = { uidValidity, uid }
  const failed = attempts.get(key) ?? 0
  // A failing database or file store does not count: the mail waits for it.
  const ask = async (query: FetchQueryObject) => {
    try {
      return await client.fetchOne(String(uid), query, { uid: true })
    } catch (error) {
      attempts.set(key, failed + 1)
      throw error
    }
  }
  if (failed >= MAX_ATTEMPTS) {
    await skipMail(
      receiver.database,
      { folder, position, arrivedAt: clock(), size: 0 },
      'The mail server does not hand it over.',
    )
  } else {
    const found = await ask({ headers: true, size: true, internalDate: true })
    // Deleted since then.
    if (found === false) return
    const size = found.size ?? 0
    const read = async () => {
      const maxLength = size > MAX_MAIL_BYTES ? FIRST_BYTES : MAX_MAIL_BYTES
      const whole = await ask({ source: { start: 0, maxLength } })
      return whole === false ? new Uint8Array() : (whole.source ?? new Uint8Array())
    }
    const outcome = await receiveMail(receiver, {
      folder,
      position,
      arrivedAt: new Date(found.internalDate ?? clock()),
      size,
      header: found.headers ?? new Uint8Array(),
      read,
    })
    if (outcome === 'unreadable') log.warn({ folder, uid }, 'a mail could not be read')
  }
  attempts.delete(key)
}

/** Throws if the server refuses, which the client reports like an empty result. */
async function search(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const found = await client.search(query, { uid: true })
  if (!Array.isArray(found)) throw new Error('The mail server refused a search')
  return found
}

/** The last UID that was dealt with. The first time, mail that is there already counts as such. */
async function findPosition(
  client: ImapFlow,
  { database, clock }: FolderReading,
  { folder, uidValidity, uidNext }: { folder: MailFolder; uidValidity: number; uidNext: number },
): Promise<number> {
  const { rows } = await asService(database, (tx) =>
    tx.query<{ uid_validity: string; last_uid: string; changed_at: Date | string }>(
      `insert into private.mailbox_positions (folder, uid_validity, last_uid, changed_at) values ($1, $2, $3, $4)
       on conflict on constraint mailbox_positions_pkey do update set folder = excluded.folder
       returning uid_validity, last_uid, changed_at`,
      [folder, uidValidity, uidNext - 1, clock()],
    ),
  )
  const [known] = rows
  if (known !== undefined && Number(known.uid_validity) === uidValidity) return Number(known.last_uid)
  const since = new Date(new Date(known?.changed_at ?? clock()).getTime() - REREAD_MS)
  const recent = await search(client, { since })
  const last = Math.min(uidNext, ...recent) - 1
  await asService(database, (tx) =>
    tx.query('update private.mailbox_positions set uid_validity = $2, last_uid = $3 where folder = $1', [
      folder,
      uidValidity,
      last,
    ]),
  )
  return last
}
