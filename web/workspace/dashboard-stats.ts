import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchStats, type Stats } from './stats.ts'
import { useBackend } from '../api/session.ts'
import { keys } from './query-client.ts'

/** The counts of the dashboard, as far as they are known. A failure is only logged. */
export function useStats(): Stats | undefined {
  const backend = useBackend()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: keys.stats,
    queryFn: () => fetchStats(backend, queries.getQueryData<Stats>(keys.stats)),
  })
  return data
}
