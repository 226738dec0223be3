import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { asService } from '../platform/database/as-identity.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { ExplainedError } from '../platform/errors.ts'
import { sharedSettings, type SharedSettings } from './secrets.ts'

/** Heartbeat interval in milliseconds. */
export const HEARTBEAT_MS = 10_000
/** Without a heartbeat for this long, an instance counts as dead; SQL. */
const HEARTBEAT_TIMEOUT = `interval '30 seconds'`

/** Another instance on this database would reject our tokens; the message says what to do. */
export class InstanceMismatchError extends ExplainedError {
  override readonly name = 'InstanceMismatchError'
}

export interface Registration {
  /** Deregisters. Never rejects: without it, the missing heartbeat has the same effect. */
  leave: () => Promise<void>
}

interface Joining {
  database: Database
  log: Logger
  version: string
  shared: SharedSettings
  /** Waits longer than a live instance is silent. */
  listenForLife: () => Promise<void>
}

const FILES_ELSEWHERE =
  'another copy keeps pictures elsewhere: each misses those of the other; set the same S3_* or DATA_DIR everywhere'

interface Instance {
  id: string
  shared: SharedSettings
  seenAt: string
}

/**
 * Registers this process among the instances of the database. Logs a warning if another stores files elsewhere.
 * Throws InstanceMismatchError if a live one has other keys or another host name.
 */
export async function registerInstance({
  database,
  log,
  version,
  shared,
  listenForLife,
}: Joining): Promise<Registration> {
  const id = randomUUID()

  const before = await asService(database, (tx) => join(tx, []))
  if (before.length > 0) {
    // A killed instance is listed for a while and must not delay its successor for long.
    await listenForLife()
    if ((await asService(database, (tx) => join(tx, before))).length > 0) throw describeMismatch()
  }

  /**
   * Registers unless listed instances would reject our tokens; returns those. Instances in `silent` without a
   * heartbeat since are dead.
   */
  async function join(tx: Transaction, silent: readonly Instance[]): Promise<Instance[]> {
    await tx.query(`select pg_advisory_xact_lock(hashtext('server-copies'))`)
    // The embedded database has one process at a time, so all others listed are dead.
    await deleteDead(tx, {
      silence: database.kind === 'embedded' ? `interval '0'` : HEARTBEAT_TIMEOUT,
      silent,
    })
    const others = await listInstances(tx)
    const strangers = others.filter((other) => !areCompatible(shared, other.shared))
    if (strangers.length > 0) return strangers
    if (others.some((other) => other.shared.files !== shared.files)) log.warn(FILES_ELSEWHERE)
    await sendHeartbeat(tx, { id, version, shared })
    return []
  }

  const pulse = setInterval(() => {
    asService(database, (tx) => sendHeartbeat(tx, { id, version, shared })).catch((error: unknown) =>
      log.warn({ err: error }, 'instance heartbeat failed'),
    )
  }, HEARTBEAT_MS).unref()

  return {
    leave: async () => {
      clearInterval(pulse)
      const goodbye = asService(database, (tx) =>
        tx.query('delete from private.server_copies where id = $1', [id]),
      )
      await goodbye.catch((error: unknown) => log.warn({ err: error }, 'deregistering the instance failed'))
    },
  }
}

async function deleteDead(
  tx: Transaction,
  { silence, silent }: { silence: string; silent: readonly Instance[] },
): Promise<void> {
  await tx.query(`delete from private.server_copies where seen_at <= now() - ${silence}`)
  for (const { id, seenAt } of silent) {
    await tx.query('delete from private.server_copies where id = $1 and seen_at::text = $2', [id, seenAt])
  }
}

async function listInstances(tx: Transaction): Promise<Instance[]> {
  const { rows } = await tx.query<{ id: string; shared: unknown; seen_at: string }>(
    'select id, shared, seen_at::text from private.server_copies',
  )
  return rows.map((row) => ({ id: row.id, shared: sharedSettings.parse(row.shared), seenAt: row.seen_at }))
}

/** Other instances may have removed this one while it was unreachable. */
async function sendHeartbeat(
  tx: Transaction,
  { id, version, shared }: { id: string; version: string; shared: SharedSettings },
): Promise<void> {
  await tx.query(
    `insert into private.server_copies (id, version, shared) values ($1, $2, $3)
     on conflict on constraint server_copies_pkey do update set seen_at = now()`,
    [id, version, shared],
  )
}

/** Whether two instances accept each other's tokens. */
function areCompatible(own: SharedSettings, other: SharedSettings): boolean {
  return own.keys === other.keys && own.issuer === other.issuer
}

function describeMismatch(): InstanceMismatchError {
  return new InstanceMismatchError(
    'Another copy of the server runs on this database with other keys or another host name in PUBLIC_SITE_URL, so people ' +
      'would be signed out at random.\nSet the same PUBLIC_SITE_URL and JWT_SECRET (and ANON_KEY, SERVICE_ROLE_KEY) everywhere, ' +
      'or let all copies use one DATA_DIR.',
  )
}
