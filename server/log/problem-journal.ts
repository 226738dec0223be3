import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { LoggedProblem } from './log.ts'

const WRITE_EVERY_MS = 1_000
/** Maximum of distinct failures buffered while the database is down. */
const MAX_BUFFERED = 20
const KEPT = 100

export interface ProblemJournal {
  note: (problem: LoggedProblem) => void
  /** Writes buffered failures. Never rejects: users of the database log its outage. */
  write: () => Promise<void>
  close: () => Promise<void>
}

/** The newest of equal failures, and their number. */
interface RepeatedProblem extends LoggedProblem {
  times: number
}

/**
 * Stores recent failures in the database for the status panel of every instance. Counts equal ones, so that a
 * repeatable failure cannot push the others out.
 */
export function createProblemJournal(database: Database): ProblemJournal {
  const waiting = new Map<string, RepeatedProblem>()
  const timer = setInterval(() => void write(), WRITE_EVERY_MS).unref()

  function add(problem: RepeatedProblem): void {
    const key = JSON.stringify([problem.what, problem.kind])
    const known = waiting.get(key)
    if (known === undefined && waiting.size >= MAX_BUFFERED) return
    const newest = known !== undefined && known.at > problem.at ? known : problem
    waiting.set(key, { ...newest, times: problem.times + (known?.times ?? 0) })
  }

  async function write(): Promise<void> {
    const problems = [...waiting.values()]
    waiting.clear()
    if (problems.length > 0) await store(database, problems).catch(() => problems.forEach(add))
  }

  return {
    note: (problem) => add({ ...problem, times: 1 }),
    write,
    close: async () => {
      clearInterval(timer)
      await write()
    },
  }
}

async function store(database: Database, problems: readonly RepeatedProblem[]): Promise<void> {
  await asService(database, async (tx) => {
    for (const { at, what, kind, requestId, times } of problems) {
      await tx.query(
        `with earlier as (
           delete from private.server_problems where what = $2 and kind is not distinct from $3 returning times
         )
         insert into private.server_problems (at, what, kind, request_id, times)
         select $1, $2, $3, $4, $5 + coalesce(sum(times), 0) from earlier`,
        [at, what, kind, requestId, times],
      )
    }
    await tx.query(
      `delete from private.server_problems
       where id not in (select id from private.server_problems order by id desc limit $1)`,
      [KEPT],
    )
  })
}
