import type { Logger } from 'pino'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/clock.ts'

export interface ScheduledJob<Parts> {
  /** Milliseconds. */
  every: number
  /** `stopping` aborts when the server stops: long jobs end early. */
  run: (parts: Parts, stopping: AbortSignal) => Promise<void>
}

export interface Scheduler {
  /** Starts no further run; resolves when the running ones have ended. */
  stop: () => Promise<void>
}

/**
 * A process may live for minutes only, and does all its work even so. The jobs start a second apart, so that they share
 * few database connections.
 */
const LATEST_FIRST_MS = 60_000
const APART_MS = 1_000

/**
 * Starts every job of a schedule, first within a minute or so. A failed run is logged and the next one follows as usual;
 * runs of a job never overlap.
 */
export function startScheduler<Parts extends { log: Logger }>(
  schedule: Record<string, ScheduledJob<Parts>>,
  parts: Parts,
): Scheduler {
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  const timers = new Map<string, NodeJS.Timeout>()
  for (const [name, { every, run }] of Object.entries(schedule)) {
    const start = () => {
      if (running.has(name)) return
      const work = run(parts, stopping.signal)
        .catch((error: unknown) => parts.log.error({ err: error, job: name }, 'job failed'))
        .finally(() => running.delete(name))
      running.set(name, work)
    }
    const first = () => {
      start()
      timers.set(name, setInterval(start, every).unref())
    }
    const delay = Math.min(every, LATEST_FIRST_MS) + APART_MS * timers.size
    timers.set(name, setTimeout(first, delay).unref())
  }
  return {
    stop: async () => {
      for (const timer of timers.values()) clearInterval(timer)
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}

interface Needs {
  database: Database
  clock: Clock
}

/** Skips date-based deletion until the clock has run evenly for a day. */
export function skipAfterClockJump<Deps extends Needs>(
  run: (deps: Deps, stopping: AbortSignal) => Promise<void>,
): typeof run {
  return async (deps, stopping) => {
    const { rows } = await asService(deps.database, (tx) =>
      tx.query<{ steady: boolean }>('select private.clock_is_steady($1) as steady', [deps.clock()]),
    )
    if (rows[0]?.steady === true) await run(deps, stopping)
  }
}
