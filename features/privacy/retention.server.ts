import { retentionCutoff, type RETENTION_DAYS } from './privacy.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/clock.ts'

interface Needs {
  database: Database
  clock: Clock
}

/** Rows per transaction; small, so that other transactions do not wait long. */
const BATCH = 500
/** Batches per rule and run; the next run continues. */
const MAX_BATCHES = 20

/** SQL function in schema `private` → its retention period. */
const rules = {
  forget_origins: 'origins',
  forget_flagged: 'flagged',
  forget_sign_ins: 'origins',
  forget_sign_ups: 'signUps',
  forget_notifications: 'notifications',
  forget_trail: 'trail',
  forget_texts_and_calls: 'textsAndCalls',
  forget_consents: 'consents',
  forget_meetings: 'meetings',
  forget_simulated_texts: 'simulatedTexts',
} as const satisfies Record<string, keyof typeof RETENTION_DAYS>

/** Enforces the retention periods of the privacy policy. */
export async function runRetention({ database, clock }: Needs): Promise<void> {
  await deleteExpired(database, clock())
}

/**
 * Deletes or blanks rows past their retention period, in short transactions. Returns the row count per rule. Several
 * instances may run it at once: each takes other rows.
 */
export async function deleteExpired(
  database: Database,
  now: Date,
  { batch = BATCH }: { batch?: number } = {},
): Promise<Record<string, number>> {
  const forgotten: Record<string, number> = {}
  for (const [rule, kind] of Object.entries(rules)) {
    forgotten[rule] = await repeatBatches(batch, () =>
      deleteBatch(database, rule, retentionCutoff(kind, now), batch),
    )
  }
  return forgotten
}

async function repeatBatches(batch: number, forget: () => Promise<number>): Promise<number> {
  let total = 0
  for (let run = 0; run < MAX_BATCHES; run += 1) {
    const count = await forget()
    total += count
    if (count < batch) break
  }
  return total
}

async function deleteBatch(database: Database, rule: string, before: Date, most: number): Promise<number> {
  const { rows } = await asService(database, (tx) =>
    tx.query<{ count: number }>(`select private.${rule}($1, $2) as count`, [before, most]),
  )
  return rows[0]?.count ?? 0
}

/** Purges rate limits (their buckets are full again after a day) and deleted notifications and notes. */
export async function purgeExpired({ database, clock }: Needs): Promise<void> {
  const now = clock()
  const deleted = retentionCutoff('undoableDeletes', now)
  await asService(database, async (tx) => {
    await tx.query('select private.purge_rate_limits($1), private.purge_deleted_notifications($2)', [
      retentionCutoff('limits', now),
      deleted,
    ])
    await tx.query('delete from public.contact_notes where deleted_at < $1', [deleted])
  })
}

/** Purges finished jobs and webhook receipts. */
export async function purgeQueues({ database, clock }: Needs): Promise<void> {
  const now = clock()
  await asService(database, async (tx) => {
    await purgeJobs(tx, retentionCutoff('queues', now))
  })
}

/** Deletes jobs and webhook receipts that finished before that time. Needs `service_role`. */
async function purgeJobs(tx: Transaction, before: Date): Promise<void> {
  await tx.query(`delete from public.jobs where state in ('done', 'dead') and finished_at < $1`, [before])
  await tx.query('delete from public.webhook_receipts where received_at < $1', [before])
}
