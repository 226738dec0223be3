/** Why a call failed, as far as the screens tell reasons apart. */
export type FailureReason =
  | 'offline'
  /** Aborted on purpose; the answer is no longer needed. */
  | 'interrupted'
  | 'unavailable'
  | 'too-many-requests'
  | 'signed-out'
  | 'forbidden'
  | 'refused'
  | 'taken'
  | 'wrong-password'
  | 'unconfirmed'
  | 'weak-password'
  | 'same-password'
  | 'expired-link'
  | 'taken-address'
  | 'wrong-code'
  | 'unknown'

/** A failed call. `message` is for the log (the server's own or a generic one); screens word `reason` themselves. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly reason: FailureReason

  constructor(reason: FailureReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** The reason of a thrown error. */
export function failureReason(error: unknown): FailureReason {
  return error instanceof ApiError ? error.reason : 'unknown'
}

/** Maps an HTTP status to a reason; 0 is a network error. */
export function parseStatus(status: number): FailureReason {
  if (status === 0) return 'offline'
  if (status === 401) return 'signed-out'
  if (status === 403) return 'forbidden'
  if (status === 429) return 'too-many-requests'
  if (status >= 500) return 'unavailable'
  return status >= 400 ? 'refused' : 'unknown'
}
