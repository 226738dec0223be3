import { z } from 'zod'
import type { Transaction } from '../database/database.ts'
import { refundLoginAttempt, consumeLoginAttempt, tooManyRequests } from './auth-limits.ts'
import { AuthError } from './auth-error.ts'
import { type AuthParts, type Endpoint, asAuthAdmin } from './auth-options.ts'
import { isCurrentHash } from './hash-password.ts'
import { readBody, refusePhone } from './auth-request.ts'
import { createSessionResponse } from './session-response.ts'
import type { SignedIn } from './require-user.ts'
import { startSession } from './sessions.ts'
import { findUserByEmail, isBanned, lockUserByEmail } from './users.ts'

const signInBody = z.object({
  email: z.string().nullish(),
  password: z.string().nullish(),
  phone: z.unknown().optional(),
})

/** Verified outside any transaction, to be checked again inside the one that signs in. */
interface Proof {
  email: string
  guessKey: string
  verifiedHash: string
  upgradedHash: string
  address: string
  userAgent: string | undefined
  now: Date
}

export function signIn(auth: AuthParts): Endpoint {
  return async (c) => {
    const body = await readBody(c, signInBody)
    refusePhone(body.phone)
    if (!body.email) throw new AuthError(400, 'validation_failed', 'missing email or phone')
    const email = body.email.trim().toLowerCase()
    const password = body.password ?? ''
    const address = c.get('clientAddress')
    const now = auth.clock()

    const { guess, stored } = await asAuthAdmin(auth, async (tx) => ({
      guess: await consumeLoginAttempt(tx, { email, address }, now),
      stored: (await findUserByEmail(tx, email))?.encrypted_password ?? null,
    }))
    if (guess.wait > 0) throw tooManyRequests(guess.wait)
    // Hashes between the transactions: the embedded database runs one at a time.
    if (!(await auth.passwords.verify(stored, password)) || stored === null) throw invalidCredentials()
    const upgradedHash = isCurrentHash(stored) ? stored : await auth.passwords.hash(password)
    const userAgent = c.req.header('user-agent')
    const proof = { email, guessKey: guess.key, verifiedHash: stored, upgradedHash, address, userAgent, now }
    const outcome = await asAuthAdmin(auth, (tx) => openSession(tx, proof))
    if (outcome instanceof AuthError) throw outcome
    return createSessionResponse(auth, c, outcome)
  }
}

/** Returns rejections instead of throwing: the password was correct, so the refunded attempt must be committed. */
async function openSession(tx: Transaction, proof: Proof): Promise<SignedIn | AuthError> {
  await refundLoginAttempt(tx, proof.guessKey)
  const user = await lockUserByEmail(tx, proof.email)
  if (user?.encrypted_password !== proof.verifiedHash) return invalidCredentials()
  if (user.email_confirmed_at === null)
    return new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  if (isBanned(user, proof.now)) return new AuthError(400, 'user_banned', 'User is banned')
  await tx.query('update auth.users set encrypted_password = $2 where id = $1', [user.id, proof.upgradedHash])
  const { address, userAgent, now } = proof
  const session = await startSession(tx, { userId: user.id, method: 'password', address, userAgent, now })
  return { user: (await findUserByEmail(tx, proof.email)) ?? user, session }
}

function invalidCredentials(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
}
