export interface MailMessage {
  /** One address, without a display name. */
  to: string
  subject: string
  text: string
  html?: string | undefined
  /** Who gets the answers, when not the sender. */
  replyTo?: { name: string; address: string } | undefined
  /** Where one request, without signing in, ends mails of this kind (RFC 2369, RFC 8058). */
  unsubscribe?: string | undefined
  /** Stable per message, so that a repeated delivery is recognised as the same message. */
  messageId: string
}

/** Hands a message to the post. Throws MailError when it was not accepted. */
export interface MailProvider {
  /** True while messages are written to files instead of being sent. */
  readonly simulated: boolean
  send(message: MailMessage): Promise<void>
  /** Deletes the messages in which the pattern matches, in lower case; only where messages are kept. May be repeated. */
  forget?(named: RegExp): Promise<void>
}

/**
 * Why a message did not leave: `refused` this message for good, `later` this message for now, `away` nothing can be sent,
 * `unknown` the answer was lost and it may have been sent.
 */
export type MailFailure = 'refused' | 'later' | 'away' | 'unknown'

export class MailError extends Error {
  override readonly name = 'MailError'
  readonly failure: MailFailure
  /** The other side's own words, without what was in the message. */
  readonly detail: string

  constructor(failure: MailFailure, { detail = '', cause }: { detail?: string; cause?: unknown } = {}) {
    super('The message was not accepted', { cause })
    this.failure = failure
    this.detail = detail
  }
}
