import { z } from 'zod'
import { limits } from './limits.ts'
import { SubscriptionError } from './subscription-error.ts'

const text = z.string().max(2_000)
const requestedChange = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: text.nullish(),
  table: text.nullish(),
  filter: text.nullish(),
  select: z.array(text).min(1).max(200).nullish(),
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

/** One `.on('postgres_changes', …)` of a client, as it was sent. */
export type RequestedChange = z.infer<typeof requestedChange>

export interface JoinRequest {
  accessToken: string | undefined
  changes: RequestedChange[]
}

/** Reads the payload of `phx_join`. Throws SubscriptionError for what this server does not offer. */
export function parseJoinRequest(payload: unknown): JoinRequest {
  const parsed = joinPayload.safeParse(payload)
  if (!parsed.success)
    throw new SubscriptionError(`The subscription is not valid: ${z.prettifyError(parsed.error)}`)
  const { config, access_token: accessToken } = parsed.data
  if (config?.private) throw new SubscriptionError('Private channels are not supported.')
  if (config?.presence?.enabled) throw new SubscriptionError('Presence is not supported.')
  const changes = config?.postgres_changes ?? []
  // All else a channel could be for is broadcast, which clients do not announce.
  if (changes.length === 0)
    throw new SubscriptionError('A channel needs postgres_changes to listen to: broadcast is not supported.')
  return { accessToken: accessToken || undefined, changes }
}
