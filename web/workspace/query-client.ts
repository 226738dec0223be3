import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { checkSession } from '../../features/account/account.api.ts'
import { failureReason } from '../api/api-error.ts'
import type { Backend } from '../api/client.ts'
import { readChanged } from './changes-under-way.ts'

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
