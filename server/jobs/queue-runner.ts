import type { Logger } from 'pino'
import { setTimeout as sleep } from 'node:timers/promises'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { QueueName } from './job.ts'

/** How often to look when nobody says anything, and how soon at the earliest after the last look, in milliseconds. */
const LONGEST_PAUSE = 5_000
const SHORTEST_PAUSE = 250
/** Looking that fails for so long does not recover by itself. */
const LOST_MS = 60_000
/** A transaction may write several jobs. */
const GATHER = 5
/** What is being sent when the process is asked to stop may take this long; then it counts as abandoned. */
const STOP_MS = 1_500

export interface Queues {
  /** Works through what is due in a queue. Resolves when nothing is left; failures are logged. */
  drain: (queue: QueueName) => Promise<void>
  /** Works whenever something is due, until stopped. */
  start: () => Promise<void>
  stop: () => Promise<void>
  /** Whether somebody looks after the queues: false once looking has failed for a minute. */
  working: () => boolean
}

export interface QueueParts {
  database: Pick<Database, 'transaction' | 'listen'>
  clock: Clock
  log: Logger
  /** How each queue is drained; `stopping` says when to take no further job. */
  drains: Readonly<Record<QueueName, (stopping: () => boolean) => Promise<void>>>
}

/** Keeps the durable queues of this process going: told of new jobs by the database, and looking by itself. */
export function createQueueRunner({ database, clock, log, drains }: QueueParts): Queues {
  const running = new Map<QueueName, Promise<void>>()
  const wantedAgain = new Set<QueueName>()
  const state = { stopping: false, lookedAt: clock().getTime() }
  let timer: NodeJS.Timeout | undefined
  /** How often we were told of new jobs, and whether a look that will see them has begun or is about to. */
  let told = 0
  let looking = false
  let stopListening: (() => Promise<void>) | undefined

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
        log.error({ err: error, queue }, 'a queue could not be worked through')
        return
      }
    } while (wantedAgain.has(queue) && !state.stopping)
  }

  async function look(): Promise<void> {
    clearTimeout(timer)
    if (state.stopping) return
    looking = true
    const heard = told
    let pause = LONGEST_PAUSE
    try {
      const now = clock().getTime()
      const due = await nextJobs(database)
      state.lookedAt = now
      for (const { queue, next } of due) {
        const wait = new Date(next).getTime() - now
        if (wait <= 0) void drain(queue)
        pause = Math.min(pause, Math.max(wait, SHORTEST_PAUSE))
      }
    } catch (error) {
      log.error({ err: error }, 'the queues could not be looked at')
    }
    looking = false
    // What was written during the look may have come too late for it.
    if (told === heard) lookIn(pause)
    else lookSoon()
  }

  function hear(): void {
    told += 1
    if (!looking) lookSoon()
  }

  function lookSoon(): void {
    looking = true
    lookIn(GATHER)
  }

  function lookIn(pause: number): void {
    clearTimeout(timer)
    if (!state.stopping) timer = setTimeout(() => void look(), pause).unref()
  }

  return {
    drain,
    start: async () => {
      stopListening = await database.listen('jobs_written', hear)
      await look()
    },
    working: () => timer === undefined || clock().getTime() - state.lookedAt < LOST_MS,
    stop: async () => {
      state.stopping = true
      clearTimeout(timer)
      await stopListening?.()
      await Promise.race([Promise.all(running.values()), sleep(STOP_MS)])
    },
  }
}

/** When each queue has something to do next; a queue that rests, when it wakes up. */
async function nextJobs(
  database: QueueParts['database'],
): Promise<{ queue: QueueName; next: string | Date }[]> {
  const { rows } = await asIdentity(
    database,
    { role: 'service_role' },
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
