/** An article as it comes from a model: in the site's own markup, every field filled, within the limits of a post. */
export interface Draft {
  title: string
  excerpt: string
  content: string
}

export interface AiWriter {
  /** True while drafts are samples of our own. */
  readonly simulated: boolean
  readonly model: string
  /** Writes an article about what `prompt` describes. A part of one is never returned. Throws AiError. */
  write(prompt: string, signal: AbortSignal): Promise<Draft>
}

export interface AiArtist {
  readonly simulated: boolean
  readonly model: string
  /** Draws what `prompt` describes, in landscape format. The bytes come from outside: look at them first. Throws AiError. */
  draw(prompt: string, signal: AbortSignal): Promise<Uint8Array>
}

export interface Ai {
  writer: AiWriter
  artist: AiArtist
}

/** All that is told apart when a model does not deliver. */
export const aiFailures = [
  'cancelled',
  'timed-out',
  'unreachable',
  'unavailable',
  'rate-limited',
  'refused',
  'truncated',
  'wrong-shape',
  'misconfigured',
] as const
export type AiFailure = (typeof aiFailures)[number]

export class AiError extends Error {
  override readonly name = 'AiError'
  readonly failure: AiFailure

  constructor(failure: AiFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

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
