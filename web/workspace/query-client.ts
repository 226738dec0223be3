import { MutationCache, QueryCache, QueryClient, type Mutation, type QueryKey } from '@tanstack/react-query'
import { checkSession } from '../api/current-session.ts'
import { failureReason } from '../api/api-error.ts'
import type { Backend } from '../api/client.ts'

/** Query client of the dashboard. supabase-js retries reads, so React Query does not. */
export function createQueryClient(backend: Backend): QueryClient {
  const queries: QueryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 5_000 }, mutations: { networkMode: 'always' } },
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError,
      onSettled: (_data, _error, _variables, _context, mutation) => {
        readChanged(queries, mutation)
        if (!mutation.meta?.endsSession) checkRole()
      },
    }),
  })
  return queries

  /** A refusal means that the session or the role has changed. */
  function onError(error: unknown) {
    const reason = failureReason(error)
    if (reason === 'signed-out') void checkSession(backend)
    if (reason === 'forbidden') checkRole()
  }

  /** RLS rejects an update without an error, so the role is checked after every mutation. */
  function checkRole() {
    void queries.invalidateQueries({ queryKey: keys.profile })
  }
}

/** First parts of all query keys, for invalidation. */
export const keys = {
  profile: ['profile'],
  systemStatus: ['system-status'],
  stats: ['stats'],
  contacts: ['contacts'],
  /** The contact being edited. */
  contact: ['contact'],
  services: ['services'],
  timeline: ['contact-timeline'],
  meetings: ['meetings'],
  notifications: ['notifications'],
  push: ['push'],
  notificationChoices: ['notification-choices'],
  replies: ['replies'],
  logs: ['communication-logs'],
  templates: ['message-templates'],
  posts: ['posts'],
  secondFactor: ['second-factor'],
  devices: ['devices'],
  team: ['team'],
  trail: ['audit-log'],
} as const

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Set by a mutation after which no role can be looked up. */
      endsSession?: true
      /** Prefixes of the query keys it changes: updated optimistically where possible, refetched when settled. */
      changes?: readonly QueryKey[]
    }
  }
}

type AnyMutation = Mutation<unknown, unknown>

/**
 * Refetches what a settled mutation changed. While another mutation of the same data is pending it does not, because the result
 * would undo the optimistic update; the last one refetches.
 */
function readChanged(queries: QueryClient, settled: AnyMutation): void {
  for (const queryKey of settled.meta?.changes ?? []) {
    if (!hasPendingMutation(queries, queryKey, settled)) void queries.invalidateQueries({ queryKey })
  }
}

/** Whether a mutation of this data is pending, apart from `except`. */
export function hasPendingMutation(queries: QueryClient, [name]: QueryKey, except?: AnyMutation): boolean {
  return queries
    .getMutationCache()
    .findAll({ status: 'pending' })
    .some((other) => other !== except && other.meta?.changes?.some(([changed]) => changed === name))
}
