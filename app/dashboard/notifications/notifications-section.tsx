import { notificationFilters, type NotificationFilter } from '../../backend/notifications.ts'
import { EmptyList, FailedList, LoadingList } from '../../ui/list-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import { Panel } from '../shell/panel.tsx'
import { useAddress } from '../shell/use-address.ts'
import { useStats } from '../shell/use-stats.ts'
import { NotificationItem } from './notification-item.tsx'
import { useNotificationActions } from './use-notification-actions.ts'
import { useNotifications } from './use-notifications.ts'
import './notifications.css'

const filterLabels: Record<NotificationFilter, string> = { all: 'All', unread: 'Unread', read: 'Read' }

const emptyTexts: Record<NotificationFilter, string> = {
  all: 'No notifications yet. New contact submissions appear here by themselves.',
  unread: 'No unread notifications.',
  read: 'No read notifications.',
}

export function NotificationsSection() {
  const { params, change } = useAddress()
  const filter = notificationFilters.find((known) => known === params.get('show')) ?? 'all'
  const notifications = useNotifications(filter)
  const actions = useNotificationActions()
  const unread = useStats()?.unreadNotifications ?? 0
  return (
    <Panel
      title="Notifications"
      className="notifications"
      aside={
        <div className="actions">
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
      }
    >
      <fieldset className="segments">
        <legend className="visually-hidden">Show</legend>
        {notificationFilters.map((known) => (
          <button
            key={known}
            type="button"
            aria-pressed={known === filter}
            onClick={() => change({ show: known === 'all' ? null : known }, { replace: true })}
          >
            {filterLabels[known]}
          </button>
        ))}
      </fieldset>
      <Notifications filter={filter} notifications={notifications} actions={actions} />
    </Panel>
  )
}

interface NotificationsProps {
  filter: NotificationFilter
  notifications: ReturnType<typeof useNotifications>
  actions: ReturnType<typeof useNotificationActions>
}

function Notifications({ filter, notifications, actions }: NotificationsProps) {
  const { data, isPending, isError, hasNextPage, isFetchingNextPage } = notifications
  if (isPending) return <LoadingList label="Loading notifications..." />
  if (isError && !data) {
    return <FailedList onRetry={() => void notifications.refetch()}>Failed to fetch notifications</FailedList>
  }
  const rows = data.pages.flatMap((page) => page.rows)
  if (rows.length === 0) return <EmptyList>{emptyTexts[filter]}</EmptyList>
  return (
    <div className="scroller">
      <ul>
        {rows.map((notification) => (
          <NotificationItem
            key={notification.id}
            notification={notification}
            onMark={(read) => actions.mark({ id: notification.id, read })}
            onDelete={() => actions.remove(notification.id)}
          />
        ))}
      </ul>
      {hasNextPage ? (
        <LoadMore loading={isFetchingNextPage} onLoad={() => void notifications.fetchNextPage()} />
      ) : null}
    </div>
  )
}
