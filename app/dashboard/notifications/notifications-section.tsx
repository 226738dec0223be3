import { useRef, type ReactNode } from 'react'
import { Virtualizer } from 'virtua'
import {
  notificationFilters,
  type LinkedNotification,
  type NotificationFilter,
} from '../../backend/notifications.ts'
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

interface NotificationsSectionProps {
  /** What else there is to say about a notification. */
  children: (notification: LinkedNotification) => ReactNode
}

export function NotificationsSection({ children }: NotificationsSectionProps) {
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
      <Notifications filter={filter} notifications={notifications} actions={actions}>
        {children}
      </Notifications>
    </Panel>
  )
}

interface NotificationsProps extends NotificationsSectionProps {
  filter: NotificationFilter
  notifications: ReturnType<typeof useNotifications>
  actions: ReturnType<typeof useNotificationActions>
}

function Notifications({ filter, notifications, actions, children }: NotificationsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { data, isPending, isError, hasNextPage, isFetchingNextPage } = notifications
  if (isPending) return <LoadingList label="Loading notifications..." />
  if (isError && !data) {
    return <FailedList onRetry={() => void notifications.refetch()}>Failed to fetch notifications</FailedList>
  }
  const rows = data.pages.flatMap((page) => page.rows)
  if (rows.length === 0) return <EmptyList>{emptyTexts[filter]}</EmptyList>
  return (
    <div ref={scroller} className="scroller">
      <Virtualizer as="ul" item="li" scrollRef={scroller} itemSize={ROW_HEIGHT_PX}>
        {rows.map((notification) => (
          <NotificationItem
            key={notification.id}
            notification={notification}
            onMark={(read) => actions.mark({ id: notification.id, read })}
            onDelete={() => actions.remove(notification.id)}
          >
            {children(notification)}
          </NotificationItem>
        ))}
      </Virtualizer>
      {hasNextPage ? (
        <LoadMore loading={isFetchingNextPage} onLoad={() => void notifications.fetchNextPage()} />
      ) : null}
    </div>
  )
}

/** A guess, until a row has been measured. */
const ROW_HEIGHT_PX = 150
