import { useTitle } from '../../session/use-title.ts'
import { useStats } from './use-stats.ts'

/** "(7) Admin Dashboard": unread notifications show in the browser's tab, too. */
export function useDashboardTitle() {
  const unread = useStats()?.unreadNotifications ?? 0
  useTitle(unread > 0 ? `(${unread}) Admin Dashboard` : 'Admin Dashboard')
}
