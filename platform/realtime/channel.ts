import type { Identity } from '../database/as-identity.ts'
import type { Change } from './row-change.ts'
import type { Condition } from './change-filter.ts'
import type { RequestedChange } from './join-request.ts'

/** What one `.on('postgres_changes', …)` listens to, under the number the client knows it by. */
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
  /** Gives back what the bindings took of the limits. */
  release: () => void
  push: (event: string, payload: unknown) => void
  /**
   * Ends the channel. `retry`: the client may join again, and does so by itself; otherwise it is told that the channel
   * is closed.
   */
  end: (reason: string, options?: { retry: boolean }) => void
  /** Cuts the whole socket off; the client connects again and reads afresh. */
  restart: () => void
}

/** Whether the binding asks for changes like this one, its filter aside. */
export function concerns({ requested }: Binding, { schema, table, type }: Change): boolean {
  return (
    matches(requested.event, type) && matches(requested.schema, schema) && matches(requested.table, table)
  )
}

/** Whether the token behind the channel has expired, with the clock skew the rest of the server forgives. */
export function isExpired({ identity }: Channel, now: Date): boolean {
  if (identity.role !== 'authenticated') return false
  const expires = identity.claims['exp']
  return typeof expires === 'number' && now.getTime() > (expires + 30) * 1000
}

function matches(wanted: string | null | undefined, actual: string): boolean {
  return wanted === undefined || wanted === null || wanted === '*' || wanted === actual
}
