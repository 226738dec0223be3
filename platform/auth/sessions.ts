import type { UserClaims } from '../database/as-identity.ts'
import type { Transaction } from '../database/database.ts'

const DAYS = 86_400_000
const MAX_SESSION_MS = 30 * DAYS
const MAX_USER_AGENT_LENGTH = 500
/** Sessions per account and level; a further one ends the least recently used. */
const MAX_SESSIONS = 50

/** How a session was obtained; part of its access tokens. */
export type Method = 'password' | 'recovery' | 'email/signup' | 'invite' | 'email_change'

/** How a session reached aal2. */
export type SecondMethod = 'totp' | 'mfa/recovery_code'

export interface SessionRow {
  id: string
  user_id: string
  created_at: string
  refreshed_at: string
  aal: string
  amr: { method: string; timestamp: number }[]
  refresh_token_counter: number
}

export interface NewSession {
  userId: string
  method: Method
  address: string
  userAgent: string | undefined
  now: Date
}

/** Starts a session and updates the account's last sign-in. */
export async function startSession(tx: Transaction, session: NewSession): Promise<SessionRow> {
  const now = session.now.toISOString()
  const amr = [{ method: session.method, timestamp: Math.floor(session.now.getTime() / 1000) }]
  const { rows } = await tx.query<SessionRow>(
    `insert into auth.sessions (user_id, created_at, updated_at, refreshed_at, not_after, user_agent, ip, amr)
     values ($1, $2, $2, $2, $3, $4, split_part($5, '%', 1)::inet, $6::jsonb) returning *`,
    [
      session.userId,
      now,
      new Date(session.now.getTime() + MAX_SESSION_MS).toISOString(),
      session.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
      session.address,
      JSON.stringify(amr),
    ],
  )
  await tx.query('update auth.users set last_sign_in_at = $2, updated_at = $2 where id = $1', [
    session.userId,
    now,
  ])
  await tx.query(
    `update auth.identities set last_sign_in_at = $2 where user_id = $1 and provider = 'email'`,
    [session.userId, now],
  )
  const [row] = rows
  if (row === undefined) throw new Error('The session was not written')
  await endOldestSessions(tx, session.userId, 'aal1')
  return row
}

/** Loads the session, locked against concurrent refreshes until the transaction ends. */
export async function lockSession(tx: Transaction, id: string): Promise<SessionRow | null> {
  const { rows } = await tx.query<SessionRow>('select * from auth.sessions where id = $1 for update', [id])
  return rows[0] ?? null
}

export async function findSession(tx: Transaction, id: string): Promise<SessionRow | null> {
  const { rows } = await tx.query<SessionRow>('select * from auth.sessions where id = $1', [id])
  return rows[0] ?? null
}

/** The single definition of a live session, shared with every other surface. */
export async function isSessionLive(
  tx: Transaction,
  claims: Pick<UserClaims, 'sub' | 'session_id'>,
  now: Date,
): Promise<boolean> {
  const { rows } = await tx.query<{ live: boolean }>(
    'select private.session_is_live($1::jsonb, $2) as live',
    [JSON.stringify({ sub: claims.sub, session_id: claims.session_id }), now.toISOString()],
  )
  return rows[0]?.live === true
}

/** Advances to the next refresh token; the row must be locked. */
export async function advanceSession(tx: Transaction, id: string, counter: number, now: Date): Promise<void> {
  await tx.query(
    'update auth.sessions set refresh_token_counter = $2, refreshed_at = $3, updated_at = $3 where id = $1',
    [id, counter, now.toISOString()],
  )
}

/** Raises a session to aal2 and ends the account's aal1 sessions: one may be a thief's. */
export async function proveSession(
  tx: Transaction,
  session: SessionRow,
  { method, now }: { method: SecondMethod; now: Date },
): Promise<SessionRow> {
  const proof = { method, timestamp: Math.floor(now.getTime() / 1000) }
  const amr = [...session.amr.filter((known) => known.method !== method), proof]
  await tx.query(`update auth.sessions set aal = 'aal2', amr = $2::jsonb, updated_at = $3 where id = $1`, [
    session.id,
    JSON.stringify(amr),
    now.toISOString(),
  ])
  await endUnprovedSessions(tx, session.user_id)
  await endOldestSessions(tx, session.user_id, 'aal2')
  return { ...session, aal: 'aal2', amr }
}

/** Called after the last factor was removed: no session can be aal2 any longer. */
export async function lowerSessions(tx: Transaction, userId: string): Promise<void> {
  await tx.query(`update auth.sessions set aal = 'aal1' where user_id = $1`, [userId])
}

export async function endSession(tx: Transaction, id: string): Promise<void> {
  await tx.query('delete from auth.sessions where id = $1', [id])
}

export async function endAllSessions(tx: Transaction, userId: string): Promise<void> {
  await tx.query('delete from auth.sessions where user_id = $1', [userId])
}

/** Ends the account's aal1 sessions, except `keep`. */
export async function endUnprovedSessions(
  tx: Transaction,
  userId: string,
  keep: string | null = null,
): Promise<void> {
  await tx.query(
    `delete from auth.sessions where user_id = $1 and aal = 'aal1' and id is distinct from $2::uuid`,
    [userId, keep],
  )
}

export async function endOtherSessions(tx: Transaction, userId: string, keep: string): Promise<void> {
  await tx.query('delete from auth.sessions where user_id = $1 and id <> $2', [userId, keep])
}

/** Per level: aal1 sessions must not push out aal2 sessions. */
async function endOldestSessions(tx: Transaction, userId: string, aal: 'aal1' | 'aal2'): Promise<void> {
  await tx.query(
    `delete from auth.sessions where id in (
       select id from auth.sessions where user_id = $1 and aal = $2
       order by refreshed_at desc, created_at desc offset $3)`,
    [userId, aal, MAX_SESSIONS],
  )
}

/** A signed-in device. */
export interface SessionSummary {
  id: string
  createdAt: string
  /** Time of its last token refresh, at most an hour before its last use. */
  refreshedAt: string
  address: string | null
  userAgent: string | null
  /** Whether the session is aal2. */
  proved: boolean
}

/** The live sessions of an account, most recently used first. `tx` acts as supabase_auth_admin. */
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

/** Ends one session of an account. False if the account has no session with this id. */
export async function endUserSession(tx: Transaction, userId: string, sessionId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'delete from auth.sessions where id = $1 and user_id = $2 returning id',
    [sessionId, userId],
  )
  return rowCount > 0
}
