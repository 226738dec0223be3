import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  deleteNotification,
  markAllRead,
  markNotification,
  restoreNotification,
} from './notifications.api.ts'
import { useBackend } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { forgetNotification, showAllAsRead, showAsRead } from './optimistic-notifications.ts'

const meta = { changes: [keys.notifications, keys.stats] }

/** What can be done with notifications. Each shows at once and is taken back where the server refuses. */
export function useNotificationActions() {
  const backend = useBackend()
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
    onError: (error) => fail('The notification could not be brought back', error),
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
    onError: (error, _id, undo) => {
      undo?.()
      fail('Failed to delete notification', error)
    },
  })
  return { mark: mark.mutate, markAll: markAll.mutate, markingAll: markAll.isPending, remove: remove.mutate }
}
