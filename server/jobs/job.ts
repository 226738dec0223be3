import type { Transaction } from '../../platform/database/database.ts'

/** The queues there are. Each has one handler, listed in `server/queues.ts`. */
export type QueueName = 'texts' | 'unknown-texts' | 'carrier-webhooks' | 'mails'

interface NewJob {
  queue: QueueName
  /** Ids of rows, never what they say: staff may read it. */
  payload: Record<string, string | number | boolean | null>
  /** Jobs of one lane run one after the other, in the order they were written. */
  lane: string
  runAt: Date
  /** A second job of the same queue and key is the same job. */
  key?: string
}

export interface Job {
  id: number
  queue: QueueName
  payload: unknown
  lane: string
  /** How often it was taken, this time included. */
  attempts: number
  /** Which taking this is; a later one makes it void. */
  takeNumber: number
}

/** How a taking ended, decided by the handler. */
export type JobOutcome =
  /** `queueRests`: the job is over, but the other side does not work and is left alone for a while. */
  | { state: 'done'; queueRests?: string }
  /** Never again; staff see the reason. */
  | { state: 'dead'; reason: string; detail?: string }
  /** The same job at that time; nothing is wrong with the other side. */
  | { state: 'later'; at: Date; reason: string }
  /** The other side does not work: the job goes back to its place and the whole queue rests. */
  | { state: 'again'; reason: string }

/**
 * What is done with the jobs of one queue. The steps are separate so that what they may know is plain: `prepare` and
 * `record` run inside a transaction and never call out, `perform` calls out and never sees the database.
 */
export interface QueueHandler<Work, Answer> {
  queue: QueueName
  /** How long `perform` may take at most, in milliseconds. Later the job counts as abandoned. */
  leaseMs: number
  /** Decides, in the taking transaction, what there is to do; or that there is nothing to do any more. */
  prepare: (tx: Transaction, job: Job, now: Date) => Promise<{ work: Work } | { ending: JobOutcome }>
  /** The one call to the other side. Resolves whatever the other side says; rejects only when we are wrong. */
  perform: (work: Work) => Promise<Answer>
  /** Writes what came of it, in the transaction that ends the job. */
  record: (tx: Transaction, done: { job: Job; work: Work; answer: Answer; now: Date }) => Promise<JobOutcome>
  /** The process that had the job is gone and left no word whether `perform` happened. */
  abandoned: (tx: Transaction, job: Job, now: Date) => Promise<JobOutcome>
  /** Asked before the first job after a failure: something harmless that tells whether the other side is back. */
  isBack?: () => Promise<boolean>
}

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
