import { z } from 'zod'
import { asService, type Identity, type UserClaims } from '../database/as-identity.ts'
import type { Database } from '../database/database.ts'

const logged = z.object({
  id: z.string(),
  schema: z.string(),
  table: z.string(),
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  /** The primary key, its values as text. */
  key: z.record(z.string(), z.string()),
  at: z.string(),
  /** Whether users with equal rights may read the same rows of the table. */
  shared: z.boolean(),
})

/** A changed row, as `realtime.log_change` logs it. */
export type Change = z.infer<typeof logged>

/** The log that triggers on live tables write in the transaction of the change. */
export interface ChangeLog {
  /** Makes the next `read` start at the present. */
  start: () => Promise<void>
  /**
   * The changes that were committed since the last read, oldest first; at most `most`, of which the first are
   * returned. Throws DatabaseError; the next read then starts where this one did.
   */
  read: (most: number) => Promise<Change[]>
  /** Deletes the changes that were committed before the last purge. */
  purge: () => Promise<void>
}

// Ids are assigned before transactions commit, so a position in the log would pass over slow transactions. A snapshot
// shows exactly which transactions were not visible before.
const READ = `
  with found as materialized (
    select * from realtime.changes
    where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
    order by id limit $2),
  live as materialized (
    select class.oid, nspname, relname, realtime.is_shared(class.oid) as shared
    from pg_catalog.pg_class as class join pg_catalog.pg_namespace as namespace on namespace.oid = class.relnamespace
    where class.oid in (select relation from found))
  select pg_current_snapshot()::text as snapshot, coalesce((
    select jsonb_agg(jsonb_build_object('id', id::text, 'schema', nspname, 'table', relname, 'type', type, 'key', key,
                                        'at', at, 'shared', shared) order by id)
    from found join live on live.oid = found.relation), '[]')::text as changes`

export function createChangeLog(database: Pick<Database, 'transaction'>): ChangeLog {
  /** What the last read saw, and the last purge. */
  let seen: string | null = null
  let purged: string | null = null

  async function readSnapshot(): Promise<string> {
    const { rows } = await asService(
      database,
      (tx) => tx.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot'),
      { readOnly: true },
    )
    return required(rows).snapshot
  }

  return {
    start: async () => {
      seen = await readSnapshot()
    },
    read: async (most) => {
      const { rows } = await asService(
        database,
        (tx) => tx.query<{ snapshot: string; changes: string }>(READ, [seen, most]),
        { readOnly: true },
      )
      const { snapshot, changes } = required(rows)
      seen = snapshot
      return z.array(logged).parse(JSON.parse(changes))
    },
    purge: async () => {
      const before = purged
      purged = await readSnapshot()
      if (before === null) return
      await asService(database, (tx) =>
        tx.query('delete from realtime.changes where xid < pg_snapshot_xmin($1::pg_snapshot)', [before]),
      )
    },
  }
}

function required<T>([row]: T[]): T {
  if (row === undefined) throw new Error('A SELECT without FROM returns a row.')
  return row
}

/** In place of rights: the session has ended. */
export const ENDED = Symbol('ended')

/**
 * Returns a key for each identity: identities with equal keys may read the same rows of tables with `shared` changes.
 * Checks all sessions in one statement.
 */
export async function readRights(
  database: Pick<Database, 'transaction'>,
  identities: readonly Identity[],
): Promise<Map<Identity, string | typeof ENDED>> {
  const users = identities.filter((identity) => identity.role === 'authenticated')
  const rights = await readUserRights(
    database,
    users.map(({ claims }) => claims),
  )
  const ofUsers = new Map<Identity, string | typeof ENDED>(
    users.map((identity, position) => [identity, rights[position] ?? ENDED]),
  )
  return new Map(identities.map((identity) => [identity, ofUsers.get(identity) ?? identity.role]))
}

async function readUserRights(
  database: Pick<Database, 'transaction'>,
  claims: UserClaims[],
): Promise<(string | null)[]> {
  if (claims.length === 0) return []
  const { rows } = await asService(
    database,
    (tx) =>
      tx.query<{ rights: (string | null)[] }>('select realtime.rights($1::jsonb) as rights', [
        JSON.stringify(claims),
      ]),
    { readOnly: true },
  )
  return rows[0]?.rights ?? []
}
