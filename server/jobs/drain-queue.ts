import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { finishJob, lockJob, claimExpiredJob, claimJob } from './claim-job.ts'
import type { JobOutcome, Job, QueueHandler } from './job.ts'
import { claimBreaker, openBreaker, closeBreaker } from './circuit-breaker.ts'

export interface DrainTools {
  database: Database
  clock: () => Date
  /** 0 to 1, for jitter. */
  random: () => number
  /** True once the process is stopping: no further job is claimed. */
  stopping?: () => boolean
}

type Taken<Work> = 'nothing' | 'ended' | { job: Job; work: Work }

/**
 * Runs all due jobs of a queue one after another, and resolves when none is left or the breaker opens. Safe to run in
 * several processes: each job has one worker. A rejection leaves the job claimed; when its lease expires it counts as
 * abandoned.
 */
export async function drainQueue<Work, Answer>(
  handler: QueueHandler<Work, Answer>,
  tools: DrainTools,
): Promise<void> {
  while (await endAbandoned(handler, tools));
  if (!(await mayWork(handler, tools))) return
  while (!tools.stopping?.()) {
    const taken = await take(handler, tools)
    if (taken === 'nothing') return
    if (taken === 'ended') continue
    const answer = await handler.perform(taken.work)
    const goesOn = await record(handler, { ...taken, answer }, tools)
    if (!goesOn) return
  }
}

async function endAbandoned<Work, Answer>(
  handler: QueueHandler<Work, Answer>,
  tools: DrainTools,
): Promise<boolean> {
  const now = tools.clock()
  return asService(tools.database, async (tx) => {
    const job = await claimExpiredJob(tx, { ...handler, now })
    if (job === null) return false
    await finishJob(tx, job, { ending: await handler.abandoned(tx, job, now), now, random: tools.random })
    return true
  })
}

async function mayWork<Work, Answer>(
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

async function take<Work, Answer>(
  handler: QueueHandler<Work, Answer>,
  tools: DrainTools,
): Promise<Taken<Work>> {
  const now = tools.clock()
  return asService(tools.database, async (tx) => {
    const job = await claimJob(tx, { ...handler, now })
    if (job === null) return 'nothing'
    const prepared = await handler.prepare(tx, job, now)
    if ('work' in prepared) return { job, work: prepared.work }
    await finishJob(tx, job, { ending: prepared.ending, now, random: tools.random })
    return 'ended'
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
    const ending = await handler.record(tx, { ...done, now })
    await finishJob(tx, done.job, { ending, now, random: tools.random })
    if (!isProviderUp(ending)) return false
    await closeBreaker(tx, handler.queue)
    return true
  })
}

function isProviderUp(ending: JobOutcome): boolean {
  return ending.state !== 'provider-down' && !(ending.state === 'done' && ending.queueRests !== undefined)
}
