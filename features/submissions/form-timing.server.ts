import { createHmac } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Clock } from '../../server/dependencies.ts'
import type { FormTiming } from './spam-score.server.ts'
import type { Secrets } from '../../server/secrets.ts'

/** Nobody writes a message in less, in milliseconds. */
const SHORTEST = 2_000
const LONGEST = 24 * 3_600_000
const claims = z.object({ shown: z.number() })

interface TimingDependencies {
  secrets: Pick<Secrets, 'jwtSecret'>
  clock: Clock
}

/** A signed note of when the form was shown. It names no visitor and grants nothing. */
export async function issueFormToken({ secrets, clock }: TimingDependencies): Promise<string> {
  return new SignJWT({ shown: clock().getTime() })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('contact-form')
    .sign(signingKey(secrets.jwtSecret))
}

/** What the token that came back says about how long the form was open. */
export async function readFormToken(token: string | null, deps: TimingDependencies): Promise<FormTiming> {
  if (token === null) return 'absent'
  const shown = await shownAt(token, deps.secrets.jwtSecret)
  if (shown === null) return 'forged'
  const open = deps.clock().getTime() - shown
  if (open < SHORTEST) return 'too fast'
  return open > LONGEST ? 'stale' : 'plausible'
}

async function shownAt(token: string, secret: string): Promise<number | null> {
  try {
    const options = { algorithms: ['HS256'], audience: 'contact-form' }
    return claims.parse((await jwtVerify(token, signingKey(secret), options)).payload).shown
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError || error instanceof TypeError)
      return null
    throw error
  }
}

// A key of its own: a form token must never pass for an access token, nor the other way round.
function signingKey(secret: string): Uint8Array {
  return createHmac('sha256', secret).update('contact form timing').digest()
}
