import { keptSince, type KEPT_DAYS } from './privacy.ts'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'

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
export async function forgetExpired(
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
