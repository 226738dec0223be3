import type { ReactNode } from 'react'
import { Glyph, type GlyphName } from '../ui/icon.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { type TabId, useTab } from './url-state.ts'
import { useStats } from './dashboard-stats.ts'
import './workspace-tabs.css'

/** The four tabs, on phones at the bottom of the screen; `children` renders the panel of a tab. */
export function DashboardTabs({ children }: { children: (tab: TabId) => ReactNode }) {
  const [current, openTab] = useTab()
  const unread = useStats()?.unreadNotifications ?? 0
  const tabs = [
    { id: 'crm', label: <TabLabel glyph="people" short="CRM" rest=" & Communications" /> },
    { id: 'blog', label: <TabLabel glyph="article" short="Blog" /> },
    { id: 'notifications', label: <TabLabel glyph="bell" short="Notifications" unread={unread} /> },
    { id: 'payments', label: <TabLabel glyph="card" short="Payments" /> },
  ] as const
  return (
    <Tabs label="Dashboard sections" className="dash-tabs" tabs={tabs} current={current} onChange={openTab}>
      {children(current)}
    </Tabs>
  )
}

interface TabLabelProps {
  glyph: GlyphName
  short: string
  /** Hidden where there is no room. */
  rest?: string
  unread?: number
}

function TabLabel({ glyph, short, rest, unread = 0 }: TabLabelProps) {
  return (
    <>
      <Glyph name={glyph} size={20} />
      <span>
        {short}
        {rest ? <span className="tab-rest">{rest}</span> : null}
      </span>{' '}
      {unread > 0 ? (
        <span className="badge">
          {unread}
          <span className="visually-hidden"> unread</span>
        </span>
      ) : null}
    </>
  )
}
