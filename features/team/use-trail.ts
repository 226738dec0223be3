import { useInfiniteQuery } from '@tanstack/react-query'
import { listAuditEntries } from './audit-log.api.ts'
import { PAGE_SIZE } from '../../web/api/page-of-rows.ts'
import { useBackend } from '../../web/api/session.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { auditQueryOf, type TrailFilter } from './audit-filters.ts'

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
