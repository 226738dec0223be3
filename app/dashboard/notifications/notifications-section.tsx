import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import {
  notificationFilters,
  type LinkedNotification,
  type NotificationFilter,
} from '../../backend/notifications.ts'
import { useBackend } from '../../session/session.ts'
import { EmptyList, FailedList, LoadingList } from '../../ui/list-state.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import { LongList } from '../shell/long-list/long-list.tsx'
import { Panel } from '../shell/panel.tsx'
import { useAddress } from '../shell/use-address.ts'
import { useStats } from '../shell/use-stats.ts'
import { NotificationItem, NotificationOnItsWay } from './notification-item.tsx'
import { useNotificationActions } from './use-notification-actions.ts'
import { pageQuery, useNotifications } from './use-notifications.ts'
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
  const filters = useRef<HTMLFieldSetElement>(null)
  useFocusWhenEmptied(filters, notifications.data?.rows.length)
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
      <fieldset ref={filters} className="segments">
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

/** Once the last row is gone there is none to take the focus: the chosen filter has it then. */
function useFocusWhenEmptied(filters: RefObject<HTMLElement | null>, rows: number | undefined) {
  const before = useRef(0)
  useEffect(() => {
    const emptied = rows === 0 && before.current > 0 && document.activeElement === document.body
    if (emptied) filters.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
    before.current = rows ?? 0
  }, [filters, rows])
}

interface NotificationsProps extends NotificationsSectionProps {
  filter: NotificationFilter
  notifications: ReturnType<typeof useNotifications>
  actions: ReturnType<typeof useNotificationActions>
}

function Notifications({ filter, notifications, actions, children }: NotificationsProps) {
  const backend = useBackend()
  const { data, isPending, isError } = notifications
  if (isPending) return <LoadingList label="Loading notifications..." />
  if (isError && !data) {
    return <FailedList onRetry={() => void notifications.refetch()}>Failed to fetch notifications</FailedList>
  }
  const total = data.total ?? data.rows.length
  if (total === 0) return <EmptyList>{emptyTexts[filter]}</EmptyList>
  return (
    <LongList<LinkedNotification>
      name="notification"
      question={filter}
      total={total}
      firstRows={data.rows}
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
          <NotificationOnItsWay />
        )
      }
    </LongList>
  )
}

/** A guess, until a row has been measured. */
const ROW_HEIGHT_PX = 150
