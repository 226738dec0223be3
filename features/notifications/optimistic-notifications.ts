import type { QueryClient } from '@tanstack/react-query'
import type { LinkedNotification } from './notifications.api.ts'
import type { PageOfRows } from '../../web/api/request.ts'
import type { Stats } from '../../web/workspace/dashboard-stats.ts'
import { keys } from '../../web/workspace/query-client.ts'

export type Undo = () => void

type CachedPage = PageOfRows<LinkedNotification>
type Change = (row: LinkedNotification) => LinkedNotification | null

/** Optimistic updates of the cached lists and counts. Each returns its undo. */
export function showAsRead(queries: QueryClient, id: string, read: boolean): Promise<Undo> {
  return applyChange(queries, (row) => (row.id === id ? { ...row, read } : row))
}

export function showAllAsRead(queries: QueryClient): Promise<Undo> {
  return applyChange(
    queries,
    (row) => ({ ...row, read: true }),
    () => 0,
  )
}

export function hideNotification(queries: QueryClient, id: string): Promise<Undo> {
  return applyChange(queries, (row) => (row.id === id ? null : row))
}

async function applyChange(
  queries: QueryClient,
  changeRow: Change,
  countUnread = (before: number, difference: number) => before + difference,
): Promise<Undo> {
  // A response in flight would bring back the old state.
  await queries.cancelQueries({ queryKey: keys.notifications })
  await queries.cancelQueries({ queryKey: keys.stats })
  const before = [
    ...queries.getQueriesData({ queryKey: keys.notifications }),
    ...queries.getQueriesData({ queryKey: keys.stats }),
  ]
  const difference = unreadDifference(queries, changeRow)
  queries.setQueriesData<CachedPage>(
    { queryKey: keys.notifications },
    (shown) => shown && applyToPage(shown, changeRow),
  )
  queries.setQueryData<Stats>(keys.stats, (stats) => {
    const unread = stats?.unreadNotifications
    if (unread === undefined) return stats
    return { ...stats, unreadNotifications: Math.max(0, countUnread(unread, difference)) }
  })
  return () => {
    for (const [queryKey, data] of before) queries.setQueryData(queryKey, data)
  }
}

/** Change of the unread count; a row in several lists counts once. */
function unreadDifference(queries: QueryClient, changeRow: Change): number {
  const lists = queries.getQueriesData<CachedPage>({ queryKey: keys.notifications })
  const rows = lists.flatMap(([, shown]) => shown?.rows ?? [])
  const distinct = [...new Map(rows.map((row) => [row.id, row])).values()]
  return distinct.reduce((sum, row) => sum + countUnreadRow(changeRow(row)) - countUnreadRow(row), 0)
}

function countUnreadRow(row: LinkedNotification | null): number {
  return row && !row.read ? 1 : 0
}

/** A removed row leaves its page shorter until the refetch that follows. */
function applyToPage({ rows, total }: CachedPage, changeRow: Change): CachedPage {
  const left = rows.flatMap((row) => changeRow(row) ?? [])
  return { rows: left, total: total === null ? null : total - (rows.length - left.length) }
}
