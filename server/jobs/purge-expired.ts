import { asIdentity } from '../database/as-identity.ts'
import type { Dependencies } from '../dependencies.ts'

const DAY = 86_400_000

/** Forgets what is of no use after a day: rate limits, whose buckets are full again, and deleted notifications. */
export async function purgeExpired({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - DAY)
  await asIdentity(database, { role: 'service_role' }, (tx) =>
    tx.query('select private.purge_rate_limits($1), private.purge_deleted_notifications($1)', [
      before.toISOString(),
    ]),
  )
}
