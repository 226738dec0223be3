import { z } from 'zod'
import type { Identity } from '../database/as-identity.ts'
import type { Change } from './change-log.ts'
import type { Condition } from './change-filter.ts'
import { limits, SubscriptionError } from './frames.ts'

const shortText = z.string().max(2_000)

const requestedChange = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: shortText.nullish(),
  table: shortText.nullish(),
  filter: shortText.nullish(),
  select: z.array(shortText).min(1).max(200).nullish(),
})

const joinPayload = z.object({
  access_token: z.string().nullish(),
  config: z
    .object({
      postgres_changes: z.array(requestedChange).max(limits.bindingsPerChannel).nullish(),
      presence: z.object({ enabled: z.boolean().nullish() }).nullish(),
      private: z.boolean().nullish(),
    })
    .nullish(),
})

/** One `.on('postgres_changes', …)` subscription, with the client's id for it. */
export interface Binding {
  id: number
  requested: RequestedChange
  conditions: Condition[]
}

/** One joined channel of one socket. */
export interface Channel {
  topic: string
  joinRef: string | null
  identity: Identity
  bindings: Binding[]
  /** Releases the limits its bindings reserved. */
  release: () => void
  push: (event: string, payload: unknown) => void
  /**
   * Ends the channel. With `retry` the client rejoins automatically; otherwise it learns that the channel is closed.
   */
  end: (reason: string, options?: { retry: boolean }) => void
  /** Closes the whole socket; the client reconnects and refetches. */
  restart: () => void
}

/** Whether the binding covers this kind of change, ignoring its filter. */
export function coversChange({ requested }: Binding, { schema, table, type }: Change): boolean {
  return (
    matches(requested.event, type) && matches(requested.schema, schema) && matches(requested.table, table)
  )
}

/** Whether the channel's token has expired, with the server's usual clock tolerance. */
export function isExpired({ identity }: Channel, now: Date): boolean {
  if (identity.role !== 'authenticated') return false
  const expires = identity.claims['exp']
  return typeof expires === 'number' && now.getTime() > (expires + 30) * 1000
}

function matches(wanted: string | null | undefined, actual: string): boolean {
  return wanted === undefined || wanted === null || wanted === '*' || wanted === actual
}

/** One `.on('postgres_changes', …)` of a client, as sent. */
type RequestedChange = z.infer<typeof requestedChange>

export interface JoinRequest {
  accessToken: string | undefined
  changes: RequestedChange[]
}

/** Parses the payload of `phx_join`. Throws SubscriptionError for unsupported features. */
export function parseJoinRequest(payload: unknown): JoinRequest {
  const parsed = joinPayload.safeParse(payload)
  if (!parsed.success)
    throw new SubscriptionError(`The subscription is not valid: ${z.prettifyError(parsed.error)}`)
  const { config, access_token: accessToken } = parsed.data
  if (config?.private) throw new SubscriptionError('Private channels are not supported.')
  if (config?.presence?.enabled) throw new SubscriptionError('Presence is not supported.')
  const changes = config?.postgres_changes ?? []
  // Other channel uses amount to broadcast, which clients do not declare.
  if (changes.length === 0)
    throw new SubscriptionError('A channel needs postgres_changes to listen to: broadcast is not supported.')
  return { accessToken: accessToken || undefined, changes }
}
