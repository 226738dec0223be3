import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId } from 'react'
import {
  deleteNotification,
  listNotifications,
  markAllRead,
  markNotification,
  notificationFilters,
  restoreNotification,
  type LinkedNotification,
  type NotificationFilter,
} from './notifications.api.ts'
import type { Backend } from '../../web/api/client.ts'
import { useClient } from '../../web/api/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { QueryList } from '../../web/ui/list-state.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { PAGE_CACHE_MS, type PageQuery } from '../../web/workspace/list-scroll.ts'
import { LongList } from '../../web/workspace/long-list.tsx'
import { KeyHints } from '../../web/workspace/key-hints.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useAddress } from '../../web/workspace/url-state.ts'
import { useRestoreFocus } from '../../web/workspace/use-restore-focus.ts'
import { useStats } from '../../web/workspace/dashboard-stats.ts'
import { NotificationItem, NotificationPlaceholder } from './notification-item.tsx'
import { hideNotification, showAllAsRead, showAsRead } from './optimistic-notifications.ts'
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
        <p>Only you see what you have read.</p>
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
      <KeyHints hints={hints} />
    </section>
  )
}

/** Keys of the row that has the focus. */
const hints = [
  [['j', 'k'], 'move'],
  [['Enter'], 'open'],
  [['u'], 'mark as read or unread'],
  [['#'], 'delete'],
] as const

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

/** The first page of notifications for a filter, newest first, with the total. */
function useNotifications(filter: NotificationFilter) {
  const backend = useClient()
  const fail = useFailureToast()
  const notifications = useQuery(pageQuery(backend, filter, 0))
  const { error } = notifications
  useEffect(() => {
    if (error) fail('Failed to fetch notifications', error)
  }, [error, fail])
  return notifications
}

function pageQuery(
  backend: Backend,
  filter: NotificationFilter,
  from: number,
): PageQuery<LinkedNotification> {
  return {
    queryKey: [...keys.notifications, filter, from],
    queryFn: () => listNotifications(backend, filter, from),
    gcTime: PAGE_CACHE_MS,
  }
}

const meta = { changes: [keys.notifications, keys.stats] }

/** Actions on notifications, applied optimistically and rolled back on failure. */
function useNotificationActions() {
  const backend = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const fail = useFailureToast()
  const succeed = (text: string) => toast({ title: 'Success', text })

  const mark = useMutation({
    meta,
    mutationFn: ({ id, read }: { id: string; read: boolean }) => markNotification(backend, id, read),
    onMutate: ({ id, read }) => showAsRead(queries, id, read),
    onError: (error, { read }, undo) => {
      undo?.()
      fail(`Failed to mark notification as ${read ? 'read' : 'unread'}`, error)
    },
  })
  const markAll = useMutation({
    meta,
    mutationFn: () => markAllRead(backend),
    onMutate: () => showAllAsRead(queries),
    onSuccess: () => succeed('All notifications marked as read'),
    onError: (error, _nothing, undo) => {
      undo?.()
      fail('Failed to mark all notifications as read', error)
    },
  })
  const restore = useMutation({
    meta,
    mutationFn: (id: string) => restoreNotification(backend, id),
    onError: (error) => fail('Failed to restore notification', error),
  })
  const remove = useMutation({
    meta,
    mutationFn: (id: string) => deleteNotification(backend, id),
    onMutate: (id) => hideNotification(queries, id),
    onSuccess: (_done, id) =>
      toast({
        title: 'Success',
        text: 'Notification deleted',
        action: { label: 'Undo', run: () => restore.mutate(id) },
      }),
    onError: (error, _id, undo) => {
      undo?.()
      fail('Failed to delete notification', error)
    },
  })
  return { mark: mark.mutate, markAll: markAll.mutate, markingAll: markAll.isPending, remove: remove.mutate }
}
