import { useTitle } from '../workspace/use-title.ts'
import { useStats } from '../workspace/dashboard-stats.ts'
import { useView, type ViewId } from '../workspace/use-view.ts'

const viewTitles: Record<ViewId, string> = {
  account: 'Your account',
  team: 'Team',
  templates: 'Text templates',
  'recycle-bin': 'Recycle bin',
}

/** "(7) Admin Dashboard": unread notifications show in the browser's tab, too. */
export function useDashboardTitle() {
  const unread = useStats()?.unreadNotifications ?? 0
  const view = useView()
  const title = view === null ? 'Admin Dashboard' : viewTitles[view]
  useTitle(unread > 0 ? `(${unread}) ${title}` : title)
}
