import { asService } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { Job, JobOutcome, QueueHandler, QueueName } from './job.ts'

export interface DrainTools {
  database: Database
  clock: () => Date
  /** 0 to 1, for jitter. */
  random: () => number
  /** True once the process is stopping: no further job is claimed. */
  stopping?: () => boolean
}

type Claim<Work> = 'nothing' | 'finished' | { job: Job; work: Work }

/**
 * Runs all due jobs of a queue one after another, and resolves when none is left or the breaker opens. Safe to run in
 * several processes: each job has one worker. A rejection leaves the job claimed; when its lease expires it counts as
 * abandoned.
 */
export async function drainQueue<Work, Answer>(
  handler: QueueHandler<Work, Answer>,
  tools: DrainTools,
): Promise<void> {
  while (await finishAbandonedJob(handler, tools));
  if (!(await isQueueReady(handler, tools))) return
  while (!tools.stopping?.()) {
    const claim = await prepareNext(handler, tools)
    if (claim === 'nothing') return
    if (claim === 'finished') continue
    const answer = await handler.perform(claim.work)
    const isOpen = await record(handler, { ...claim, answer }, tools)
    if (!isOpen) return
  }
}

async function finishAbandonedJob<Work, Answer>(
  handler: QueueHandler<Work, Answer>,
  tools: DrainTools,
): Promise<boolean> {
  const now = tools.clock()
  return asService(tools.database, async (tx) => {
    const job = await claimExpiredJob(tx, { ...handler, now })
    if (job === null) return false
    await finishJob(tx, job, { outcome: await handler.abandoned(tx, job, now), now, random: tools.random })
    return true
  })
}

async function isQueueReady<Work, Answer>(
  handler: QueueHandler<Work, Answer>,
  tools: DrainTools,
): Promise<boolean> {
  const breaker = await asService(tools.database, (tx) =>
    claimBreaker(tx, { ...handler, now: tools.clock() }),
  )
  if (breaker !== 'half-open') return breaker === 'closed'
  if (handler.isBack === undefined || (await handler.isBack())) return true
  const { queue } = handler
  await asService(tools.database, (tx) =>
    openBreaker(tx, { queue, reason: null, now: tools.clock(), random: tools.random }),
  )
  return false
}

async function prepareNext<Work, Answer>(
  handler: QueueHandler<Work, Answer>,
  tools: DrainTools,
): Promise<Claim<Work>> {
  const now = tools.clock()
  return asService(tools.database, async (tx) => {
    const job = await claimJob(tx, { ...handler, now })
    if (job === null) return 'nothing'
    const prepared = await handler.prepare(tx, job, now)
    if ('work' in prepared) return { job, work: prepared.work }
    await finishJob(tx, job, { outcome: prepared.outcome, now, random: tools.random })
    return 'finished'
  })
}

/** Returns whether the queue may continue. */
async function record<Work, Answer>(
  handler: QueueHandler<Work, Answer>,
  done: { job: Job; work: Work; answer: Answer },
  tools: DrainTools,
): Promise<boolean> {
  const now = tools.clock()
  return asService(tools.database, async (tx) => {
    if (!(await lockJob(tx, done.job))) return true
    const outcome = await handler.record(tx, { ...done, now })
    await finishJob(tx, done.job, { outcome, now, random: tools.random })
    if (!isProviderUp(outcome)) return false
    await closeBreaker(tx, handler.queue)
    return true
  })
}

function isProviderUp(outcome: JobOutcome): boolean {
  return outcome.state !== 'provider-down' && !(outcome.state === 'done' && outcome.pauseReason !== undefined)
}

interface JobRow {
  id: number | string
  queue: QueueName
  payload: unknown
  lane: string
  attempts: number
  take_number: number
}

const RETURNED = 'job.id, job.queue, job.payload, job.lane, job.attempts, job.take_number'

/**
 * Claims the next due job of a queue for `leaseMs`: the oldest without a predecessor in its lane, urgent ones first.
 * Null if there is none. Skips jobs that others are claiming.
 */
