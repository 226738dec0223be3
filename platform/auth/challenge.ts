import { type AuthParts, type Endpoint, asAuthAdmin } from './auth-options.ts'
import { requireClaims, requireSignedIn } from './require-user.ts'
import { insertChallenge } from './challenges.ts'
import { requireFactorId } from './factor-request.ts'
import { requireUsableFactor } from './mfa-factors.ts'

/** Asks for a code. */
export function challenge(auth: AuthParts): Endpoint {
  return async (c) => {
    const claims = await requireClaims(auth, c)
    const id = requireFactorId(c)
    const now = auth.clock()
    const asked = await asAuthAdmin(auth, async (tx) => {
      const factor = await requireUsableFactor(tx, await requireSignedIn(tx, claims, now), id)
      return insertChallenge(tx, { factorId: factor.id, address: c.get('clientAddress'), now })
    })
    return c.json({ id: asked.id, type: 'totp', expires_at: Math.floor(asked.expiresAt.getTime() / 1000) })
  }
}
