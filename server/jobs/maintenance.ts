import { asService } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { claimLease } from './lease.ts'
import { findNight } from '../../business-hours.ts'
import type { Clock } from '../../platform/clock.ts'

/** Long enough for the largest table. */
const TIMEOUT_MS = 60_000
/** Long enough for the largest table; on a timeout the embedded engine restarts. */
const VACUUM_TIMEOUT_MS = 60_000
const DAY_MS = 24 * 3_600_000

/**
 * Runs ANALYZE in the embedded database on tables that have grown or shrunk, one at a time, so that the planner keeps
 * choosing the right index. A server has autovacuum.
 */
export async function refreshStatistics(
  { database }: { database: Database },
  signal: AbortSignal,
): Promise<void> {
  if (database.kind === 'server') return
  let refreshed: string | null = null
  for (;;) {
    const before: string | null = refreshed
    refreshed = await refreshStalest(database)
    if (refreshed === null || refreshed === before || signal.aborted) return
  }
}

async function refreshStalest(database: Database): Promise<string | null> {
  const { rows } = await asService(
    database,
    (tx) => tx.query<{ refreshed: string | null }>('select private.refresh_statistics() as refreshed'),
    { statementTimeoutMs: TIMEOUT_MS },
  )
  return rows[0]?.refreshed ?? null
}

/**
 * Vacuums the embedded database once a night, table by table, so that others wait for one at most. A server has
 * autovacuum.
 */
export async function vacuumTables(
  { database, clock }: { database: Database; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  if (database.kind === 'server') return
  // Never renewed or released: a vacuum that kills the process must not be retried all night.
  const once = { name: `vacuum ${findNight(clock())}`, now: clock(), forMs: DAY_MS }
  if ((await asService(database, (tx) => claimLease(tx, once))) === null) return
  for (const table of await asService(database, listTables)) {
    if (signal.aborted) return
    await vacuum(database, table)
  }
}

/** Non-empty tables, including PostgreSQL's own. */
async function listTables(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name
     from pg_class as class join pg_namespace as schema on schema.oid = relnamespace
     where relkind = 'r' and relpersistence <> 't' and pg_relation_size(class.oid) > 0 order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Two steps, so that others run in between. Without ANALYZE, a table that has grown would look analyzed. */
async function vacuum(database: Database, table: string): Promise<void> {
  for (const step of ['vacuum', 'analyze']) {
    await database.outsideTransactions(`${step} ${table}`, { statementTimeoutMs: VACUUM_TIMEOUT_MS })
  }
}
