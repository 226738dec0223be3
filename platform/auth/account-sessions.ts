import type { Transaction } from '../database/database.ts'

/** One device somebody is signed in on. */
export interface SessionSummary {
  id: string
  createdAt: string
  /** When it last asked for a new token; at most an hour before it was last used. */
  refreshedAt: string
  address: string | null
  userAgent: string | null
  /** Whether the second factor was shown. */
  proved: boolean
}

/** The live sessions of an account, the one used last first. `tx` acts as supabase_auth_admin. */
export async function listSessions(tx: Transaction, userId: string, now: Date): Promise<SessionSummary[]> {
  const { rows } = await tx.query<SessionSummary>(
    `select id, created_at as "createdAt", coalesce(refreshed_at::timestamptz, created_at) as "refreshedAt", host(ip) as address,
            user_agent as "userAgent", coalesce(aal = 'aal2', false) as proved
     from auth.sessions
     where user_id = $1 and private.session_is_live(jsonb_build_object('sub', user_id, 'session_id', id), $2)
     order by 3 desc, id`,
    [userId, now.toISOString()],
  )
  return rows
}

/** Ends one session of an account. False where it has none of this id. */
export async function endSessionOf(tx: Transaction, userId: string, sessionId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'delete from auth.sessions where id = $1 and user_id = $2 returning id',
    [sessionId, userId],
  )
  return rowCount > 0
}
