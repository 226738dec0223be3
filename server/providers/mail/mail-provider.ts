export interface MailMessage {
  /** One address, without a display name. */
  to: string
  subject: string
  text: string
  html?: string
  /** Stable per message, so that a repeated delivery is recognised as the same message. */
  messageId: string
}

/** Hands a message to the post. Throws MailError when it was not accepted. */
export interface MailProvider {
  /** True while messages are written to files instead of being sent. */
  readonly simulated: boolean
  send(message: MailMessage): Promise<void>
}

export class MailError extends Error {
  override readonly name = 'MailError'
}
