import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Backend } from '../../web/api/client.ts'
import { listNotifications, type LinkedNotification, type NotificationFilter } from './notifications.api.ts'
import { useBackend } from '../../web/api/session.ts'
import { KEPT_MS, type PageQuery } from '../../web/workspace/rows-in-sight.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'

/** The first notifications of one kind, newest first, and how many there are. */
export function useNotifications(filter: NotificationFilter) {
  const backend = useBackend()
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
