import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Dependencies } from '../../server/dependencies.ts'
import { keptSince } from './privacy.ts'
import { giveUpOnCalls } from '../conversations/record-handed-call.server.ts'
import { purgeJobs } from './purge-jobs.server.ts'

/** Longer than any carrier takes to answer. */
const CALL_MS = 120_000
/** Subscribers are told of a deleted row within seconds. */
const DELETED_ROWS_MS = 60_000

/** Forgets what the queues have long done, and calls nobody will hear of any more. */
export async function purgeQueues({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock()
  await asIdentity(database, { role: 'service_role' }, async (tx) => {
    await giveUpOnCalls(tx, new Date(now.getTime() - CALL_MS))
    await tx.query('select private.forget_deleted_rows($1)', [new Date(now.getTime() - DELETED_ROWS_MS)])
    await purgeJobs(tx, keptSince('queues', now))
  })
}
