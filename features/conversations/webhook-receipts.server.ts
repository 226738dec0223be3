import type { Transaction } from '../../platform/database/database.ts'

/**
 * Does `work` for the first webhook of this key and keeps its answer; a repeat gets the same answer and changes nothing.
 * All in the caller's transaction, so a webhook that failed half way is as good as new. Needs `service_role`.
 */
export async function answerOnce(
  tx: Transaction,
  { key, now }: { key: string; now: Date },
  work: () => Promise<string | null>,
): Promise<string | null> {
  // A repeat at the same moment waits here until the first one is committed.
  const { rowCount } = await tx.query(
    'insert into public.webhook_receipts (key, received_at) values ($1, $2) on conflict do nothing',
    [key, now],
  )
  if (rowCount === 0) return findAnswer(tx, key)
  const answer = await work()
  if (answer !== null) await keepAnswer(tx, key, answer)
  return answer
}

/** What repeats of the webhook will be answered with. */
export async function keepAnswer(tx: Transaction, key: string, answer: string): Promise<void> {
  await tx.query('update public.webhook_receipts set answer = $2 where key = $1', [key, answer])
}

async function findAnswer(tx: Transaction, key: string): Promise<string | null> {
  const { rows } = await tx.query<{ answer: string | null }>(
    'select answer from public.webhook_receipts where key = $1',
    [key],
  )
  return rows[0]?.answer ?? null
}
