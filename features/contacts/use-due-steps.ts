import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { logFailure } from '../../web/api/log-failure.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { businessDay } from '../../web/workspace/business-day.ts'
import { useOwnOnly } from '../../web/workspace/owner-filter.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import { countDueSteps, listDueSteps, type DueSteps } from './due-steps.api.ts'

/** Next steps due until today where the business is, of all contacts or one's own. */
function useDue(): DueSteps {
  const { id } = useProfile()
  const until = businessDay(useNow())
  const mine = useOwnOnly()
  return useMemo(() => ({ until, ownerId: mine ? id : undefined }), [until, mine, id])
}

export function useDueSteps() {
  const backend = useClient()
  const due = useDue()
  return useInfiniteQuery({
    queryKey: [...keys.contacts, 'due', due],
    queryFn: ({ pageParam }) => listDueSteps(backend, due, pageParam),
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => {
      const loaded = pages.reduce((sum, { rows }) => sum + rows.length, 0)
      return loaded < (pages[0]?.total ?? 0) ? loaded : undefined
    },
  })
}

/** How many next steps are due; undefined until loaded. A failure is only logged. */
export function useDueCount(): number | undefined {
  const backend = useClient()
  const due = useDue()
  const { data } = useQuery({
    queryKey: [...keys.contacts, 'due-count', due],
    queryFn: () => countDueSteps(backend, due).catch(logFailure('number of due next steps')),
  })
  return data
}
