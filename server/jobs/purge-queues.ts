import { asIdentity } from '../database/as-identity.ts'
import type { Dependencies } from '../dependencies.ts'
import { giveUpOnCalls } from '../domain/calls/record-handed-call.ts'
import { purgeJobs } from '../domain/queue/purge-jobs.ts'

/** Longer than any carrier takes to answer. */
const CALL_MS = 120_000
/** Long after any carrier repeats itself, and long enough to find out what happened. */
const KEPT_MS = 30 * 86_400_000

/** Forgets what the queues have long done, and calls nobody will hear of any more. */
export async function purgeQueues({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock().getTime()
  await asIdentity(database, { role: 'service_role' }, async (tx) => {
    await giveUpOnCalls(tx, new Date(now - CALL_MS))
    await purgeJobs(tx, new Date(now - KEPT_MS))
  })
}
