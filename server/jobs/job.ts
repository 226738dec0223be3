import type { Transaction } from '../../platform/database/database.ts'

/** All queues. Each has one handler, listed in `server/queues.ts`. */
export type QueueName =
  | 'texts'
  | 'unknown-texts'
  | 'carrier-webhooks'
  | 'mails'
  | 'media'
  | 'pushes'
  | 'purges'

interface NewJob {
  queue: QueueName
  /** Row ids, never contents: staff may read it. */
  payload: Record<string, string | number | boolean | null>
  /** Jobs in the same lane run one at a time, in insertion order. */
  lane: string
  runAt: Date
  /** Deduplicates jobs within a queue. */
  key?: string
}

export interface Job {
  id: number
  queue: QueueName
  payload: unknown
  lane: string
  /** Number of claims, including this one. */
  attempts: number
  /** Fencing token: a newer claim invalidates this one. */
  fencingToken: number
}

/** Result of one attempt. */
export type JobOutcome =
  /** `pauseReason`: the job is done, but the provider is down, and the queue pauses. */
  | { state: 'done'; pauseReason?: string }
  /** Never retried; staff see the reason. */
  | { state: 'dead'; reason: string; detail?: string }
  /** Retry at that time; the provider works. */
  | { state: 'later'; at: Date; reason: string }
  /** The provider is down: the job keeps its place and the whole queue pauses. */
  | { state: 'provider-down'; reason: string }

/**
 * Handler of one queue. The separate steps limit their access: `prepare` and `record` run in a transaction without
 * network calls, `perform` calls the provider without database access.
 */
export interface QueueHandler<Work, Answer> {
  queue: QueueName
  /** Maximum duration of `perform` in milliseconds. After that the job counts as abandoned. */
  leaseMs: number
  /** Decides, in the claiming transaction, whether there is still work to do. */
  prepare: (tx: Transaction, job: Job, now: Date) => Promise<{ work: Work } | { outcome: JobOutcome }>
  /** Calls the provider. Resolves with any response; rejects only on a bug. */
  perform: (work: Work) => Promise<Answer>
  /** Stores the result, in the transaction that finishes the job. */
  record: (tx: Transaction, done: { job: Job; work: Work; answer: Answer; now: Date }) => Promise<JobOutcome>
  /** Called when the lease expired: the worker died and the outcome is unknown. */
  abandoned: (tx: Transaction, job: Job, now: Date) => Promise<JobOutcome>
  /** Harmless probe before the first job after a failure. */
  isBack?: () => Promise<boolean>
}

/**
 * Enqueues a job in the transaction of its row. It runs after the commit, at `runAt` or soon after. Does nothing if
 * its key exists. Needs the role `service_role`.
 */
export async function addJob(tx: Transaction, job: NewJob): Promise<void> {
  await addJobs(tx, [job])
}

/** Like `addJob`, for several in one statement, in their order. */
export async function addJobs(tx: Transaction, jobs: readonly NewJob[]): Promise<void> {
  await tx.query(
    `insert into public.jobs (queue, payload, lane, run_at, key)
     select queue, payload, lane, "runAt", key
     from jsonb_to_recordset($1) as job (queue text, payload jsonb, lane text, "runAt" timestamptz, key text)
     on conflict on constraint jobs_queue_key_key do nothing`,
    [JSON.stringify(jobs)],
  )
}
