import type { Transaction } from '../../platform/database/database.ts'

/**
 * What was waiting to be sent when the backup was made may have been sent since. Mail may come twice, a text may not: the
 * carrier is asked about these, as about every text nobody knows the fate of. Texts for a later hour stay as they are.
 */
export async function settleRestored(
  tx: Transaction,
  { madeAt, now }: { madeAt: string; now: Date },
): Promise<void> {
  await tx.query(
    `update public.communication_logs set status = 'sending', attempted_at = coalesce(attempted_at, $1)
     where status in ('queued', 'scheduled') and type = 'sms' and id in (
       select (payload ->> 'log')::uuid from public.jobs
       where queue = 'texts' and state = 'waiting' and run_at <= $2)`,
    [madeAt, now],
  )
  await tx.query(
    `update public.jobs set state = 'taken', taken_until = $1
     where queue = 'texts' and state = 'waiting' and run_at <= $1`,
    [now],
  )
}
