import type { Context } from 'hono'
import type { UserClaims } from '../database/as-identity.ts'
import type { Transaction } from '../database/database.ts'
import type { HttpEnv } from '../http/http-context.ts'
import { UnauthorizedError, parseBearerToken, verifyUserToken } from '../http/identity.ts'
import { AuthError } from './auth-error.ts'
import type { AuthParts } from './auth-options.ts'
import { type SecondMethod, type SessionRow, findSession, isSessionLive, proveSession } from './sessions.ts'
import { type UserRow, findUser, isBanned } from './users.ts'

/** An account and one of its sessions. */
export interface SignedIn {
  user: UserRow
  session: SessionRow
}

/** The claims of the caller's access token. Throws AuthError: no_authorization or bad_jwt. */
export async function requireClaims(auth: AuthParts, c: Context<HttpEnv>): Promise<UserClaims> {
  const token = parseBearerToken(c.req.header('authorization'))
  if (token === undefined) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  }
  try {
    return await verifyUserToken(token, auth)
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error
    throw new AuthError(403, 'bad_jwt', `invalid JWT: ${error.message}`, { cause: error })
  }
}

/** The caller's current account and session. Throws AuthError if either has ended since the token was issued. */
export async function requireSignedIn(tx: Transaction, claims: UserClaims, now: Date): Promise<SignedIn> {
  const user = await findUser(tx, claims.sub)
  if (user === null) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (isBanned(user, now)) throw new AuthError(403, 'user_banned', 'User is banned')
  const session = await findSession(tx, claims.session_id)
  if (session === null || !(await isSessionLive(tx, claims, now))) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  return { user, session }
}

/** As above, and locks the account's factors until the transaction ends. */
export async function lockSignedIn(tx: Transaction, claims: UserClaims, now: Date): Promise<SignedIn> {
  await tx.query('select id from auth.users where id = $1 for no key update', [claims.sub])
  return requireSignedIn(tx, claims, now)
}

/** Raises the session to aal2 with `proveSession`. Returns the updated account and session. */
export async function raiseSession(
  tx: Transaction,
  { user, session }: SignedIn,
  proof: { method: SecondMethod; now: Date },
): Promise<SignedIn> {
  const proved = await proveSession(tx, session, proof)
  return { user: (await findUser(tx, user.id)) ?? user, session: proved }
}
