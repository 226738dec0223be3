import type { Transaction } from '../database/database.ts'
import { AuthError } from './auth-error.ts'
import { type AuthParts, type Endpoint, asAuthAdmin } from './auth-options.ts'
import { needsProof } from './mfa-factors.ts'
import { endAllSessions, endOtherSessions, endSession, endUnprovedSessions } from './sessions.ts'
import { type SignedIn, requireClaims, requireSignedIn } from './require-user.ts'

type End = (tx: Transaction, caller: SignedIn) => Promise<void>

const scopes = new Map<string, End>([
  ['global', endAll],
  ['local', (tx, { session }) => endSession(tx, session.id)],
  ['others', endOthers],
])

/** Ends sessions; their access tokens stop working at the next request. */
export function signOut(auth: AuthParts): Endpoint {
  return async (c) => {
    const claims = await requireClaims(auth, c)
    const end = scopes.get(c.req.query('scope') ?? 'global')
    if (end === undefined) throw new AuthError(400, 'validation_failed', 'Unsupported logout scope')
    await asAuthAdmin(auth, async (tx) => {
      await end(tx, await requireSignedIn(tx, claims, auth.clock()))
    })
    return c.body(null, 204)
  }
}

/** An aal1 session must not sign the owner out of aal2 sessions. */
async function endAll(tx: Transaction, caller: SignedIn): Promise<void> {
  if (needsProof(caller)) await endUnprovedSessions(tx, caller.user.id)
  else await endAllSessions(tx, caller.user.id)
}

async function endOthers(tx: Transaction, caller: SignedIn): Promise<void> {
  const keep = caller.session.id
  if (needsProof(caller)) await endUnprovedSessions(tx, caller.user.id, keep)
  else await endOtherSessions(tx, caller.user.id, keep)
}
