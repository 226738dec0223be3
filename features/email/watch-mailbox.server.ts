import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import type { Config, MailboxSettings } from '../../server/config.ts'
import {
  claimLease,
  startLeaseRenewal,
  releaseLease,
  renewLease,
  type Lease,
} from '../../server/jobs/lease.ts'
import { findMailboxIdentity } from './email.server.ts'
import { createMailParser } from './mail-parser.server.ts'
import { connect, findFolders } from './mailbox-connection.server.ts'
import { readFolder, type FolderReading } from './read-folder.server.ts'

interface Needs {
  config: Config
  database: Database
  files: FileStore
  clock: Clock
  log: Logger
}

/** How long mail waits after an instance was killed. */
const LEASE_MS = 12_000
/** Between two looks at the folders; INBOX reports new mail at once where the server supports IDLE (RFC 2177). */
const ROUND_MS = 20_000
const ROUND_WITHOUT_IDLE_MS = 3_000
const MIN_BACKOFF_MS = 2_000
const MAX_BACKOFF_MS = 300_000

/** Watches the configured mailbox, read-only, on one instance at a time, until stopped. */
export function watchMailbox(needs: Needs & { mailbox: MailboxSettings }): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const watching = watch(needs, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await watching
    },
  }
}

async function watch(needs: Needs & { mailbox: MailboxSettings }, signal: AbortSignal): Promise<void> {
  const { database, files, log, config } = needs
  const parser = createMailParser()
  const turn = createTurn(needs)
  const receiver = { database, files, parser, ...findMailboxIdentity(config) }
  const attempts = new Map<string, number>()
  let failures = 0
  while (!signal.aborted) {
    try {
      if (await turn.take())
        await readUntilFailure({ ...needs, receiver, turn, attempts }, signal, () => (failures = 0))
      else await pause(LEASE_MS / 6, signal)
    } catch (error) {
      failures += 1
      log[failures === 3 ? 'error' : 'warn']({ err: error }, 'the mailbox cannot be read')
      await pause(Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** Math.min(failures - 1, 10)), signal)
    }
  }
  await turn.release().catch(() => undefined)
  await parser.close()
}

interface Watching extends FolderReading {
  mailbox: MailboxSettings
  turn: Turn
}

/** Reads the folders again and again over one connection. Throws when the connection, database or file store fails. */
async function readUntilFailure(
  watching: Watching,
  signal: AbortSignal,
  onSuccess: () => void,
): Promise<void> {
  let failure: Error | undefined
  let wake: (() => void) | undefined
  const client = connect(watching.mailbox, (error) => {
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
  signal.addEventListener('abort', close, { once: true })
  try {
    await client.connect()
    const folders = await findFolders(client, watching.mailbox)
    while (!signal.aborted && (await watching.turn.take())) {
      if (failure !== undefined) throw failure
      isNew = false
      // INBOX last: it stays selected, so that new mail is reported.
      for (const [folder, path] of folders) await readFolder(client, watching, { folder, path, signal })
      onSuccess()
      const idles = client.capabilities.has('IDLE')
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, idles ? ROUND_MS : ROUND_WITHOUT_IDLE_MS)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
        if (failure !== undefined || isNew || signal.aborted) wake?.()
        // At once: the client would wait before it asks for news. A lost connection is reported above.
        else if (idles) void client.idle().catch(() => wake?.())
      })
    }
  } catch (error) {
    if (!signal.aborted) throw failure ?? error
  } finally {
    signal.removeEventListener('abort', close)
    client.close()
  }
}

/** The right of this instance to watch. */
interface Turn {
  /** False while another instance watches. */
  take: () => Promise<boolean>
  release: () => Promise<void>
}

function createTurn(needs: Pick<Needs, 'database' | 'clock' | 'log'>): Turn {
  const { database, clock } = needs
  // Only one process can open it. A lease would make mail wait after a kill.
  if (database.kind === 'embedded') return { take: async () => true, release: async () => undefined }
  let lease: Lease | null = null
  let checkedAt = 0
  let stopPulse: (() => void) | undefined
  return {
    take: async () => {
      const now = clock()
      if (lease && now.getTime() - checkedAt < LEASE_MS / 2) return true
      const held = lease
      lease = await asService(database, async (tx) =>
        held && (await renewLease(tx, held, { now, forMs: LEASE_MS }))
          ? held
          : claimLease(tx, { name: 'mailbox', now, forMs: LEASE_MS }),
      )
      checkedAt = now.getTime()
      if (lease !== held) {
        stopPulse?.()
        // While it waits for mail, and during a long one.
        stopPulse = lease ? startLeaseRenewal(lease, { ...needs, forMs: LEASE_MS }) : undefined
      }
      return lease !== null
    },
    release: async () => {
      const held = lease
      stopPulse?.()
      if (held) await asService(database, (tx) => releaseLease(tx, held, clock()))
    },
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined)
}
