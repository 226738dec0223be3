import { setTimeout as sleep } from 'node:timers/promises'
import { ImapFlow } from 'imapflow'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import type { Config, MailboxSettings } from '../../server/config.ts'
import { claimLease, releaseLease, renewLease, type Lease } from '../../server/jobs/lease.ts'
import { findMailboxIdentity } from './email.server.ts'
import type { MailFolder } from './find-mail-contact.server.ts'
import type { MailReceiver } from './incoming-mail.server.ts'
import { createMailParser } from './mail-parser.server.ts'
import { FIRST_BYTES, MAX_MAIL_BYTES, receiveMail, skipMail } from './receive-mail.server.ts'

interface Needs {
  config: Config
  database: Database
  files: FileStore
  clock: Clock
  log: Logger
}

const LEASE_MS = 60_000
/** Between two looks at the folders; INBOX reports new mail at once where the server supports IDLE (RFC 2177). */
const ROUND_MS = 20_000
const ROUND_WITHOUT_IDLE_MS = 3_000
const MIN_BACKOFF_MS = 2_000
const MAX_BACKOFF_MS = 300_000
/** A mail the mail server fails to hand over this often is recorded and left. */
const MAX_ATTEMPTS = 5
/** How far back a folder is read again when its UIDs have changed. Mail that is known is recognized. */
const REREAD_MS = 7 * 86_400_000

/** Watches the configured mailbox, read-only, on one instance at a time, until stopped. */
export function watchMailbox(needs: Needs & { mailbox: MailboxSettings }): { stop: () => Promise<void> } {
  const ending = new AbortController()
  const watching = watch(needs, ending.signal)
  return {
    stop: async () => {
      ending.abort()
      await watching
    },
  }
}

/** Logs in without reading mail. Returns the folder of sent mail, or null. Throws the mail server's error. */
export async function verifyMailbox(mailbox: MailboxSettings): Promise<string | null> {
  const client = connect(mailbox)
  // It also rejects the call below.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const folders = await findFolders(client, mailbox)
    return folders.find(([folder]) => folder === 'sent')?.[1] ?? null
  } finally {
    client.close()
  }
}

async function watch(needs: Needs & { mailbox: MailboxSettings }, ending: AbortSignal): Promise<void> {
  const { database, files, clock, log, config } = needs
  const parser = createMailParser()
  const turn = createTurn(database, clock)
  const receiver = { database, files, parser, ...findMailboxIdentity(config) }
  const attempts = new Map<string, number>()
  let failures = 0
  while (!ending.aborted) {
    try {
      if (await turn.take())
        await readUntilFailure({ ...needs, receiver, turn, attempts }, ending, () => (failures = 0))
      else await pause(LEASE_MS / 4, ending)
    } catch (error) {
      failures += 1
      log[failures === 3 ? 'error' : 'warn']({ err: error }, 'the mailbox cannot be read')
      await pause(Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** Math.min(failures - 1, 10)), ending)
    }
  }
  await turn.release().catch(() => undefined)
  await parser.close()
}

interface Watching extends Needs {
  mailbox: MailboxSettings
  receiver: MailReceiver
  turn: Turn
  attempts: Map<string, number>
}

/** Reads the folders again and again over one connection. Throws when the connection, database or file store fails. */
async function readUntilFailure(
  watching: Watching,
  ending: AbortSignal,
  onSuccess: () => void,
): Promise<void> {
  const client = connect(watching.mailbox)
  let failure: Error | undefined
  let wake: (() => void) | undefined
  client.on('error', (error: Error) => {
    failure = error
    wake?.()
  })
  client.on('close', () => {
    failure ??= new Error('The mail server closed the connection')
    wake?.()
  })
  // It may come while a folder is being read, when nothing waits for it.
  let isNew = false
  client.on('exists', ({ count, prevCount }) => {
    if (count <= prevCount) return
    isNew = true
    wake?.()
  })
  const close = () => client.close()
  ending.addEventListener('abort', close, { once: true })
  try {
    await client.connect()
    const folders = await findFolders(client, watching.mailbox)
    while (!ending.aborted && (await watching.turn.take())) {
      if (failure !== undefined) throw failure
      isNew = false
      // INBOX last: it stays selected, so that new mail is reported.
      for (const [folder, path] of folders) await readFolder(client, watching, { folder, path, ending })
      onSuccess()
      const idles = client.capabilities.has('IDLE')
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, idles ? ROUND_MS : ROUND_WITHOUT_IDLE_MS)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
        if (failure !== undefined || isNew || ending.aborted) wake?.()
        // At once: by itself the client would wait before it asks for news. A lost connection is reported above.
        else if (idles) void client.idle().catch(() => wake?.())
      })
    }
  } catch (error) {
    if (!ending.aborted) throw failure ?? error
  } finally {
    ending.removeEventListener('abort', close)
    client.close()
  }
}

