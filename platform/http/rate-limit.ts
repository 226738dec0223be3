import type { Transaction } from '../database/database.ts'

export interface RateLimit {
  /** Purpose and subject: `sign-in:address:192.0.2.1`. */
  key: string
  /** Burst size. */
  capacity: number
  /** Seconds to refill an empty bucket. */
  perSeconds: number
  now: Date
}

/**
 * Takes one token from a bucket in the database, which all instances share. Returns the seconds to wait; 0 means
 * allowed. Needs `service_role` or `supabase_auth_admin`, and its own transaction: a rollback would refill the
 * bucket.
 */
export async function consumeRateLimit(tx: Transaction, limit: RateLimit): Promise<number> {
  const [wait = 0] = await consumeRateLimits(tx, [limit])
  return wait
}

/** Like `consumeRateLimit`, for several buckets in one statement. */
export async function consumeRateLimits(tx: Transaction, limits: readonly RateLimit[]): Promise<number[]> {
  const { rows } = await tx.query<{ wait: number }>(
    `select private.take_rate_limit(key, capacity, "perSeconds", now) as wait
     from jsonb_to_recordset($1) as limits (key text, capacity integer, "perSeconds" integer, now timestamptz)`,
    [JSON.stringify(limits)],
  )
  return rows.map(({ wait }) => wait)
}

/** Returns a token to its bucket. Needs the roles of `consumeRateLimit`. */
export async function returnRateLimit(
  tx: Transaction,
  limit: Pick<RateLimit, 'key' | 'capacity'>,
): Promise<void> {
  await tx.query('select private.return_rate_limit($1, $2)', [limit.key, limit.capacity])
}
