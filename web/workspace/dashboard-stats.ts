import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../api/session.ts'
import { keys } from './query-client.ts'
import type { Backend } from '../api/client.ts'
import { dashboardCounts } from './dashboard-counts.ts'
import { logFailure } from '../api/log-failure.ts'

/** Dashboard counts; a count is missing until it has been read. */
export type Stats = { [Name in keyof typeof dashboardCounts]?: number }

/** Dashboard counts, as far as known. Failures are only logged. */
export function useStats(): Stats | undefined {
  const backend = useClient()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: keys.stats,
    queryFn: () => fetchStats(backend, queries.getQueryData<Stats>(keys.stats)),
  })
  return data
}

/** Reads all counts. A failed one is logged and keeps its value from `before`. Throws ApiError if all fail. */
async function fetchStats(backend: Backend, before: Stats = {}): Promise<Stats> {
  const readings = await Promise.allSettled(
    Object.entries(dashboardCounts).map(async ([name, count]) => [
      name,
      await count(backend).catch(logFailure(`stats, ${name}`)),
    ]),
  )
  const failed = readings.filter((reading) => reading.status === 'rejected')
  if (failed.length === readings.length) throw failed[0]?.reason
  const read = readings.flatMap((reading) => (reading.status === 'fulfilled' ? [reading.value] : []))
  return { ...before, ...Object.fromEntries(read) }
}
