import { z } from 'zod'

const notified = z.object({
  schema: z.string(),
  table: z.string(),
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  /** The primary key, its values as text. */
  key: z.record(z.string(), z.string()),
  /** Where the old row of a DELETE is stored. */
  deleted: z.string().nullable(),
  at: z.string(),
})

/** A changed row, as `realtime.notify_change` announces it. */
export type Change = z.infer<typeof notified>

/** The notification channel of all changes. */
export const CHANGES = 'realtime_changes'

/** Throws if the payload does not come from `realtime.notify_change`. */
export function parseChange(payload: string): Change {
  return notified.parse(JSON.parse(payload))
}

/** An invalid subscription; the client receives the message. */
export class SubscriptionError extends Error {
  override readonly name = 'SubscriptionError'
}
