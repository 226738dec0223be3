/** A subscription that cannot be made; the message is sent to the client. */
export class SubscriptionError extends Error {
  override readonly name = 'SubscriptionError'
}
