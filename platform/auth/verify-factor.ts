import { z } from 'zod'
import type { Transaction } from '../database/database.ts'
import { AuthError } from './auth-error.ts'
import { type AuthParts, type Endpoint, asAuthAdmin } from './auth-options.ts'
import { mailLater, secondFactorChanged } from '../../features/account/account-mails.server.ts'
import { readBody } from './auth-request.ts'
import { tooManyRequests } from './auth-limits.ts'
import { sessionResponse } from './session-response.ts'
import { lockSignedIn, raiseSession, requireClaims, requireSignedIn } from './require-user.ts'
import { forgetChallenges, requireChallenge } from './challenges.ts'
import { forgiveCodeGuess, takeCodeGuess } from './code-guesses.ts'
import { requireFactorId } from './factor-request.ts'
import { removeUnverifiedFactors, requireUsableFactor, useStep } from './mfa-factors.ts'

const verifyBody = z.object({ challenge_id: z.uuid(), code: z.string().nullish() })

/** Takes a code and gives a session of level aal2; the first code of a new factor puts it into use. */
export function verifyFactor(auth: AuthParts): Endpoint {
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
      return { factor, guess: await takeCodeGuess(tx, { ...signedIn, address }, now) }
    })
    if (guess.wait > 0) throw tooManyRequests(guess.wait)
    const step = await auth.authenticators.stepOf(factor.secret, (code ?? '').replaceAll(/\s/g, ''), now)
    if (step === null) throw wrongCode()
    const enter = async (tx: Transaction) => {
      const signedIn = await lockSignedIn(tx, claims, now)
      await requireUsableFactor(tx, signedIn, id)
      if (!(await useStep(tx, { id, step, now }))) return wrongCode()
      await forgiveCodeGuess(tx, guess)
      await forgetChallenges(tx, id)
      await removeUnverifiedFactors(tx, signedIn.user.id)
      if (factor.status === 'unverified')
        await mailLater(tx, secondFactorChanged(auth.config.siteUrl, signedIn.user.email, 'on'), now)
      return raiseSession(tx, signedIn, { method: 'totp', now })
    }
    const outcome = await asAuthAdmin(auth, enter, claims.sub)
    if (outcome instanceof AuthError) throw outcome
    return sessionResponse(auth, c, outcome)
  }
}

function wrongCode(): AuthError {
  return new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
}
