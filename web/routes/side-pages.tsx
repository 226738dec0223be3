import type { ReactNode } from 'react'
import { AccountPage } from '../../features/account/account-page.tsx'
import { BookingsPage } from '../../features/bookings/bookings-page.tsx'
import { MeetingRoom } from '../../features/bookings/meeting-room.tsx'
import { RecycleBinPage } from '../../features/contacts/recycle-bin-page.tsx'
import { TemplatesPage } from '../../features/conversations/templates-page.tsx'
import { DesktopNoticesSetting } from '../../features/notifications/desktop-notices-setting.tsx'
import { NotificationChoices } from '../../features/notifications/notification-choices.tsx'
import { ResultsPage } from '../../features/results/results-page.tsx'
import { SystemStatus } from '../../features/system-status/system-status.tsx'
import { TeamPage } from '../../features/team/team-page.tsx'
import { RegistrationPage } from '../../features/texting-registration/registration-page.tsx'
import type { ViewId } from '../workspace/url-state.ts'

/** The pages shown instead of the dashboard's tabs: account, team, results and others. */
export default function SidePages({ view }: { view: ViewId }) {
  return views[view]
}

const views: Record<ViewId, ReactNode> = {
  account: (
    <AccountPage>
      <MeetingRoom />
      <NotificationChoices />
      <DesktopNoticesSetting />
    </AccountPage>
  ),
  team: (
    <TeamPage>
      <SystemStatus />
    </TeamPage>
  ),
  results: <ResultsPage />,
  bookings: <BookingsPage />,
  templates: <TemplatesPage />,
  'recycle-bin': <RecycleBinPage />,
  texting: <RegistrationPage />,
}
