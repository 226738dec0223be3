import { Hono } from 'hono'
import type { Database } from '../database/database.ts'
import { asIdentity } from '../database/as-identity.ts'
import type { HttpEnv } from './context.ts'

export interface Readiness {
  database: Database
  /** False from the moment the process was asked to stop. */
  accepting: () => boolean
}

/** `/healthz`: the process answers. `/readyz`: it can also do its work, so a proxy may send it visitors. */
export function health({ database, accepting }: Readiness): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/healthz', (c) => c.json({ status: 'alive' }, 200, { 'Cache-Control': 'no-store' }))
  app.get('/readyz', async (c) => {
    const problem = accepting() ? await databaseProblem(database) : 'stopping'
    if (problem === null) return c.json({ status: 'ready' }, 200, { 'Cache-Control': 'no-store' })
    return c.json({ status: problem }, 503, { 'Cache-Control': 'no-store' })
  })
  return app
}

async function databaseProblem(database: Database): Promise<string | null> {
  try {
    const { rowCount } = await asIdentity(
      database,
      { role: 'service_role' },
      (tx) => tx.query('select id from public.profiles limit 1'),
      { readOnly: true, statementTimeoutMs: 2_000 },
    )
    return rowCount >= 0 ? null : 'database'
  } catch {
    // The caller of /readyz needs the fact; the reason is logged where the failing request is.
    return 'database'
  }
}
