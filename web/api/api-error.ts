/** Everything that can go wrong with a call, as far as the screens tell it apart. */
export type FailureReason =
  | 'offline'
  /** Broken off on purpose: nobody waits for the answer any more. */
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

/** A call that failed, and why. `message` is for the log: the server's own, or a generic one; the screens word `reason` themselves. */
export class ApiError extends Error {
  override readonly name = 'BackendError'
  readonly reason: FailureReason

  constructor(reason: FailureReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** Why something that was thrown failed. */
export function failureReason(error: unknown): FailureReason {
  return error instanceof ApiError ? error.reason : 'unknown'
}

/** What a status tells. 0 stands for a request that never arrived. */
export function reasonOfStatus(status: number): FailureReason {
  if (status === 0) return 'offline'
  if (status === 401) return 'signed-out'
  if (status === 403) return 'forbidden'
  if (status === 429) return 'too-many-requests'
  if (status >= 500) return 'unavailable'
  return status >= 400 ? 'refused' : 'unknown'
}
