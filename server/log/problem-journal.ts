import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { LoggedProblem } from './log.ts'

const WRITE_EVERY_MS = 1_000
/** Kinds of failures that wait while the database is away, which must not grow. */
const WAITING = 20
const KEPT = 100

export interface ProblemJournal {
  note: (problem: LoggedProblem) => void
  /** Writes what waits. Never rejects: that the database is away is logged by those who need it. */
  write: () => Promise<void>
  close: () => Promise<void>
}

/** The newest of the failures of one kind, and how many there were. */
interface RepeatedProblem extends LoggedProblem {
  times: number
}

/**
 * Keeps the last failures in the database, where the status panel of any copy finds them. Those that say the same are counted:
 * what a stranger can repeat does not push the others out.
 */
export function createProblemJournal(database: Database): ProblemJournal {
  const waiting = new Map<string, RepeatedProblem>()
  const timer = setInterval(() => void write(), WRITE_EVERY_MS).unref()

  function add(problem: RepeatedProblem): void {
    const key = JSON.stringify([problem.what, problem.kind])
    const known = waiting.get(key)
    if (known === undefined && waiting.size >= WAITING) return
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
  await asIdentity(database, { role: 'service_role' }, async (tx) => {
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
