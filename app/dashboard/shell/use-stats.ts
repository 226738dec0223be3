import { useQuery } from '@tanstack/react-query'
import { fetchStats, type Stats } from '../../backend/stats.ts'
import { useBackend } from '../../session/session.ts'
import { logFailure } from './log-failure.ts'
import { keys } from './query-client.ts'

/** The counts of the dashboard, once they are known. A failure is only logged. */
export function useStats(): Stats | undefined {
  const backend = useBackend()
  const { data } = useQuery({
    queryKey: keys.stats,
    queryFn: () => fetchStats(backend).catch(logFailure('stats')),
  })
  return data
}
