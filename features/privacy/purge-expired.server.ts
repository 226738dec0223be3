import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Dependencies } from '../../server/dependencies.ts'
import { keptSince } from './privacy.ts'

/** Forgets what is of no use after a day: rate limits, whose buckets are full again, and deleted notifications. */
export async function purgeExpired({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock()
  await asIdentity(database, { role: 'service_role' }, (tx) =>
    tx.query('select private.purge_rate_limits($1), private.purge_deleted_notifications($2)', [
      keptSince('limits', now),
      keptSince('deletedNotifications', now),
    ]),
  )
}