async function claimJob(
  tx: Transaction,
  { queue, leaseMs, now }: { queue: QueueName; leaseMs: number; now: Date },
): Promise<Job | null> {
  // The outer statement locks and rechecks: on a server the inner one may read outdated rows.
  const { rows } = await tx.query<JobRow>(
    `update public.jobs as job
     set state = 'taken', attempts = job.attempts + 1, take_number = job.take_number + 1, taken_until = $3
     where job.state = 'waiting' and job.id = (
       select waiting.id from public.jobs as waiting
       where waiting.queue = $1 and waiting.state = 'waiting' and waiting.run_at <= $2
         and not exists (
           select from public.jobs as earlier
           where earlier.queue = waiting.queue and earlier.lane = waiting.lane and earlier.lane <> ''
             and earlier.id < waiting.id and earlier.urgent >= waiting.urgent
             and (earlier.state = 'taken' or (earlier.state = 'waiting' and earlier.run_at <= $2)))
       order by waiting.urgent desc, waiting.id limit 1 for update skip locked)
     returning ${RETURNED}`,
    [queue, now, new Date(now.getTime() + leaseMs)],
  )
  return rows[0] === undefined ? null : toJob(rows[0])
}

/** Takes over a job of the queue with an expired lease: its worker died. Null if there is none. */
async function claimExpiredJob(
  tx: Transaction,
  { queue, leaseMs, now }: { queue: QueueName; leaseMs: number; now: Date },
): Promise<Job | null> {
  const { rows } = await tx.query<JobRow>(
    `update public.jobs as job set take_number = job.take_number + 1, taken_until = $3
     where job.state = 'taken' and job.id = (
       select left_behind.id from public.jobs as left_behind
       where left_behind.queue = $1 and left_behind.state = 'taken' and left_behind.taken_until <= $2
       order by left_behind.id limit 1 for update skip locked)
     returning ${RETURNED}`,
    [queue, now, new Date(now.getTime() + leaseMs)],
  )
  return rows[0] === undefined ? null : toJob(rows[0])
}

function toJob(row: JobRow): Job {
  return {
    id: Number(row.id),
    queue: row.queue,
    payload: row.payload,
    lane: row.lane,
    attempts: row.attempts,
    fencingToken: row.take_number,
  }
}

/**
 * Whether the claim is still valid, locked until the transaction ends: a slow worker must not overwrite a newer one.
 */
async function lockJob(tx: Transaction, job: Job): Promise<boolean> {
  const { rows } = await tx.query(
    `select id from public.jobs where id = $1 and state = 'taken' and take_number = $2 for update`,
    [job.id, job.fencingToken],
  )
  return rows.length > 0
}

/** Finishes a claim with its handler's outcome. The transaction must hold the job. */
async function finishJob(
  tx: Transaction,
  job: Job,
  { outcome, now, random }: { outcome: JobOutcome; now: Date; random: () => number },
): Promise<void> {
  switch (outcome.state) {
    case 'done':
      await finish(tx, job, { state: 'done', now })
      if (outcome.pauseReason !== undefined)
        await openBreaker(tx, { queue: job.queue, reason: outcome.pauseReason, now, random })
      return
    case 'dead':
      await finish(tx, job, { state: 'dead', now, reason: outcome.reason, detail: outcome.detail })
      return
    case 'later':
      await requeue(tx, job, { at: outcome.at, reason: outcome.reason })
      return
    case 'provider-down':
      await requeue(tx, job, { at: now, reason: outcome.reason })
      await openBreaker(tx, { queue: job.queue, reason: outcome.reason, now, random })
  }
}

/** Longest stored detail of a failure, in characters. */
const DETAIL_LENGTH = 1000

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

async function requeue(
  tx: Transaction,
  job: Job,
  { at, reason }: { at: Date; reason: string },
): Promise<void> {
  await tx.query(
    `update public.jobs set state = 'waiting', run_at = $2, taken_until = null, reason = $3 where id = $1`,
    [job.id, at, reason],
  )
}

type BreakerState = 'closed' | 'open' | 'half-open'

/**
 * Returns the state of the queue's circuit breaker. Once the pause is over, exactly one caller gets 'half-open' and may probe the
 * provider; the others see 'open' for another `leaseMs`.
 */
async function claimBreaker(
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

/** Opens the breaker and pauses the queue on all instances. A null `reason` keeps the previous one. */
async function openBreaker(
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

async function closeBreaker(tx: Transaction, queue: QueueName): Promise<void> {
  await tx.query(
    'update public.job_queues set failures = 0, rests_until = null, last_reason = null where name = $1 and failures > 0',
    [queue],
  )
}

const MIN_PAUSE_MS = 5_000
const MAX_PAUSE_MS = 300_000

/** Exponential backoff: 5 s, doubling to 5 min, with 20 % jitter. */
export function backoffMs(failures: number, random: () => number): number {
  const full = Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** (failures - 1))
  return Math.round(full * (0.8 + 0.2 * random()))
}
