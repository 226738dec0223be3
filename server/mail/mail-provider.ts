export interface MailAttachment {
  fileName: string
  mediaType: string
  content: Uint8Array
}

export interface MailInvitation {
  method: 'request' | 'cancel' | 'publish'
  /** The iCalendar file. */
  calendar: string
}

export interface MailMessage {
  /** One address, without a display name. */
  to: string
  subject: string
  text: string
  html?: string | undefined
  /** Receives replies, if not the sender. */
  replyTo?: { name: string; address: string } | undefined
  /** URL that unsubscribes from this kind of mail in one request, without signing in (RFC 2369, RFC 8058). */
  unsubscribe?: string | undefined
  /** Name of the staff member who wrote it. Then it is no automatic mail, and may be answered by programs. */
  author?: string | undefined
  /** Threading: Message-ID of the mail it answers, and of the thread, oldest first. */
  inReplyTo?: string | undefined
  references?: string[] | undefined
  attachments?: MailAttachment[] | undefined
  /** Calendar entry (RFC 5546), which mail programs show with buttons. */
  invitation?: MailInvitation | undefined
  /** Stable per message, so that a duplicate is recognizable. */
  messageId: string
}

/** Sends a message. Throws MailError if it was not accepted. */
export interface MailProvider {
  /** True if messages are written to files instead of being sent. */
  readonly simulated: boolean
  send(message: MailMessage): Promise<void>
  /** Deletes stored messages that match the pattern, in lower case; only if messages are stored. Idempotent. */
  forget?(named: RegExp): Promise<void>
}

/**
 * Why a message was not sent: `refused` this one for good, `later` this one for now, `away` the server is down,
 * `unknown` the response was lost and it may have been sent.
 */
export type MailFailure = 'refused' | 'later' | 'away' | 'unknown'

export class MailError extends Error {
  override readonly name = 'MailError'
  readonly failure: MailFailure
  /** The server's error, without message contents. */
  readonly detail: string

  constructor(failure: MailFailure, { detail = '', cause }: { detail?: string; cause?: unknown } = {}) {
    super('The message was not accepted', { cause })
    this.failure = failure
    this.detail = detail
  }
}
