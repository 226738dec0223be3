import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { QueueName } from './job.ts'

/** Milliseconds between polls without a commit, and the minimum between any two. */
const MAX_POLL_MS = 5_000
const MIN_POLL_MS = 250
/** Polling that has failed for this long is reported as unhealthy. */
const UNHEALTHY_MS = 60_000
/** Debounce: commits within this time share a poll. */
const DEBOUNCE_MS = 5
/** How long a request waits for an outside service. The job is queued either way. */
const PATIENCE_MS = 4_000
/** Milliseconds for jobs in progress on stop; later they count as abandoned. */
const STOP_MS = 1_500

export interface Queues {
  /** Runs a queue's due jobs. Resolves when none is left; failures are logged. */
  drain: (queue: QueueName) => Promise<void>
  /** Like `drain`, for a request that reports the outcome: resolves after four seconds at the latest. */
  drainBriefly: (queue: QueueName) => Promise<void>
  /** Starts polling, until stopped. */
  start: () => Promise<void>
  stop: () => Promise<void>
  /** Healthy unless polling has failed for 60 s. */
  working: () => boolean
}

export interface QueueParts {
  database: Pick<Database, 'transaction' | 'afterCommit'>
  clock: Clock
  log: Logger
  /** Drains each queue; once `stopping` is true, it claims no further job. */
  drains: Readonly<Record<QueueName, (stopping: () => boolean) => Promise<void>>>
}

/** Runs this process's durable queues: after its own commits, and by polling. */
export function createQueueRunner({ database, clock, log, drains }: QueueParts): Queues {
  const running = new Map<QueueName, Promise<void>>()
  const wantedAgain = new Set<QueueName>()
  const state = { stopping: false, polledAt: clock().getTime() }
  let timer: NodeJS.Timeout | undefined
  let commits = 0
  let polling = false
  let stopListening: (() => void) | undefined

  function drain(queue: QueueName): Promise<void> {
    const current = running.get(queue)
    if (current !== undefined) {
      wantedAgain.add(queue)
      return current
    }
    const work = drainUntilQuiet(queue).finally(() => running.delete(queue))
    running.set(queue, work)
    return work
  }

  async function drainUntilQuiet(queue: QueueName): Promise<void> {
    do {
      wantedAgain.delete(queue)
      try {
        await drains[queue](() => state.stopping)
      } catch (error) {
        log.error({ err: error, queue }, 'draining a queue failed')
        return
      }
    } while (wantedAgain.has(queue) && !state.stopping)
  }

  async function poll(): Promise<void> {
    clearTimeout(timer)
    if (state.stopping) return
    polling = true
    const before = commits
    let pause = MAX_POLL_MS
    try {
      const now = clock().getTime()
      const due = await nextJobs(database)
      state.polledAt = now
      for (const { queue, next } of due) {
        const wait = new Date(next).getTime() - now
        if (wait <= 0) void drain(queue)
        pause = Math.min(pause, Math.max(wait, MIN_POLL_MS))
      }
    } catch (error) {
      log.error({ err: error }, 'queue poll failed')
    }
    polling = false
    // Jobs added during the poll may have been missed.
    if (commits === before) schedulePoll(pause)
    else pollSoon()
  }

  function onCommit(): void {
    commits += 1
    if (!polling) pollSoon()
  }

  function pollSoon(): void {
    polling = true
    schedulePoll(DEBOUNCE_MS)
  }

  function schedulePoll(pause: number): void {
    clearTimeout(timer)
    if (!state.stopping) timer = setTimeout(() => void poll(), pause).unref()
  }

  return {
    drain,
    drainBriefly: (queue) => Promise.race([drain(queue), sleep(PATIENCE_MS, undefined, { ref: false })]),
    start: async () => {
      // Any commit may have added jobs.
      stopListening = database.afterCommit(onCommit)
      await poll()
    },
    working: () => timer === undefined || clock().getTime() - state.polledAt < UNHEALTHY_MS,
    stop: async () => {
      state.stopping = true
      clearTimeout(timer)
      stopListening?.()
      await Promise.race([Promise.all(running.values()), sleep(STOP_MS)])
    },
  }
}

/** When each queue has its next job; for a paused queue, the end of its pause. */
async function nextJobs(
  database: QueueParts['database'],
): Promise<{ queue: QueueName; next: string | Date }[]> {
  const { rows } = await asService(
    database,
    (tx) =>
      tx.query<{ queue: QueueName; next: string | Date }>(
        `select job.queue, greatest(min(case when job.state = 'waiting' then job.run_at else job.taken_until end),
                                    max(rest.rests_until)) as next
         from public.jobs as job left join public.job_queues as rest on rest.name = job.queue
         where job.state in ('waiting', 'taken') group by job.queue`,
      ),
    { readOnly: true },
  )
  return rows
}
