import { asIdentity } from '../database/as-identity.ts'
import type { Dependencies } from '../dependencies.ts'

const DAY = 86_400_000

/** Forgets rate limits nobody has touched for a day: their buckets are full again. */
export async function purgeExpired({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - DAY)
  await asIdentity(database, { role: 'service_role' }, (tx) =>
    tx.query('select private.purge_rate_limits($1)', [before.toISOString()]),
  )
}
