export interface CallLimits {
  milliseconds: number
  /** Attempts besides the first; the server's Retry-After is honored. */
  retries: number
}

/** How long people wait for a text, and for a picture. */
export const TEXT_LIMITS: CallLimits = { milliseconds: 120_000, retries: 1 }
export const PICTURE_LIMITS: CallLimits = { milliseconds: 180_000, retries: 1 }

/** Ends when the signal does, whatever the work makes of the signal; where it has ended already, nothing begins. */
export async function withinTime<T>(signal: AbortSignal, begin: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    signal.addEventListener('abort', abort, { once: true })
    begin()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}
