import { type ReactNode, useId } from 'react'
import { notificationFilters, type LinkedNotification, type NotificationFilter } from './notifications.api.ts'
import { useClient } from '../../web/api/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { QueryList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { LongList } from '../../web/workspace/long-list.tsx'
import { useSingleKeys } from '../../web/workspace/key-bindings.ts'
import { useAddress } from '../../web/workspace/url-state.ts'
import { useRestoreFocus } from '../../web/workspace/use-restore-focus.ts'
import { useStats } from '../../web/workspace/dashboard-stats.ts'
import { NotificationItem, NotificationPlaceholder } from './notification-item.tsx'
import { useNotificationActions, pageQuery, useNotifications } from './use-notifications.ts'
import styles from './notifications.module.css'

const filterLabels: Record<NotificationFilter, string> = { all: 'All', unread: 'Unread', read: 'Read' }

const emptyTexts: Record<NotificationFilter, string> = {
  all: 'No notifications yet. New contact submissions appear here automatically.',
  unread: 'No unread notifications.',
  read: 'No read notifications.',
}

/** Estimate until a row is measured. */
const ROW_HEIGHT_PX = 44

interface NotificationsSectionProps {
  /** What else a notification shows and offers. */
  children: (notification: LinkedNotification) => ReactNode
}

export function NotificationsSection({ children }: NotificationsSectionProps) {
  const { params, change } = useAddress()
  const filter = notificationFilters.find((known) => known === params.get('show')) ?? 'all'
  const notifications = useNotifications(filter)
  const actions = useNotificationActions()
  const unread = useStats()?.unreadNotifications ?? 0
  const [single] = useSingleKeys()
  const heading = useId()
  // Receives the focus when the last row is deleted.
  const chosen = useRestoreFocus<HTMLButtonElement>((notifications.data?.rows.length ?? 0) > 0)
  return (
    <section className={styles.screen} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>Notifications</h2>
        <fieldset className={styles.filter}>
          <legend className="visually-hidden">Show</legend>
          {notificationFilters.map((known) => (
            <button
              key={known}
              ref={known === filter ? chosen : undefined}
              type="button"
              aria-pressed={known === filter}
              onClick={() => change({ show: known === 'all' ? null : known }, { replace: true })}
            >
              {filterLabels[known]}
            </button>
          ))}
        </fieldset>
        <p>Read and unread are yours alone.</p>
        <Link to="?view=account">Choose what reaches me</Link>
        {unread > 0 ? (
          <ToolButton icon="check" busy={actions.markingAll} onClick={() => actions.markAll()}>
            Mark All Read
          </ToolButton>
        ) : null}
        <ToolButton
          icon="refresh"
          busy={notifications.isFetching}
          onClick={() => void notifications.refetch()}
        >
          Refresh
        </ToolButton>
      </div>
      <Notifications filter={filter} notifications={notifications} actions={actions}>
        {children}
      </Notifications>
      {single ? <Hints /> : null}
    </section>
  )
}

/** Keys of the row that has the focus. */
function Hints() {
  return (
    <p className={styles.hints}>
      <kbd>j</kbd>
      <kbd>k</kbd> move <kbd>Enter</kbd> open <kbd>u</kbd> mark as read or unread <kbd>#</kbd> delete
    </p>
  )
}

interface NotificationsProps extends NotificationsSectionProps {
  filter: NotificationFilter
  notifications: ReturnType<typeof useNotifications>
  actions: ReturnType<typeof useNotificationActions>
}

function Notifications({ filter, notifications, actions, children }: NotificationsProps) {
  const backend = useClient()
  return (
    <QueryList
      query={notifications}
      rows={({ rows }) => rows}
      loading="Loading notifications..."
      failed="Failed to fetch notifications"
      empty={emptyTexts[filter]}
      rowHeight={ROW_HEIGHT_PX}
    >
      {(firstRows, _more, { total }) => (
        <LongList<LinkedNotification>
          name="notification"
          question={filter}
          total={total ?? firstRows.length}
          firstRows={firstRows}
          pageQuery={(from) => pageQuery(backend, filter, from)}
          rowHeight={ROW_HEIGHT_PX}
        >
          {(notification) =>
            notification ? (
              <NotificationItem
                key={notification.id}
                notification={notification}
                onMark={(read) => actions.mark({ id: notification.id, read })}
                onDelete={() => actions.remove(notification.id)}
              >
                {children(notification)}
              </NotificationItem>
            ) : (
              <NotificationPlaceholder />
            )
          }
        </LongList>
      )}
    </QueryList>
  )
}
