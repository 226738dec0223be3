import type { QueryClient } from '@tanstack/react-query'
import type { LinkedNotification } from './notifications.api.ts'
import type { PageOfRows } from '../../web/api/request.ts'
import type { Stats } from '../../web/workspace/dashboard-stats.ts'
import { keys } from '../../web/workspace/query-client.ts'

export type Undo = () => void

type Shown = PageOfRows<LinkedNotification>
type Change = (row: LinkedNotification) => LinkedNotification | null

/** Changes what is shown before the server has answered. Each gives back what undoes it. */
export function showAsRead(queries: QueryClient, id: string, read: boolean): Promise<Undo> {
  return change(queries, (row) => (row.id === id ? { ...row, read } : row))
}

export function showAllAsRead(queries: QueryClient): Promise<Undo> {
  return change(
    queries,
    (row) => ({ ...row, read: true }),
    () => 0,
  )
}

export function forgetNotification(queries: QueryClient, id: string): Promise<Undo> {
  return change(queries, (row) => (row.id === id ? null : row))
}

async function change(
  queries: QueryClient,
  changeRow: Change,
  countUnread = (before: number, difference: number) => before + difference,
): Promise<Undo> {
  // An answer still on its way would bring the old state back.
  await queries.cancelQueries({ queryKey: keys.notifications })
  await queries.cancelQueries({ queryKey: keys.stats })
  const before = [
    ...queries.getQueriesData({ queryKey: keys.notifications }),
    ...queries.getQueriesData({ queryKey: keys.stats }),
  ]
  const difference = unreadDifference(queries, changeRow)
  queries.setQueriesData<Shown>(
    { queryKey: keys.notifications },
    (shown) => shown && changeShown(shown, changeRow),
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

/** By how much the unread count changes; a row may be in several lists and counts once. */
function unreadDifference(queries: QueryClient, changeRow: Change): number {
  const lists = queries.getQueriesData<Shown>({ queryKey: keys.notifications })
  const rows = lists.flatMap(([, shown]) => shown?.rows ?? [])
  const distinct = [...new Map(rows.map((row) => [row.id, row])).values()]
  return distinct.reduce((sum, row) => sum + unread(changeRow(row)) - unread(row), 0)
}

function unread(row: LinkedNotification | null): number {
  return row && !row.read ? 1 : 0
}

/** What goes leaves its page shorter until the list is read again, which is at once. */
function changeShown({ rows, total }: Shown, changeRow: Change): Shown {
  const left = rows.flatMap((row) => changeRow(row) ?? [])
  return { rows: left, total: total === null ? null : total - (rows.length - left.length) }
}
