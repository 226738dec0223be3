import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { readQueueFigures, type QueueFigures } from '../../server/jobs/queue-stats.ts'

/** What admins see of how the product is doing. Times are ISO 8601. */
export interface SystemStatus {
  database: { kind: Database['kind']; version: string; bytes: number }
  /** The processes that run on the database, the oldest first. */
  copies: { version: string; startedAt: string }[]
  queues: QueueFigures[]
  /** The newest first; `at` and `requestId` are of the last of so many times. */
  problems: { at: string; what: string; kind: string | null; requestId: string | null; times: number }[]
  /** `provenAt`: of the newest backup that was restored and compared. `error`: why the last try has no proof. */
  backup: { provenAt: string | null; error: string | null }
}

const SHOWN_PROBLEMS = 10

/** How the product is doing, as all copies know it. Throws DatabaseError. */
export async function readSystemStatus(database: Database, now: Date): Promise<SystemStatus> {
  const queues = await readQueueFigures(database, now)
  const rest = await asIdentity(database, { role: 'service_role' }, (tx) => readRest(tx, database.kind), {
    readOnly: true,
  })
  return { ...rest, queues }
}

async function readRest(tx: Transaction, kind: Database['kind']): Promise<Omit<SystemStatus, 'queues'>> {
  const size = await tx.query<{ version: string; bytes: number }>(
    `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes`,
  )
  const copies = await tx.query<{ version: string; startedAt: string }>(
    `select version, started_at as "startedAt" from private.server_copies order by started_at`,
  )
  const problems = await tx.query<SystemStatus['problems'][number]>(
    `select at, what, kind, request_id as "requestId", times::float8 from private.server_problems order by id desc limit $1`,
    [SHOWN_PROBLEMS],
  )
  const backups = await tx.query<SystemStatus['backup']>(
    `select max(proven_at) as "provenAt", (array_agg(error order by started_at desc))[1] as error from public.backups`,
  )
  const { version = '', bytes = 0 } = size.rows[0] ?? {}
  return {
    database: { kind, version, bytes },
    copies: copies.rows,
    problems: problems.rows,
    backup: backups.rows[0] ?? { provenAt: null, error: null },
  }
}
