import { ApiError, failureReason, type FailureReason } from './api-error.ts'

const RETRY = 'Please try again in a moment.'

/** Message for failures unrelated to the input; null for all others. */
export function networkErrorMessage(reason: FailureReason): string | null {
  switch (reason) {
    case 'offline':
      return 'The server cannot be reached. Please check your connection and try again.'
    case 'unavailable':
      return 'The server is busy. Please try again in a moment.'
    case 'too-many-requests':
      return 'Too many attempts. Please wait a few minutes and try again.'
    default:
      return null
  }
}

/** Reason and remedy of a failure; null if the screen explains it beside the refused input. */
export function errorHint(error: unknown): string | null {
  const reason = failureReason(error)
  switch (reason) {
    case 'refused':
    case 'taken':
      return null
    case 'forbidden':
      return 'Your account may not do this. An admin can change its role.'
    case 'signed-out':
      return 'You are signed out. Please sign in and try again.'
    default:
      return networkErrorMessage(reason) ?? RETRY
  }
}

/** The server's own words, for functions that answer in sentences for staff. */
export function serverMessage(error: unknown): string {
  return error instanceof ApiError && error.message ? error.message : RETRY
}

/** Hint for a new password; the server enforces the rule. */
export const passwordRule = 'At least 8 characters, and not a common password.'

/** Why a password was rejected; null for other reasons. */
export function passwordRefusal(reason: FailureReason): string | null {
  if (reason === 'weak-password') return 'Please choose a password that is longer or harder to guess.'
  if (reason === 'same-password') return 'Please choose a password other than the old one.'
  return null
}
