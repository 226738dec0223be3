import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  deleteNotification,
  markAllRead,
  markNotification,
  restoreNotification,
} from '../../backend/notifications.ts'
import { useBackend } from '../../session/session.ts'
import { useToast } from '../../ui/toast.tsx'
import { keys } from '../shell/query-client.ts'
import { forgetNotification, showAllAsRead, showAsRead, type Undo } from './shown-notifications.ts'

const meta = { changes: [keys.notifications, keys.stats] }

/** What can be done with notifications. Each shows at once and is taken back where the server refuses. */
export function useNotificationActions() {
  const backend = useBackend()
  const queries = useQueryClient()
  const toast = useToast()

  const takeBack = (undo: Undo | undefined, text: string) => {
    undo?.()
    toast({ kind: 'destructive', title: 'Error', text })
  }
  const succeed = (text: string) => toast({ title: 'Success', text })

  const mark = useMutation({
    meta,
    mutationFn: ({ id, read }: { id: string; read: boolean }) => markNotification(backend, id, read),
    onMutate: ({ id, read }) => showAsRead(queries, id, read),
    onError: (_error, { read }, undo) =>
      takeBack(undo, `Failed to mark notification as ${read ? 'read' : 'unread'}`),
  })
  const markAll = useMutation({
    meta,
    mutationFn: () => markAllRead(backend),
    onMutate: () => showAllAsRead(queries),
    onSuccess: () => succeed('All notifications marked as read'),
    onError: (_error, _nothing, undo) => takeBack(undo, 'Failed to mark all notifications as read'),
  })
  const restore = useMutation({
    meta,
    mutationFn: (id: string) => restoreNotification(backend, id),
    onError: () => takeBack(undefined, 'The notification could not be brought back'),
  })
  const remove = useMutation({
    meta,
    mutationFn: (id: string) => deleteNotification(backend, id),
    onMutate: (id) => forgetNotification(queries, id),
    onSuccess: (_done, id) =>
      toast({
        title: 'Success',
        text: 'Notification deleted',
        action: { label: 'Undo', run: () => restore.mutate(id) },
      }),
    onError: (_error, _id, undo) => takeBack(undo, 'Failed to delete notification'),
  })
  return { mark: mark.mutate, markAll: markAll.mutate, markingAll: markAll.isPending, remove: remove.mutate }
}
