import { MutationCache, QueryCache, QueryClient, type Mutation, type QueryKey } from '@tanstack/react-query'
import { checkSession } from '../../features/account/account.api.ts'
import { failureReason } from '../api/api-error.ts'
import type { Backend } from '../api/client.ts'

/** Server state of the dashboard. The client library retries reads itself, so nothing is retried here. */
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

  /** A refusal means that the session or the role is not what it was. */
  function onError(error: unknown) {
    const reason = failureReason(error)
    if (reason === 'signed-out') void checkSession(backend)
    if (reason === 'forbidden') checkRole()
  }

  /** Rows that may not be written any more are refused without an error. */
  function checkRole() {
    void queries.invalidateQueries({ queryKey: keys.profile })
  }
}

/** The first part of every query's key: what has to be read again once something changes. */
export const keys = {
  profile: ['profile'],
  systemStatus: ['system-status'],
  stats: ['stats'],
  contacts: ['contacts'],
  /** The one that is being edited. */
  contact: ['contact'],
  services: ['services'],
  timeline: ['contact-timeline'],
  notifications: ['notifications'],
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
      /** Afterwards there is nobody whose role could be looked up. */
      endsSession?: true
      /** What it changes, by the beginnings of keys: shown at once where it can be, and read again after the answer. */
      changes?: readonly QueryKey[]
    }
  }
}

type AnyMutation = Mutation<unknown, unknown>

/**
 * Reads again what a settled change was about. While another change of the same is under way nothing is read: the answer would
 * bring back what has been shown as changed already. The last one reads.
 */
function readChanged(queries: QueryClient, settled: AnyMutation): void {
  for (const queryKey of settled.meta?.changes ?? []) {
    if (!hasPendingMutation(queries, queryKey, settled)) void queries.invalidateQueries({ queryKey })
  }
}

/** Whether a change of this is under way, besides the one that is left out. */
export function hasPendingMutation(queries: QueryClient, [name]: QueryKey, except?: AnyMutation): boolean {
  return queries
    .getMutationCache()
    .findAll({ status: 'pending' })
    .some((other) => other !== except && other.meta?.changes?.some(([changed]) => changed === name))
}
