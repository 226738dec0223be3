import { isAuthError, type AuthError } from '@supabase/auth-js'
import { ApiError, parseStatus, type FailureReason } from './api-error.ts'

const reasonsOfCodes: Record<string, FailureReason> = {
  invalid_credentials: 'wrong-password',
  current_password_invalid: 'wrong-password',
  email_not_confirmed: 'unconfirmed',
  weak_password: 'weak-password',
  same_password: 'same-password',
  otp_expired: 'expired-link',
  email_exists: 'taken-address',
  mfa_verification_failed: 'wrong-code',
}

/** Throws ApiError unless an auth call succeeded: with `message` if given, otherwise with the server's. */
export function requireAuthSuccess({ error }: { error: AuthError | null }, message?: string): void {
  if (error) throw new ApiError(findReason(error), message ?? error.message, { cause: error })
}

function findReason(error: AuthError): FailureReason {
  const known = isAuthError(error) ? reasonsOfCodes[error.code ?? ''] : undefined
  return known ?? parseStatus(error.status ?? 0)
}
