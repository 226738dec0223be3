import type { Transaction } from '../../platform/database/database.ts'
import type { QueueName } from './job.ts'

const MIN_PAUSE_MS = 5_000
const MAX_PAUSE_MS = 300_000

/** Exponential backoff: 5 s, doubling to 5 min, with 20 % jitter. */
export function backoffMs(failures: number, random: () => number): number {
  const full = Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** (failures - 1))
  return Math.round(full * (0.8 + 0.2 * random()))
}

/** Opens the breaker and pauses the queue on all instances. A null `reason` keeps the previous one. */
export async function openBreaker(
  tx: Transaction,
  {
    queue,
    reason,
    now,
    random,
  }: { queue: QueueName; reason: string | null; now: Date; random: () => number },
): Promise<void> {
  const { rows } = await tx.query<{ failures: number }>(
    `insert into public.job_queues as queue (name, failures, last_reason) values ($1, 1, $2)
     on conflict (name) do update set failures = queue.failures + 1, last_reason = coalesce(excluded.last_reason, queue.last_reason)
     returning failures`,
    [queue, reason],
  )
  const until = new Date(now.getTime() + backoffMs(rows[0]?.failures ?? 1, random))
  await tx.query('update public.job_queues set rests_until = $2 where name = $1', [queue, until])
}

export async function closeBreaker(tx: Transaction, queue: QueueName): Promise<void> {
  await tx.query(
    'update public.job_queues set failures = 0, rests_until = null, last_reason = null where name = $1 and failures > 0',
    [queue],
  )
}

export type BreakerState = 'closed' | 'open' | 'half-open'

/**
 * Returns the breaker's state. Once the pause is over, exactly one caller gets 'half-open' and may probe the
 * provider; the others see 'open' for another `leaseMs`.
 */
export async function claimBreaker(
  tx: Transaction,
  { queue, leaseMs, now }: { queue: QueueName; leaseMs: number; now: Date },
): Promise<BreakerState> {
  const { rows } = await tx.query<{ over: boolean }>(
    'select rests_until <= $2 as over from public.job_queues where name = $1 and failures > 0 for update',
    [queue, now],
  )
  if (rows[0] === undefined) return 'closed'
  if (!rows[0].over) return 'open'
  const until = new Date(now.getTime() + leaseMs)
  await tx.query('update public.job_queues set rests_until = $2 where name = $1', [queue, until])
  return 'half-open'
}
