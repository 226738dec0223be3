import { useInfiniteQuery } from '@tanstack/react-query'
import { listAuditEntries } from '../../backend/audit-log.ts'
import { PAGE_SIZE } from '../../backend/page-of-rows.ts'
import { useBackend } from '../../session/session.ts'
import { keys } from '../shell/query-client.ts'
import { auditQueryOf, type TrailFilter } from './trail-filters.ts'

/** The trail under a filter, newest first, page by page. Not counted: it is long, and nobody asks how long. */
export function useTrail(filter: TrailFilter) {
  const backend = useBackend()
  return useInfiniteQuery({
    queryKey: [...keys.trail, filter],
    queryFn: ({ pageParam }) => listAuditEntries(backend, auditQueryOf(filter, new Date()), pageParam),
    initialPageParam: 0,
    getNextPageParam: ({ rows }, pages) => (rows.length < PAGE_SIZE ? undefined : pages.length * PAGE_SIZE),
  })
}
