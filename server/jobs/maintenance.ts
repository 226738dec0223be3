import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Dependencies } from '../dependencies.ts'

/** Long enough for the largest table. */
const TIMEOUT_MS = 60_000

/**
 * Has the embedded database count anew what is in tables that have grown or shrunk, one at a time, so that it goes on
 * choosing the right index. A server does so by itself.
 */
export async function refreshStatistics(
  { database }: Pick<Dependencies, 'database'>,
  ending: AbortSignal,
): Promise<void> {
  if (database.kind === 'server') return
  let refreshed: string | null = null
  for (;;) {
    const before: string | null = refreshed
    refreshed = await refreshStalest(database)
    if (refreshed === null || refreshed === before || ending.aborted) return
  }
}

async function refreshStalest(database: Database): Promise<string | null> {
  const { rows } = await asIdentity(
    database,
    { role: 'service_role' },
    (tx) => tx.query<{ refreshed: string | null }>('select private.refresh_statistics() as refreshed'),
    { statementTimeoutMs: TIMEOUT_MS },
  )
  return rows[0]?.refreshed ?? null
}
