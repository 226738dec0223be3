import { Hono } from 'hono'
import { asService } from '../platform/database/as-identity.ts'
import type { Database } from '../platform/database/database.ts'
import type { HttpEnv } from '../platform/http/http-context.ts'

export interface Readiness {
  database: Database
  /** Versions of the migrations this program requires. */
  migrations: readonly string[]
  /** Whether this process's queues are healthy. */
  queuesWork: () => boolean
  /** False once the process is stopping. */
  accepting: () => boolean
}

type Problem = 'stopping' | 'database' | 'migrations' | 'queue'

/** `/healthz`: the process responds. `/readyz`: it can also serve, so a proxy may send it visitors. */
export function createHealthRoutes(readiness: Readiness): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/healthz', (c) => c.json({ status: 'alive' }, 200, { 'Cache-Control': 'no-store' }))
  app.get('/readyz', async (c) => {
    const problem = await findProblem(readiness)
    if (problem === null) return c.json({ status: 'ready' }, 200, { 'Cache-Control': 'no-store' })
    return c.json({ status: problem }, 503, { 'Cache-Control': 'no-store' })
  })
  return app
}

async function findProblem({
  database,
  migrations,
  queuesWork,
  accepting,
}: Readiness): Promise<Problem | null> {
  if (!accepting()) return 'stopping'
  try {
    if ((await countApplied(database, migrations)) < migrations.length) return 'migrations'
  } catch {
    // The caller only needs the fact; the failing request logs the reason.
    return 'database'
  }
  return queuesWork() ? null : 'queue'
}

/** A newer instance may have applied more: migrations stay compatible with the previous version. */
async function countApplied(database: Database, versions: readonly string[]): Promise<number> {
  const { rows } = await asService(
    database,
    (tx) =>
      tx.query<{ count: number }>(
        'select count(*)::integer as count from migrations.journal where version = any ($1::text[])',
        [versions],
      ),
    { readOnly: true, statementTimeoutMs: 2_000 },
  )
  return rows[0]?.count ?? 0
}
