import { forgiveGuess, takeGuess } from './account-guesses.ts'
import { AuthError } from './auth-error.ts'
import { type AuthParts, asAuthAdmin } from './auth-options.ts'
import { requireAcceptablePassword } from './password-policy.ts'
import { tooManyRequests } from './auth-limits.ts'
import type { SignedIn } from './require-user.ts'

/** Seconds after a recovery in which a new password may be set without the old one. */
const RECOVERY_WINDOW = 900

/** Who asks, with the account and session as they were found. */
export interface Caller extends SignedIn {
  address: string
  now: Date
}

interface PasswordWish {
  password?: string | null
  current_password?: string | null
}

/** The hash of the password a caller may change to; null when none is wished for. Throws AuthError. */
export async function newPasswordHash(
  auth: AuthParts,
  caller: Caller,
  { password, current_password: current }: PasswordWish,
): Promise<string | null> {
  if (typeof password !== 'string') return null
  const { user } = caller
  await requireAcceptablePassword(password, user.email)
  if (user.encrypted_password !== null && !isFreshRecovery(caller)) {
    await requireCurrentPassword(auth, caller, current ?? '')
  }
  if (await auth.passwords.verify(user.encrypted_password, password)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  }
  return auth.passwords.hash(password)
}

/** A stolen session alone must not be enough to take an account over. */
async function requireCurrentPassword(
  auth: AuthParts,
  { user, address, now }: Caller,
  given: string,
): Promise<void> {
  if (given === '') {
    throw new AuthError(
      400,
      'current_password_required',
      'Current password required when setting new password.',
    )
  }
  const guess = await asAuthAdmin(auth, (tx) => takeGuess(tx, { email: user.email, address }, now))
  if (guess.wait > 0) throw tooManyRequests(guess.wait)
  if (!(await auth.passwords.verify(user.encrypted_password, given))) {
    throw new AuthError(400, 'current_password_invalid', 'Current password is not valid.')
  }
  await asAuthAdmin(auth, (tx) => forgiveGuess(tx, guess.key))
}

function isFreshRecovery({ session, now }: Caller): boolean {
  const oldest = now.getTime() / 1000 - RECOVERY_WINDOW
  return session.amr.some(({ method, timestamp }) => method === 'recovery' && timestamp >= oldest)
}
