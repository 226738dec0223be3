import { z } from 'zod'

const notified = z.object({
  schema: z.string(),
  table: z.string(),
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  /** The primary key, its values as text. */
  key: z.record(z.string(), z.string()),
  /** Where the old row of a DELETE is kept. */
  deleted: z.string().nullable(),
  at: z.string(),
})

/** One row that changed, as `realtime.notify_change` announces it. */
export type Change = z.infer<typeof notified>

/** The channel all changes are announced on. */
export const CHANGES = 'realtime_changes'

/** Throws when the payload is not one of `realtime.notify_change`. */
export function parseChange(payload: string): Change {
  return notified.parse(JSON.parse(payload))
}

/** A subscription that cannot be made; the message is sent to the client. */
export class SubscriptionError extends Error {
  override readonly name = 'SubscriptionError'
}
