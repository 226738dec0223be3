import { useInfiniteQuery } from '@tanstack/react-query'
import { listAuditEntries } from '../../backend/audit-log.ts'
import { useBackend } from '../../session/session.ts'
import { nextRow } from '../shell/next-row.ts'
import { keys } from '../shell/query-client.ts'
import { auditQueryOf, type TrailFilter } from './trail-filters.ts'

/** The trail under a filter, newest first, page by page. */
export function useTrail(filter: TrailFilter) {
  const backend = useBackend()
  return useInfiniteQuery({
    queryKey: [...keys.trail, filter],
    queryFn: ({ pageParam }) => listAuditEntries(backend, auditQueryOf(filter, new Date()), pageParam),
    initialPageParam: 0,
    getNextPageParam: nextRow,
  })
}
