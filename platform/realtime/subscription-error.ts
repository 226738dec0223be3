/** An invalid subscription; the client receives the message. */
export class SubscriptionError extends Error {
  override readonly name = 'SubscriptionError'
}
