import { z } from 'zod'
import { site } from '../../site.config.ts'
import { AuthError } from './auth-error.ts'
import { type AuthParts, type Endpoint, asAuthAdmin } from './auth-options.ts'
import { readBody } from './auth-request.ts'
import { type SignedIn, lockSignedIn, requireClaims } from './require-user.ts'
import { insertFactor, needsProof } from './mfa-factors.ts'

const MOST_FACTORS = 10
const LONGEST_NAME = 100

const enrolBody = z.object({
  factor_type: z.string().nullish(),
  friendly_name: z.string().trim().max(LONGEST_NAME).nullish(),
  issuer: z.string().trim().max(LONGEST_NAME).nullish(),
})

/** Gives a new secret for an authenticator app. The factor counts once a code of it was verified. */
export function enroll(auth: AuthParts): Endpoint {
  return async (c) => {
    const claims = await requireClaims(auth, c)
    const body = await readBody(c, enrolBody)
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
        issuer: body.issuer || site.name,
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

/** A stolen password alone must not be enough to add the thief's telephone. */
function requireRoomForFactor(signedIn: SignedIn): void {
  if (needsProof(signedIn))
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  if (signedIn.user.factors.length >= MOST_FACTORS) {
    const message = 'Maximum number of verified factors reached, unenroll to continue'
    throw new AuthError(422, 'too_many_enrolled_mfa_factors', message)
  }
}
