import type { Transaction } from '../database/database.ts'
import { AuthError } from './auth-error.ts'
import { type AuthParts, type Endpoint, asAuthAdmin } from './auth-options.ts'
import { mailLater, secondFactorChanged } from '../../features/account/account-mails.server.ts'
import { lowerSessions } from './sessions.ts'
import { requireClaims, requireSignedIn } from './require-user.ts'
import { requireFactorId } from './factor-request.ts'
import { requireFactor } from './mfa-factors.ts'

/** Takes a factor away. One in use only goes by a session that has shown it. */
export function unenroll(auth: AuthParts): Endpoint {
  return async (c) => {
    const claims = await requireClaims(auth, c)
    const id = requireFactorId(c)
    const remove = async (tx: Transaction) => {
      const { user, session } = await requireSignedIn(tx, claims, auth.clock())
      const factor = await requireFactor(tx, user, id)
      if (factor.status === 'verified' && session.aal !== 'aal2')
        throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
      await tx.query('delete from auth.mfa_factors where id = $1', [id])
      const last = factor.status === 'verified' && !(await hasAuthenticator(tx, user.id))
      if (!last) return
      await withdrawSecondFactor(tx, user.id)
      await mailLater(tx, secondFactorChanged(auth.config.siteUrl, user.email, 'off'), auth.clock())
    }
    await asAuthAdmin(auth, remove, claims.sub)
    return c.json({ id })
  }
}

async function hasAuthenticator(tx: Transaction, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select id from auth.mfa_factors where user_id = $1 and factor_type = 'totp' and status = 'verified' limit 1`,
    [userId],
  )
  return rowCount > 0
}

/** Recovery codes stand in for an authenticator, so they go with the last one. */
async function withdrawSecondFactor(tx: Transaction, userId: string): Promise<void> {
  await tx.query(`delete from auth.mfa_factors where user_id = $1 and factor_type = 'recovery_code'`, [
    userId,
  ])
  await lowerSessions(tx, userId)
}
