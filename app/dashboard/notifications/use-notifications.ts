import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listNotifications, type NotificationFilter } from '../../backend/notifications.ts'
import { useBackend } from '../../session/session.ts'
import { useToast } from '../../ui/toast.tsx'
import { nextRow } from '../shell/next-row.ts'
import { keys } from '../shell/query-client.ts'

/** Notifications of one kind, newest first, page by page. */
export function useNotifications(filter: NotificationFilter) {
  const backend = useBackend()
  const toast = useToast()
  const notifications = useInfiniteQuery({
    queryKey: [...keys.notifications, filter],
    queryFn: ({ pageParam }) => listNotifications(backend, filter, pageParam),
    initialPageParam: 0,
    getNextPageParam: nextRow,
  })
  const { error } = notifications
  useEffect(() => {
    if (error) toast({ kind: 'destructive', title: 'Error', text: 'Failed to fetch notifications' })
  }, [error, toast])
  return notifications
}
