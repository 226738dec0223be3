import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../api/session.ts'
import { keys } from './query-client.ts'
import type { Backend } from '../api/client.ts'
import { countContacts } from '../../features/contacts/contacts.api.ts'
import { countNotifications, countUnread } from '../../features/notifications/notifications.api.ts'
import { logFailure } from '../api/log-failure.ts'
import { countPublishedPosts } from '../../features/blog/blog.api.ts'

/** The counts of the dashboard, as far as they are known. A failure is only logged. */
export function useStats(): Stats | undefined {
  const backend = useClient()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: keys.stats,
    queryFn: () => fetchStats(backend, queries.getQueryData<Stats>(keys.stats)),
  })
  return data
}

const counts = {
  contacts: countContacts,
  publishedPosts: countPublishedPosts,
  notifications: countNotifications,
  unreadNotifications: countUnread,
}

/** The counts of the dashboard; one that has never been read is not there. */
export type Stats = { [Name in keyof typeof counts]?: number }

/** Reads all counts. One that fails is logged and stays as it was `before`. Throws BackendError where all fail. */
async function fetchStats(backend: Backend, before: Stats = {}): Promise<Stats> {
  const readings = await Promise.allSettled(
    Object.entries(counts).map(async ([name, count]) => [
      name,
      await count(backend).catch(logFailure(`stats, ${name}`)),
    ]),
  )
  const failed = readings.filter((reading) => reading.status === 'rejected')
  if (failed.length === readings.length) throw failed[0]?.reason
  const read = readings.flatMap((reading) => (reading.status === 'fulfilled' ? [reading.value] : []))
  return { ...before, ...Object.fromEntries(read) }
}
