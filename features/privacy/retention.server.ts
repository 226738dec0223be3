import { keptSince, type KEPT_DAYS } from './privacy.ts'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { Dependencies } from '../../server/dependencies.ts'
import { expireCalls } from '../conversations/calls.server.ts'

/** Rows forgotten in one transaction, so that nobody waits long for the database. */
const BATCH = 500
/** What is left after so many batches waits for the next run. */
const BATCHES = 20

/** Which function of the database forgets what, and what says for how long it is kept. */
const rules = {
  forget_origins: 'origins',
  forget_flagged: 'flagged',
  forget_sign_ins: 'origins',
  forget_sign_ups: 'signUps',
  forget_notifications: 'notifications',
  forget_trail: 'trail',
  forget_texts_and_calls: 'textsAndCalls',
  forget_consents: 'consents',
  forget_simulated_texts: 'simulatedTexts',
} as const satisfies Record<string, keyof typeof KEPT_DAYS>

/**
 * Forgets whatever was kept for as long as the privacy policy says, in short transactions. Returns how many rows each rule
 * forgot. Several processes may do it at once: each takes rows the others have not.
 */
export async function deleteExpired(
  database: Database,
  now: Date,
  { batch = BATCH }: { batch?: number } = {},
): Promise<Record<string, number>> {
  const forgotten: Record<string, number> = {}
  for (const [rule, kind] of Object.entries(rules)) {
    forgotten[rule] = await inBatches(batch, () => forgetBatch(database, rule, keptSince(kind, now), batch))
  }
  return forgotten
}

async function inBatches(batch: number, forget: () => Promise<number>): Promise<number> {
  let total = 0
  for (let run = 0; run < BATCHES; run += 1) {
    const count = await forget()
    total += count
    if (count < batch) break
  }
  return total
}

async function forgetBatch(database: Database, rule: string, before: Date, most: number): Promise<number> {
  const { rows } = await asIdentity(database, { role: 'service_role' }, (tx) =>
    tx.query<{ count: number }>(`select private.${rule}($1, $2) as count`, [before, most]),
  )
  return rows[0]?.count ?? 0
}

/** Keeps what the privacy policy promises: nothing stays longer than it says. */
export async function runRetention({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  await deleteExpired(database, clock())
}

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
    await expireCalls(tx, new Date(now.getTime() - CALL_MS))
    await tx.query('select private.forget_deleted_rows($1)', [new Date(now.getTime() - DELETED_ROWS_MS)])
    await purgeJobs(tx, keptSince('queues', now))
  })
}

/** Forgets jobs and webhooks that were over before that time. Needs `service_role`. */
async function purgeJobs(tx: Transaction, before: Date): Promise<void> {
  await tx.query(`delete from public.jobs where state in ('done', 'dead') and finished_at < $1`, [before])
  await tx.query('delete from public.webhook_receipts where received_at < $1', [before])
}
