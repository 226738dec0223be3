import { asIdentity } from '../database/as-identity.ts'
import type { Database } from '../database/database.ts'
import type { LoggedProblem } from './create-log.ts'

const WRITE_EVERY_MS = 1_000
/** A storm of failures says the same thing many times; and what waits while the database is away must not grow. */
const WAITING = 20
const KEPT = 100

export interface ProblemJournal {
  note: (problem: LoggedProblem) => void
  /** Writes what waits. Never rejects: that the database is away is logged by those who need it. */
  write: () => Promise<void>
  close: () => Promise<void>
}

/** Keeps the last failures in the database, where the status panel of any copy finds them. */
export function createProblemJournal(database: Database): ProblemJournal {
  const waiting: LoggedProblem[] = []
  const timer = setInterval(() => void write(), WRITE_EVERY_MS).unref()

  async function write(): Promise<void> {
    const problems = waiting.splice(0)
    if (problems.length === 0) return
    await store(database, problems).catch(() => {
      waiting.unshift(...problems.slice(0, WAITING - waiting.length))
    })
  }

  return {
    note: (problem) => {
      if (waiting.length < WAITING) waiting.push(problem)
    },
    write,
    close: async () => {
      clearInterval(timer)
      await write()
    },
  }
}

async function store(database: Database, problems: readonly LoggedProblem[]): Promise<void> {
  await asIdentity(database, { role: 'service_role' }, async (tx) => {
    for (const { at, what, kind, requestId } of problems) {
      await tx.query(
        'insert into private.server_problems (at, what, kind, request_id) values ($1, $2, $3, $4)',
        [at, what, kind, requestId],
      )
    }
    await tx.query(
      'delete from private.server_problems where id <= (select max(id) from private.server_problems) - $1',
      [KEPT],
    )
  })
}
