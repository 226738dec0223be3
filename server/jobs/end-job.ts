import type { Transaction } from '../../platform/database/database.ts'
import type { Ending, Job } from './job.ts'
import { letRest } from './circuit-breaker.ts'

const DETAIL_LENGTH = 1000

/** Whether this taking still counts, locked until the transaction ends: a slow worker must not write over a newer one. */
export async function holdJob(tx: Transaction, job: Job): Promise<boolean> {
  const { rows } = await tx.query(
    `select id from public.jobs where id = $1 and state = 'taken' and take_number = $2 for update`,
    [job.id, job.takeNumber],
  )
  return rows.length > 0
}

/** Ends a taking as its handler decided. The job must be held by this transaction. */
export async function endJob(
  tx: Transaction,
  job: Job,
  { ending, now, random }: { ending: Ending; now: Date; random: () => number },
): Promise<void> {
  switch (ending.state) {
    case 'done':
      await finish(tx, job, { state: 'done', now })
      if (ending.queueRests !== undefined)
        await letRest(tx, { queue: job.queue, reason: ending.queueRests, now, random })
      return
    case 'dead':
      await finish(tx, job, { state: 'dead', now, reason: ending.reason, detail: ending.detail })
      return
    case 'later':
      await putBack(tx, job, { at: ending.at, reason: ending.reason })
      return
    case 'again':
      await putBack(tx, job, { at: now, reason: ending.reason })
      await letRest(tx, { queue: job.queue, reason: ending.reason, now, random })
  }
}

async function finish(
  tx: Transaction,
  job: Job,
  end: { state: 'done' | 'dead'; now: Date; reason?: string; detail?: string | undefined },
): Promise<void> {
  await tx.query(
    `update public.jobs set state = $2, finished_at = $3, taken_until = null, reason = $4, detail = $5 where id = $1`,
    [job.id, end.state, end.now, end.reason ?? null, end.detail?.slice(0, DETAIL_LENGTH) ?? null],
  )
}

async function putBack(
  tx: Transaction,
  job: Job,
  { at, reason }: { at: Date; reason: string },
): Promise<void> {
  await tx.query(
    `update public.jobs set state = 'waiting', run_at = $2, taken_until = null, reason = $3 where id = $1`,
    [job.id, at, reason],
  )
}
