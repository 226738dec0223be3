import { AuthError } from './auth-error.ts'
import { isCommonPassword } from './common-passwords.ts'

const MIN_CHARACTERS = 8
const MAX_CHARACTERS = 72

/** Throws AuthError when a password may not be chosen. No rules about kinds of characters: length and rarity count. */
export async function requireAcceptablePassword(password: string, email: string): Promise<void> {
  const characters = Array.from(password).length
  if (characters > MAX_CHARACTERS) {
    const message = `Password cannot be longer than ${MAX_CHARACTERS} characters`
    throw new AuthError(400, 'validation_failed', message)
  }
  if (characters < MIN_CHARACTERS) {
    const message = `Password should be at least ${MIN_CHARACTERS} characters.`
    throw new AuthError(422, 'weak_password', message, { weakPassword: ['length'] })
  }
  const folded = password.toLowerCase()
  if (folded === email.toLowerCase() || (await isCommonPassword(folded))) {
    const message = 'Password is known to be weak and easy to guess, please choose a different one.'
    throw new AuthError(422, 'weak_password', message, { weakPassword: ['pwned'] })
  }
}
