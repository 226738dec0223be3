import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'

export interface QueueStats {
  queue: string
  /** Jobs due now or later. */
  waiting: number
  /** Jobs given up. */
  dead: number
  /** Age of the oldest due job; 0 if none is due. */
  oldestDueSeconds: number
  /** The provider is down; the queue is paused until then. ISO 8601. */
  restsUntil: string | null
  /** Why the queue is paused. */
  reason: string | null
}

/** Statistics of every non-empty queue, by name. Throws DatabaseError. */
export async function readQueueStats(database: Database, now: Date): Promise<QueueStats[]> {
  const { rows } = await asService(
    database,
    (tx) =>
      tx.query<QueueStats>(
        `select job.queue, count(*) filter (where state in ('waiting', 'taken'))::integer as waiting,
                count(*) filter (where state = 'dead')::integer as dead,
                coalesce(extract(epoch from $1::timestamptz - min(run_at) filter (where state = 'waiting' and run_at <= $1)), 0)
                  ::float8 as "oldestDueSeconds",
                case when rest.rests_until > $1 then rest.rests_until end as "restsUntil", rest.last_reason as reason
         from public.jobs as job left join public.job_queues as rest on rest.name = job.queue
         where state <> 'done'
         group by job.queue, rest.rests_until, rest.last_reason order by job.queue`,
        [now],
      ),
    { readOnly: true, statementTimeoutMs: 2_000 },
  )
  return rows
}