function connect({ url }: MailboxSettings): ImapFlow {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'imaps:'
  return new ImapFlow({
    host: hostname,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    // Otherwise a lost connection is noticed after five minutes.
    socketTimeout: 60_000,
    maxIdleTime: 4 * 60_000,
  })
}

async function findFolders(
  client: ImapFlow,
  { sentFolder }: MailboxSettings,
): Promise<[MailFolder, string][]> {
  const folders = await client.list()
  const sent = sentFolder ?? folders.find(({ specialUse }) => specialUse === '\\Sent')?.path
  return [...(sent === undefined ? [] : [['sent', sent] as [MailFolder, string]]), ['inbox', 'INBOX']]
}

interface FolderToRead {
  folder: MailFolder
  path: string
  ending: AbortSignal
}

async function readFolder(
  client: ImapFlow,
  watching: Watching,
  { folder, path, ending }: FolderToRead,
): Promise<void> {
  // EXAMINE: nothing in the mailbox is changed, not even the mark of unread mail.
  const opened = await client.mailboxOpen(path, { readOnly: true })
  const uidValidity = Number(opened.uidValidity)
  const last = await findPosition(client, watching, { folder, uidValidity, uidNext: opened.uidNext })
  if (opened.uidNext <= last + 1) return
  const uids = (await client.search({ uid: `${last + 1}:*` }, { uid: true })) || []
  for (const uid of uids.filter((one) => one > last).toSorted((a, b) => a - b)) {
    if (ending.aborted) return
    await readMail(client, watching, { folder, uidValidity, uid })
    if (!(await watching.turn.take())) throw new Error('Another instance watches the mailbox')
  }
}

async function readMail(
  client: ImapFlow,
  { receiver, attempts, clock, log }: Watching,
  at: { folder: MailFolder; uidValidity: number; uid: number },
): Promise<void> {
  const { folder, uidValidity, uid } = at
  const key = `${folder} ${uidValidity} ${uid}`
  const position = { uidValidity, uid }
  const tried = (attempts.get(key) ?? 0) + 1
  attempts.set(key, tried)
  if (tried > MAX_ATTEMPTS) {
    await skipMail(
      receiver.database,
      { folder, position, arrivedAt: clock(), size: 0 },
      'The mail server does not hand it over.',
    )
  } else {
    const found = await client.fetchOne(
      String(uid),
      { headers: true, size: true, internalDate: true },
      { uid: true },
    )
    // Deleted since then.
    if (found === false) return
    const size = found.size ?? 0
    const read = async () => {
      const maxLength = size > MAX_MAIL_BYTES ? FIRST_BYTES : MAX_MAIL_BYTES
      const whole = await client.fetchOne(String(uid), { source: { start: 0, maxLength } }, { uid: true })
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

/** The last UID that was dealt with. The first time, mail that is there already counts as such. */
async function findPosition(
  client: ImapFlow,
  { database, clock }: Watching,
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
  const recent = (await client.search({ since }, { uid: true })) || []
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

/** The right of this instance to watch, renewed once half of it is over. */
interface Turn {
  /** False while another instance watches. */
  take: () => Promise<boolean>
  release: () => Promise<void>
}

function createTurn(database: Database, clock: Clock): Turn {
  let lease: Lease | null = null
  let until = 0
  return {
    take: async () => {
      const now = clock()
      if (lease && until - now.getTime() > LEASE_MS / 2) return true
      lease = await asService(database, async (tx) =>
        lease && (await renewLease(tx, lease, { now, forMs: LEASE_MS }))
          ? lease
          : claimLease(tx, { name: 'mailbox', now, forMs: LEASE_MS }),
      )
      until = now.getTime() + LEASE_MS
      return lease !== null
    },
    release: async () => {
      const held = lease
      if (held) await asService(database, (tx) => releaseLease(tx, held, clock()))
    },
  }
}

async function pause(milliseconds: number, ending: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal: ending }).catch(() => undefined)
}
