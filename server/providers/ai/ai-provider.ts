/** A generated article: in the site's own markup, every field filled, within the limits of a post. */
export interface Draft {
  title: string
  excerpt: string
  content: string
}

/** What a reply is drafted from. All but the facts comes from people outside and is untrusted. */
export interface ReplyRequest {
  channel: 'text' | 'email'
  /** First name; empty if unknown. */
  name: string
  /** The conversation, oldest first, and facts about the business; a draft names the ones it used by position. */
  sources: readonly string[]
}

export interface ReplyDraft {
  text: string
  /** Positions in `sources`. */
  used: number[]
}

export interface AiWriter {
  /** True if drafts are built-in samples. */
  readonly simulated: boolean
  readonly model: string
  /** Writes a complete article about `prompt`. Throws AiError. */
  write(prompt: string, signal: AbortSignal): Promise<Draft>
  /** Drafts a reply, which a person edits and sends. Throws AiError. */
  reply(request: ReplyRequest, signal: AbortSignal): Promise<ReplyDraft>
}

export interface AiArtist {
  readonly simulated: boolean
  readonly model: string
  /** Draws `prompt` in landscape format. Validate the bytes: they are external. Throws AiError. */
  draw(prompt: string, signal: AbortSignal): Promise<Uint8Array>
}

export interface Ai {
  writer: AiWriter
  artist: AiArtist
}

/** Closed list of failure reasons. */
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
  /** Retries after the first attempt; honors the server's Retry-After. */
  retries: number
}

/** Timeouts for text and pictures. */
export const TEXT_LIMITS: CallLimits = { milliseconds: 120_000, retries: 1 }
export const PICTURE_LIMITS: CallLimits = { milliseconds: 180_000, retries: 1 }

/** Rejects when the signal aborts, even if the work ignores it; never starts after that. */
export async function raceSignal<T>(signal: AbortSignal, begin: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    signal.addEventListener('abort', abort, { once: true })
    begin()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}
