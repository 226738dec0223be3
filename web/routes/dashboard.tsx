import '../workspace/workspace.css'
import { useQuery } from '@tanstack/react-query'
import { PostOrigins } from '../../features/blog-assistant/ai-provenance.tsx'
import { Assistant } from '../../features/blog-assistant/assistant-panel.tsx'
import { AutoGenerateButton } from '../../features/blog-assistant/auto-generate-button.tsx'
import { DraftSchedule } from '../../features/blog-assistant/draft-schedule.tsx'
import { PictureUpload } from '../../features/blog-assistant/picture-upload.tsx'
import { FeaturedUpload } from '../../features/blog-assistant/featured-upload.tsx'
import { BlogSection } from '../../features/blog/posts-screen.tsx'
import { peopleSearch } from '../../features/contacts/contact-search.ts'
import { messageSearch } from '../../features/conversations/message-search.ts'
import { postSearch } from '../../features/blog/post-search.ts'
import { FlaggedNotification } from '../../features/notifications/flagged-notification.tsx'
import { NewNotices } from '../../features/notifications/new-notices.tsx'
import { useBrowserKinds } from '../../features/notifications/notification-choices.tsx'
import { useOpenPushed, usePush } from '../../features/notifications/use-push.ts'
import { NotificationsSection } from '../../features/notifications/notification-list.tsx'
import { LateNotices } from '../../features/submissions/late-notices.tsx'
import { NotificationReply } from '../../features/submissions/response-timer.tsx'
import { ConnectionNote } from '../workspace/connection-note.tsx'
import { useDesktopNotices } from '../workspace/desktop-notices.ts'
import { FailedList, LoadingList } from '../ui/list-state.tsx'
import panel from '../workspace/panel.module.css'
import { Shell } from '../workspace/shell.tsx'
import { Shortcuts } from '../workspace/shortcuts.tsx'
import { type TabId, useTab, useView, type ViewId } from '../workspace/url-state.ts'
import { UnsavedChanges } from '../workspace/unsaved-changes.tsx'
import { useLiveChanges } from '../workspace/live-updates.ts'
import { useTitle } from '../workspace/use-title.ts'
import { useStats } from '../workspace/dashboard-stats.ts'
import { CrmSection } from './crm-section.tsx'

// First, so that feature styles override it.

/** Assembles the features, which know only the workspace. */
export default function Dashboard() {
  const lineLost = useLiveChanges()
  useDashboardTitle()
  const view = useView()
  const [tab] = useTab()
  return (
    <UnsavedChanges>
      <Shortcuts searches={searches}>
        <Shell notice={<ConnectionNote lineLost={lineLost} />}>
          {view === null ? sections[tab] : <SidePages view={view} />}
        </Shell>
        <DesktopNotices />
      </Shortcuts>
    </UnsavedChanges>
  )
}

/** The pages in place of the tabs. Rarely opened, so they are loaded on demand. */
function SidePages({ view }: { view: ViewId }) {
  const { data: Pages, isError } = useQuery({
    queryKey: ['side-pages'],
    queryFn: async () => (await import('./side-pages.tsx')).default,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  if (isError)
    // Some browsers never ask again for a module that failed.
    return (
      <FailedList onRetry={() => window.location.reload()}>
        This page could not be loaded. Please check your internet connection.
      </FailedList>
    )
  return Pages === undefined ? <LoadingList label="Loading..." /> : <Pages view={view} />
}

const searches = [peopleSearch, messageSearch, postSearch]

/** While no push service does, the open dashboard shows notifications. */
function DesktopNotices() {
  const kinds = useBrowserKinds()
  const { state } = useDesktopNotices()
  const { pushes } = usePush()
  useOpenPushed()
  if (state !== 'on' || pushes !== false) return null
  return (
    <>
      {kinds ? <NewNotices kinds={kinds} /> : null}
      {kinds?.includes('late') ? <LateNotices /> : null}
    </>
  )
}

const sections: Record<TabId, React.ReactNode> = {
  crm: <CrmSection />,
  blog: (
    <BlogSection
      tools={<AutoGenerateButton />}
      schedule={<DraftSchedule />}
      Assistant={Assistant}
      FeaturedUpload={FeaturedUpload}
      PictureUpload={PictureUpload}
      Provenance={PostOrigins}
    />
  ),
  notifications: (
    <NotificationsSection>
      {(notification) => (
        <>
          <NotificationReply notification={notification} />
          <FlaggedNotification notification={notification} />
        </>
      )}
    </NotificationsSection>
  ),
  payments: <p className={`${panel.panel} list-state`}>The payment system will be implemented here.</p>,
}

const viewTitles: Record<ViewId, string> = {
  account: 'Your account',
  team: 'Team',
  results: 'Results',
  bookings: 'Bookings',
  templates: 'Text templates',
  'recycle-bin': 'Recycle bin',
  texting: 'Allowed to text',
}

/** "(7) Admin Dashboard": shows unread notifications in the browser tab. */
function useDashboardTitle() {
  const unread = useStats()?.unreadNotifications ?? 0
  const view = useView()
  const title = view === null ? 'Admin Dashboard' : viewTitles[view]
  useTitle(unread > 0 ? `(${unread}) ${title}` : title)
}
