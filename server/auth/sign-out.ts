import type { Transaction } from '../database/database.ts'
import type { UserClaims } from '../database/as-identity.ts'
import { AuthError } from './auth-error.ts'
import { type AuthParts, type Endpoint, asAuthAdmin } from './auth-parts.ts'
import { endAllSessions, endOtherSessions, endSession } from './sessions.ts'
import { requireClaims, requireSignedIn } from './signed-in-user.ts'

type End = (tx: Transaction, claims: UserClaims) => Promise<void>

const scopes = new Map<string, End>([
  ['global', (tx, claims) => endAllSessions(tx, claims.sub)],
  ['local', (tx, claims) => endSession(tx, claims.session_id)],
  ['others', (tx, claims) => endOtherSessions(tx, claims.sub, claims.session_id)],
])

/** Ends sessions; their access tokens stop working at the next request. */
export function signOut(auth: AuthParts): Endpoint {
  return async (c) => {
    const claims = await requireClaims(auth, c)
    const end = scopes.get(c.req.query('scope') ?? 'global')
    if (end === undefined) throw new AuthError(400, 'validation_failed', 'Unsupported logout scope')
    await asAuthAdmin(auth, async (tx) => {
      await requireSignedIn(tx, claims, auth.clock())
      await end(tx, claims)
    })
    return c.body(null, 204)
  }
}
