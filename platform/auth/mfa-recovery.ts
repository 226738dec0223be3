import { z } from 'zod'
import type { Transaction } from '../database/database.ts'
import { AuthError } from './auth-error.ts'
import { type AuthParts, type Endpoint, asAuthAdmin } from './auth-options.ts'
import { readBody } from './auth-request.ts'
import { createSessionResponse } from './session-response.ts'
import { raiseSession, requireClaims, requireSignedIn } from './require-user.ts'
import type { FactorRow, UserRow } from './users.ts'
import { refundCodeAttempt, consumeCodeAttempt } from './auth-limits.ts'
import { factorNotFound, hasVerifiedFactor, wrongCode } from './mfa-factors.ts'

const verifyBody = z.object({ code: z.string().max(100) })

/** Returns how many codes exist and how many are left. */
export function showRecoveryCodes(auth: AuthParts): Endpoint {
  return async (c) => {
    const claims = await requireClaims(auth, c)
    const status = await asAuthAdmin(auth, async (tx) => {
      const { user } = await requireSignedIn(tx, claims, auth.clock())
      const { id } = requireCodes(user)
      const { rows } = await tx.query<{ total: number; remaining: number }>(
        `select count(*)::int as total, (count(*) filter (where used_at is null))::int as remaining
         from auth.mfa_recovery_codes where factor_id = $1`,
        [id],
      )
      return { id, type: 'recovery_code', ...rows[0] }
    })
    return c.json(status)
  }
}

/** Creates the first set of codes for an account with an authenticator. */
export function generateRecoveryCodes(auth: AuthParts): Endpoint {
  return async (c) => {
    const claims = await requireClaims(auth, c)
    const now = auth.clock()
    const generate = async (tx: Transaction) => {
      const { user, session } = await requireSignedIn(tx, claims, now)
      requireProved(session.aal)
      if (!hasVerifiedFactor(user)) {
        const message = 'Recovery codes cannot be the only factor'
        throw new AuthError(422, 'mfa_recovery_codes_sole_factor', message)
      }
      if (findCodes(user) !== undefined) {
        const message = 'A verified recovery code factor already exists'
        throw new AuthError(422, 'mfa_verified_factor_exists', message)
      }
      const id = await insertCodesFactor(tx, user.id, now)
      return { id, codes: await auth.recoveryCodes.replace(tx, id) }
    }
    const { id, codes } = await asAuthAdmin(auth, generate, claims.sub)
    return c.json({ id, type: 'recovery_code', total: codes.length, codes })
  }
}

/** Replaces the codes with a new set. */
export function regenerateRecoveryCodes(auth: AuthParts): Endpoint {
  return async (c) => {
    const claims = await requireClaims(auth, c)
    const { id, codes } = await asAuthAdmin(auth, async (tx) => {
      const { user, session } = await requireSignedIn(tx, claims, auth.clock())
      requireProved(session.aal)
      const { id } = requireCodes(user)
      return { id, codes: await auth.recoveryCodes.replace(tx, id) }
    })
    return c.json({ id, type: 'recovery_code', total: codes.length, codes })
  }
}

export function removeRecoveryCodes(auth: AuthParts): Endpoint {
  return async (c) => {
    const claims = await requireClaims(auth, c)
    const remove = async (tx: Transaction) => {
      const { user, session } = await requireSignedIn(tx, claims, auth.clock())
      requireProved(session.aal)
      const { id } = requireCodes(user)
      await tx.query('delete from auth.mfa_factors where id = $1', [id])
      return id
    }
    const id = await asAuthAdmin(auth, remove, claims.sub)
    return c.json({ id })
  }
}

/** Accepts a recovery code instead of an authenticator's code. */
export function verifyRecoveryCode(auth: AuthParts): Endpoint {
  return async (c) => {
    const claims = await requireClaims(auth, c)
    const { code: typed } = await readBody(c, verifyBody)
    const now = auth.clock()
    // Rejections are returned, not thrown: the counted attempt must be committed.
    const outcome = await asAuthAdmin(auth, async (tx) => {
      const signedIn = await requireSignedIn(tx, claims, now)
      const factor = findCodes(signedIn.user)
      if (factor === undefined) return wrongCode('recovery')
      const guess = await consumeCodeAttempt(tx, { ...signedIn, address: c.get('clientAddress') }, now)
      if (guess.wait > 0) return locked(guess.wait)
      if (!(await auth.recoveryCodes.use(tx, { factorId: factor.id, typed, now })))
        return wrongCode('recovery')
      await refundCodeAttempt(tx, guess)
      await auth.mails.recoveryCodeUsed(tx, { email: signedIn.user.email, now })
      return raiseSession(tx, signedIn, { method: 'mfa/recovery_code', now })
    })
    if (outcome instanceof AuthError) throw outcome
    return createSessionResponse(auth, c, outcome)
  }
}

async function insertCodesFactor(tx: Transaction, userId: string, now: Date): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.mfa_factors (user_id, factor_type, status, created_at, updated_at)
     values ($1, 'recovery_code', 'verified', $2, $2) returning id`,
    [userId, now.toISOString()],
  )
  const [factor] = rows
  if (factor === undefined) throw new Error('The factor was not written')
  return factor.id
}

function findCodes({ factors }: UserRow): FactorRow | undefined {
  return factors.find((factor) => factor.factor_type === 'recovery_code')
}

function requireCodes(user: UserRow): FactorRow {
  const codes = findCodes(user)
  if (codes === undefined) throw factorNotFound()
  return codes
}

function requireProved(aal: string): void {
  if (aal !== 'aal2') throw new AuthError(403, 'insufficient_aal', 'AAL2 required to manage recovery codes')
}

function locked(wait: number): AuthError {
  return new AuthError(429, 'mfa_recovery_codes_locked', 'Too many wrong recovery codes', {
    retryAfter: wait,
  })
}
