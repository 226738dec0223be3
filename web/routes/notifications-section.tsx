import { FlaggedNotification } from '../../features/notifications/flagged-notification.tsx'
import { NewNotices } from '../../features/notifications/new-notices.tsx'
import { useBrowserKinds } from '../../features/notifications/notification-choices.tsx'
import { NotificationsSection } from '../../features/notifications/notification-list.tsx'
import { usePush } from '../../features/notifications/use-push.ts'
import { LateNotices } from '../../features/submissions/late-notices.tsx'
import { NotificationReply } from '../../features/submissions/response-timer.tsx'
import { useDesktopNotices } from '../workspace/desktop-notices.ts'

/** The third tab. */
export function NotificationsTab() {
  return (
    <NotificationsSection>
      {(notification) => (
        <>
          <NotificationReply notification={notification} />
          <FlaggedNotification notification={notification} />
        </>
      )}
    </NotificationsSection>
  )
}

/** While no push service does, the open dashboard shows notifications. */
export function DesktopNotices() {
  const kinds = useBrowserKinds()
  const { state } = useDesktopNotices()
  const { pushes } = usePush()
  if (state !== 'on' || pushes !== false) return null
  return (
    <>
      {kinds ? <NewNotices kinds={kinds} /> : null}
      {kinds?.includes('late') ? <LateNotices /> : null}
    </>
  )
}
