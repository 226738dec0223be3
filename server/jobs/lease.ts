import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { asService } from '../../platform/database/as-identity.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'

/** A dead holder blocks its work for at most this long. */
export const LEASE_MS = 3 * 60_000
/** Expired leases are purged after a day. */
const PURGE_MS = 24 * 3_600_000

/** The right to do one piece of work, held by one process at a time. */
export interface Lease {
  name: string
  /** Fencing token: unique per claim. */
  holder: string
  /** Number of claims since the last release; more than 1 after a holder died. */
  attempt: number
}

/** Claims a lease; null while another holder has it. Needs `service_role`, here and below. */
export async function claimLease(
  tx: Transaction,
  { name, now, forMs = LEASE_MS }: { name: string; now: Date; forMs?: number },
): Promise<Lease | null> {
  await tx.query('delete from private.leases where expires_at < $1', [new Date(now.getTime() - PURGE_MS)])
  const { rows } = await tx.query<Lease>(
    `insert into private.leases as lease (name, holder, expires_at) values ($1, $2, $3)
     on conflict (name) do update
       set holder = excluded.holder, expires_at = excluded.expires_at, attempt = lease.attempt + 1
       where lease.expires_at <= $4
     returning name, holder, attempt`,
    [name, randomUUID(), new Date(now.getTime() + forMs), now],
  )
  return rows[0] ?? null
}

/**
 * Ends a claim. False if it had expired: in the transaction that stores the result of the work, this is the check that
 * no other holder has taken over.
 */
export async function releaseLease(tx: Transaction, { name, holder }: Lease, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    'delete from private.leases where name = $1 and holder = $2 and expires_at > $3',
    [name, holder, now],
  )
  return rowCount > 0
}

/**
 * Renews a claim. False if another holder has it by now: in the transaction of a part of the work, this is the check that
 * nothing is written after the claim was lost.
 */
export async function renewLease(
  tx: Transaction,
  { name, holder }: Lease,
  { now, forMs = LEASE_MS }: { now: Date; forMs?: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update private.leases set expires_at = $3 where name = $1 and holder = $2',
    [name, holder, new Date(now.getTime() + forMs)],
  )
  return rowCount > 0
}

/** Renews a lease, six times within its duration, until the returned function is called. */
export function startLeaseRenewal(
  lease: Lease,
  {
    database,
    clock,
    log,
    forMs = LEASE_MS,
  }: { database: Database; clock: Clock; log: Logger; forMs?: number },
): () => void {
  const { name } = lease
  const pulse = setInterval(() => {
    asService(database, (tx) => renewLease(tx, lease, { now: clock(), forMs })).catch((error: unknown) =>
      log.warn({ err: error, lease: name }, 'lease renewal failed'),
    )
  }, forMs / 6).unref()
  return () => clearInterval(pulse)
}
