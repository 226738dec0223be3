import { Hono } from 'hono'
import { asIdentity } from '../platform/database/as-identity.ts'
import type { Database } from '../platform/database/database.ts'
import type { HttpEnv } from '../platform/http/http-context.ts'

export interface Readiness {
  database: Database
  /** The versions of all migrations this program was written for. */
  migrations: readonly string[]
  /** Whether the queues of this process are being looked after. */
  queuesWork: () => boolean
  /** False from the moment the process was asked to stop. */
  accepting: () => boolean
}

type Problem = 'stopping' | 'database' | 'migrations' | 'queue'

/** `/healthz`: the process answers. `/readyz`: it can also do its work, so a proxy may send it visitors. */
export function health(readiness: Readiness): Hono<HttpEnv> {
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
    // The caller of /readyz needs the fact; the reason is logged where the failing request is.
    return 'database'
  }
  return queuesWork() ? null : 'queue'
}

/** More may be there, from a newer copy that takes over: migrations are made so that the older one still works. */
async function countApplied(database: Database, versions: readonly string[]): Promise<number> {
  const { rows } = await asIdentity(
    database,
    { role: 'service_role' },
    (tx) =>
      tx.query<{ count: number }>(
        'select count(*)::integer as count from migrations.journal where version = any ($1::text[])',
        [versions],
      ),
    { readOnly: true, statementTimeoutMs: 2_000 },
  )
  return rows[0]?.count ?? 0
}
