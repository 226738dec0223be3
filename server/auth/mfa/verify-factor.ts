import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import { AuthError } from '../auth-error.ts'
import { type AuthParts, type Endpoint, asAuthAdmin } from '../auth-parts.ts'
import { mailLater, secondFactorChanged } from '../mails.ts'
import { readBody } from '../request-body.ts'
import { tooManyRequests } from '../request-limits.ts'
import { sessionResponse } from '../session-response.ts'
import { raiseSession, requireClaims, requireSignedIn } from '../signed-in-user.ts'
import { forgetChallenges, requireChallenge } from './challenges.ts'
import { forgiveCodeGuess, guessKeys, takeCodeGuess } from './code-guesses.ts'
import { requireFactorId } from './factor-request.ts'
import { requireFactor, useStep } from './factors.ts'

const verifyBody = z.object({ challenge_id: z.uuid(), code: z.string().nullish() })

/** Takes a code and gives a session of level aal2; the first code of a new factor puts it into use. */
export function verifyFactor(auth: AuthParts): Endpoint {
  return async (c) => {
    const id = requireFactorId(c)
    const { challenge_id: challengeId, code } = await readBody(c, verifyBody)
    const claims = await requireClaims(auth, c)
    const now = auth.clock()
    const address = c.get('clientAddress')
    const { factor, wait } = await asAuthAdmin(auth, async (tx) => {
      const { user } = await requireSignedIn(tx, claims, now)
      const factor = await requireFactor(tx, user, id)
      await requireChallenge(tx, { id: challengeId, factorId: id, address, now })
      return { factor, wait: await takeCodeGuess(tx, keysOf(factor), now) }
    })
    if (wait > 0) throw tooManyRequests(wait)
    const step = await auth.authenticators.stepOf(factor.secret, (code ?? '').replaceAll(/\s/g, ''), now)
    if (step === null) throw wrongCode()
    const enter = async (tx: Transaction) => {
      const signedIn = await requireSignedIn(tx, claims, now)
      if (!(await useStep(tx, { id, step, now }))) return wrongCode()
      await forgiveCodeGuess(tx, keysOf(factor))
      await forgetChallenges(tx, id)
      if (factor.status === 'unverified')
        await mailLater(tx, secondFactorChanged(auth.config.siteUrl, signedIn.user.email, 'on'), now)
      return raiseSession(tx, signedIn, { method: 'totp', now })
    }
    const outcome = await asAuthAdmin(auth, enter, claims.sub)
    if (outcome instanceof AuthError) throw outcome
    return sessionResponse(auth, c, outcome)
  }
}

function keysOf(factor: { id: string; user_id: string }): string[] {
  return guessKeys({ userId: factor.user_id, factorId: factor.id })
}

function wrongCode(): AuthError {
  return new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
}
