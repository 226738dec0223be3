import type { ReactNode } from 'react'
import { Tabs } from '../../ui/tabs.tsx'
import type { TabId } from './tab-id.ts'
import { useStats } from './use-stats.ts'
import { useTab } from './use-tab.ts'

/** The four tabs; `children` gives what each of them shows. */
export function DashboardTabs({ children }: { children: (tab: TabId) => ReactNode }) {
  const [current, openTab] = useTab()
  const unread = useStats()?.unreadNotifications ?? 0
  const tabs = [
    { id: 'crm', label: 'CRM & Communications' },
    { id: 'blog', label: 'Blog' },
    { id: 'notifications', label: <NotificationsLabel unread={unread} /> },
    { id: 'payments', label: 'Payments' },
  ] as const
  return (
    <Tabs label="Dashboard sections" tabs={tabs} current={current} onChange={openTab}>
      {children(current)}
    </Tabs>
  )
}

function NotificationsLabel({ unread }: { unread: number }) {
  return (
    <>
      Notifications{' '}
      {unread > 0 ? (
        <span className="badge">
          {unread}
          <span className="visually-hidden"> unread</span>
        </span>
      ) : null}
    </>
  )
}
