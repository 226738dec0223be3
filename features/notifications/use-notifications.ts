import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Backend } from '../../web/api/client.ts'
import {
  listNotifications,
  type LinkedNotification,
  type NotificationFilter,
  deleteNotification,
  markAllRead,
  markNotification,
  restoreNotification,
} from './notifications.api.ts'
import { useClient } from '../../web/api/session.ts'
import { KEPT_MS, type PageQuery } from '../../web/workspace/list-scroll.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { hideNotification, showAllAsRead, showAsRead } from './optimistic-notifications.ts'

const meta = { changes: [keys.notifications, keys.stats] }

/** The first page of notifications for a filter, newest first, with the total. */
export function useNotifications(filter: NotificationFilter) {
  const backend = useClient()
  const fail = useFailureToast()
  const notifications = useQuery(pageQuery(backend, filter, 0))
  const { error } = notifications
  useEffect(() => {
    if (error) fail('Failed to fetch notifications', error)
  }, [error, fail])
  return notifications
}

export function pageQuery(
  backend: Backend,
  filter: NotificationFilter,
  from: number,
): PageQuery<LinkedNotification> {
  return {
    queryKey: [...keys.notifications, filter, from],
    queryFn: () => listNotifications(backend, filter, from),
    gcTime: KEPT_MS,
  }
}

/** Actions on notifications, applied optimistically and rolled back on failure. */
export function useNotificationActions() {
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
