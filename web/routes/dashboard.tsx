import '../workspace/workspace.css'
import { lazy } from 'react'
import { OpenPushed } from '../../features/notifications/open-pushed.ts'
import { ConnectionNote } from '../workspace/connection-note.tsx'
import { popups } from '../ui/popups.ts'
import { FetchAhead, loadLater } from '../workspace/load-later.tsx'
import panel from '../workspace/panel.module.css'
import { Shell } from '../workspace/shell.tsx'
import { Shortcuts } from '../workspace/shortcuts.tsx'
import { type TabId, useTab, useView, type ViewId } from '../workspace/url-state.ts'
import { UnsavedChanges } from '../workspace/unsaved-changes.tsx'
import { useLiveChanges } from '../workspace/live-updates.ts'
import { useTitle } from '../workspace/use-title.ts'
import { useStats } from '../workspace/dashboard-stats.ts'
import { crmParts, CrmSection } from './crm-section.tsx'

// First, so that feature styles override it.

/** Assembles the features, which know only the workspace. */
export default function Dashboard() {
  useDashboardTitle()
  const view = useView()
  const [tab] = useTab()
  return (
    <UnsavedChanges>
      <Shortcuts palette={palette}>
        <Shell notice={<LiveConnection />}>{view === null ? sections[tab] : <SidePages view={view} />}</Shell>
        <OpenPushed />
        <FetchAhead parts={fetchedAhead}>
          <DesktopNotices />
        </FetchAhead>
      </Shortcuts>
    </UnsavedChanges>
  )
}

/** Below the rest, because it renders whenever something is fetched. */
function LiveConnection() {
  return <ConnectionNote lineLost={useLiveChanges()} />
}

const fetchPalette = () => import('./palette.tsx')
const palette = { fetch: fetchPalette, Dialog: lazy(fetchPalette) }

const SidePages = loadLater('side-pages', async () => (await import('./side-pages.tsx')).default)
const BlogTab = loadLater('blog', async () => (await import('./blog-section.tsx')).default)
const NotificationsTab = loadLater(
  'notifications',
  async () => (await import('./notifications-section.tsx')).NotificationsTab,
)
const DesktopNotices = loadLater(
  'desktop-notices',
  async () => (await import('./notifications-section.tsx')).DesktopNotices,
)

/** In the order in which they are likely to be opened. The pages in place of the tabs are rarely opened. */
const fetchedAhead = [popups, ...crmParts, NotificationsTab, DesktopNotices, BlogTab]

const sections: Record<TabId, React.ReactNode> = {
  crm: <CrmSection />,
  blog: <BlogTab />,
  notifications: <NotificationsTab />,
  payments: (
    <section className={`${panel.panel} ${panel.note}`}>
      <h2>Payments</h2>
      <p>The payment system will be implemented here.</p>
      <p>Nothing is counted here yet. Invoices stay where you write them today.</p>
    </section>
  ),
}

const viewTitles: Record<ViewId, string> = {
  account: 'Your account',
  team: 'Team',
  results: 'Results',
  bookings: 'Bookings',
  templates: 'Text templates',
  'recycle-bin': 'Recently deleted',
  texting: 'Texting registration',
}

/** "(7) Admin Dashboard": shows unread notifications in the browser tab. */
function useDashboardTitle() {
  const unread = useStats()?.unreadNotifications ?? 0
  const view = useView()
  const title = view === null ? 'Admin Dashboard' : viewTitles[view]
  useTitle(unread > 0 ? `(${unread}) ${title}` : title)
}
