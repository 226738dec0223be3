import type { Transaction } from '../../platform/database/database.ts'
import type { NewJob } from './job.ts'

/**
 * Writes a job in the transaction of the row it is about. It runs once that is committed, at `runAt` or soon after.
 * A job whose key is already there is not written again. Needs the role `service_role`.
 */
export async function addJob(tx: Transaction, job: NewJob): Promise<void> {
  await tx.query(
    `insert into public.jobs (queue, payload, lane, run_at, key) values ($1, $2, $3, $4, $5)
     on conflict on constraint jobs_queue_key_key do nothing`,
    [job.queue, job.payload, job.lane, job.runAt, job.key ?? null],
  )
}
