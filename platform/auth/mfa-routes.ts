import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { HttpEnv } from '../http/http-context.ts'
import { type AuthParts, type Endpoint, asAuthAdmin } from './auth-options.ts'
import {
  generateRecoveryCodes,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
  showRecoveryCodes,
  verifyRecoveryCode,
} from './mfa-recovery.ts'
import { AuthError } from './auth-error.ts'
import { readBody } from './auth-request.ts'
import { type SignedIn, lockSignedIn, requireClaims, requireSignedIn, raiseSession } from './require-user.ts'
import {
  insertFactor,
  needsProof,
  requireFactor,
  requireUsableFactor,
  wrongCode,
  removeUnverifiedFactors,
  consumeStep,
  insertChallenge,
  deleteChallenges,
  requireChallenge,
} from './mfa-factors.ts'
import type { Transaction } from '../database/database.ts'
import { lowerSessions } from './sessions.ts'
import { tooManyRequests, refundCodeAttempt, consumeCodeAttempt } from './auth-limits.ts'
import { createSessionResponse } from './session-response.ts'

const MAX_FACTORS = 10
const MAX_NAME_LENGTH = 100

const enrollBody = z.object({
  factor_type: z.string().nullish(),
  friendly_name: z.string().trim().max(MAX_NAME_LENGTH).nullish(),
  issuer: z.string().trim().max(MAX_NAME_LENGTH).nullish(),
})

const verifyBody = z.object({ challenge_id: z.uuid(), code: z.string().nullish() })

/** MFA endpoints, mounted at `/factors`. */
export function createFactorRoutes(auth: AuthParts): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.post('/', enroll(auth))
  app.get('/recovery-codes', showRecoveryCodes(auth))
  app.post('/recovery-codes', generateRecoveryCodes(auth))
  app.delete('/recovery-codes', removeRecoveryCodes(auth))
  app.post('/recovery-codes/regenerate', regenerateRecoveryCodes(auth))
  app.post('/recovery-codes/verify', verifyRecoveryCode(auth))
  app.post('/:id/challenge', challenge(auth))
  app.post('/:id/verify', verifyFactor(auth))
  app.delete('/:id', unenroll(auth))
  return app
}

/** Returns a new secret for an authenticator app. The factor is active once one of its codes was verified. */
function enroll(auth: AuthParts): Endpoint {
  return async (c) => {
    const claims = await requireClaims(auth, c)
    const body = await readBody(c, enrollBody)
    const now = auth.clock()
    if (body.factor_type !== 'totp')
      throw new AuthError(400, 'validation_failed', 'factor_type needs to be totp')
    const friendlyName = body.friendly_name || null
    const { id, enrolment } = await asAuthAdmin(auth, async (tx) => {
      const signedIn = await lockSignedIn(tx, claims, now)
      requireRoomForFactor(signedIn)
      const { user } = signedIn
      const enrolment = await auth.authenticators.create({
        email: user.email,
        issuer: body.issuer || auth.siteName,
      })
      const id = await insertFactor(tx, { userId: user.id, friendlyName, sealed: enrolment.sealed, now })
      return { id, enrolment }
    })
    return c.json({
      id,
      type: 'totp',
      ...(friendlyName === null ? {} : { friendly_name: friendlyName }),
      totp: { qr_code: enrolment.qrCode, secret: enrolment.secret, uri: enrolment.uri },
    })
  }
}

/** A stolen password alone must not be enough to enroll the thief's phone. */
function requireRoomForFactor(signedIn: SignedIn): void {
  if (needsProof(signedIn))
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  if (signedIn.user.factors.length >= MAX_FACTORS) {
    const message = 'Maximum number of verified factors reached, unenroll to continue'
    throw new AuthError(422, 'too_many_enrolled_mfa_factors', message)
  }
}

/** Removes a factor. An active one requires a session that has used it. */
function unenroll(auth: AuthParts): Endpoint {
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
      await auth.mails.secondFactorChanged(tx, { email: user.email, state: 'off', now: auth.clock() })
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

/** Recovery codes replace an authenticator, so they are removed with the last one. */
async function withdrawSecondFactor(tx: Transaction, userId: string): Promise<void> {
  await tx.query(`delete from auth.mfa_factors where user_id = $1 and factor_type = 'recovery_code'`, [
    userId,
  ])
  await lowerSessions(tx, userId)
}

/** Parses the factor id of the path. Throws AuthError if it is not a valid id. */
function requireFactorId(c: Context<HttpEnv>): string {
  const id = z.uuid().safeParse(c.req.param('id'))
  if (!id.success) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  return id.data
}

/** Issues a challenge. */
function challenge(auth: AuthParts): Endpoint {
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

/** Verifies a code and returns an aal2 session; the first code of a new factor activates it. */
function verifyFactor(auth: AuthParts): Endpoint {
  return async (c) => {
    const claims = await requireClaims(auth, c)
    const id = requireFactorId(c)
    const { challenge_id: challengeId, code } = await readBody(c, verifyBody)
    const now = auth.clock()
    const address = c.get('clientAddress')
    const { factor, guess } = await asAuthAdmin(auth, async (tx) => {
      const signedIn = await requireSignedIn(tx, claims, now)
      const factor = await requireUsableFactor(tx, signedIn, id)
      await requireChallenge(tx, { id: challengeId, factorId: id, address, now })
      return { factor, guess: await consumeCodeAttempt(tx, { ...signedIn, address }, now) }
    })
    if (guess.wait > 0) throw tooManyRequests(guess.wait)
    const step = await auth.authenticators.findStep(factor.secret, (code ?? '').replaceAll(/\s/g, ''), now)
    if (step === null) throw wrongCode('TOTP')
    const enter = async (tx: Transaction) => {
      const signedIn = await lockSignedIn(tx, claims, now)
      await requireUsableFactor(tx, signedIn, id)
      if (!(await consumeStep(tx, { id, step, now }))) return wrongCode('TOTP')
      await refundCodeAttempt(tx, guess)
      await deleteChallenges(tx, id)
      await removeUnverifiedFactors(tx, signedIn.user.id)
      if (factor.status === 'unverified')
        await auth.mails.secondFactorChanged(tx, { email: signedIn.user.email, state: 'on', now })
      return raiseSession(tx, signedIn, { method: 'totp', now })
    }
    const outcome = await asAuthAdmin(auth, enter, claims.sub)
    if (outcome instanceof AuthError) throw outcome
    return createSessionResponse(auth, c, outcome)
  }
}
