import type { Transaction } from '../database/database.ts'

export interface RateLimit {
  /** What is counted, and for whom: `sign-in:address:192.0.2.1`. */
  key: string
  /** Requests allowed at once. */
  capacity: number
  /** Seconds in which an empty bucket is full again. */
  perSeconds: number
  now: Date
}

/**
 * Takes one request from a token bucket kept in the database, so that every copy of the server counts together.
 * Returns the seconds to wait; 0 means the request is allowed. Needs `service_role` or `supabase_auth_admin`, and
 * a transaction of its own: a bucket emptied in a transaction that rolls back is full again.
 */
export async function consumeRateLimit(tx: Transaction, limit: RateLimit): Promise<number> {
  const { rows } = await tx.query<{ wait: number }>(
    'select private.take_rate_limit($1, $2, $3, $4) as wait',
    [limit.key, limit.capacity, limit.perSeconds, limit.now.toISOString()],
  )
  return rows[0]?.wait ?? 0
}

/** Puts one request back into its bucket: it turned out not to count. Needs the roles of `takeRateLimit`. */
export async function returnRateLimit(
  tx: Transaction,
  limit: Pick<RateLimit, 'key' | 'capacity'>,
): Promise<void> {
  await tx.query('select private.return_rate_limit($1, $2)', [limit.key, limit.capacity])
}
