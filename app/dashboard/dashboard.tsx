// First, so that the sheet of a feature can say otherwise.
import './dashboard.css'
import { AccountPage } from './account/account-page.tsx'
import { BlogSection } from './blog-manager/blog-section.tsx'
import { CommunicationsSection } from './communications/communications-section.tsx'
import { TemplatesPage } from './communications/templates/templates-page.tsx'
import { ConsentRecord } from './consent-record/consent-record.tsx'
import { ImportPanel } from './contact-transfer/import-panel.tsx'
import { TransferButtons } from './contact-transfer/transfer-buttons.tsx'
import { ContactsSection } from './contacts/contacts-section.tsx'
import { RecycleBinPage } from './contacts/recycle-bin-page.tsx'
import { FlaggedNotification } from './notifications/flagged-notification.tsx'
import { NotificationsSection } from './notifications/notifications-section.tsx'
import { PersonalData } from './personal-data/personal-data.tsx'
import { PromiseOfNotification } from './promise-clock/promise-of-notification.tsx'
import { WaitingPanel } from './promise-clock/waiting-panel.tsx'
import { ConnectionNote } from './shell/connection-note.tsx'
import { DashboardHeader } from './shell/dashboard-header.tsx'
import { DashboardTabs } from './shell/dashboard-tabs.tsx'
import { Shortcuts } from './shell/keyboard/shortcuts.tsx'
import { StatCards } from './shell/stat-cards.tsx'
import type { TabId } from './shell/tab-id.ts'
import { UnsavedChanges } from './shell/unsaved-changes.tsx'
import { useDashboardTitle } from './shell/use-dashboard-title.ts'
import { useLiveChanges } from './shell/use-live-changes.ts'
import { useView, type ViewId } from './shell/use-view.ts'
import { SystemStatus } from './system-status/system-status.tsx'
import { TeamPage } from './team/team-page.tsx'

/** Puts the features together; each of them knows only the shell. */
export default function Dashboard() {
  const lineLost = useLiveChanges()
  useDashboardTitle()
  const view = useView()
  return (
    <UnsavedChanges>
      <Shortcuts>
        <DashboardHeader />
        <main id="main" className="dash" tabIndex={-1}>
          <ConnectionNote lineLost={lineLost} />
          {view === null ? (
            <>
              <StatCards />
              <DashboardTabs>{(tab) => sections[tab]}</DashboardTabs>
            </>
          ) : (
            views[view]
          )}
        </main>
      </Shortcuts>
    </UnsavedChanges>
  )
}

const views: Record<ViewId, React.ReactNode> = {
  account: <AccountPage />,
  team: (
    <TeamPage>
      <SystemStatus />
    </TeamPage>
  ),
  templates: <TemplatesPage />,
  'recycle-bin': <RecycleBinPage />,
}

const sections: Record<TabId, React.ReactNode> = {
  crm: (
    <>
      <WaitingPanel />
      <ImportPanel />
      <ContactsSection tools={<TransferButtons />}>
        {(contactId) => (
          <>
            <ConsentRecord contactId={contactId} />
            <PersonalData contactId={contactId} />
          </>
        )}
      </ContactsSection>
      <CommunicationsSection />
    </>
  ),
  blog: <BlogSection />,
  notifications: (
    <NotificationsSection>
      {(notification) => (
        <>
          <PromiseOfNotification notification={notification} />
          <FlaggedNotification notification={notification} />
        </>
      )}
    </NotificationsSection>
  ),
  payments: <p className="panel list-state">The payment system will be implemented here.</p>,
}
