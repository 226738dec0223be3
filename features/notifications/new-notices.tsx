import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { logFailure } from '../../web/api/log-failure.ts'
import { useClient } from '../../web/api/session.ts'
import { useShowNotices } from '../../web/workspace/desktop-notices.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { listNewest } from './notifications.api.ts'
import type { NoticeKind } from './notifications.ts'

/** Shows new notifications of these kinds on the desktop. */
export function NewNotices({ kinds }: { kinds: readonly NoticeKind[] }) {
  const backend = useClient()
  const { data } = useQuery({
    queryKey: [...keys.notifications, 'newest'],
    queryFn: () => listNewest(backend).catch(logFailure('new notifications')),
  })
  const notices = useMemo(
    () =>
      data?.rows
        .filter(({ kind }) => kind !== null && kinds.includes(kind))
        .map(({ id, created_at: at, title, message, contact_id: contactId }) => ({
          id,
          at,
          title,
          body: message,
          contactId,
        })),
    [data, kinds],
  )
  useShowNotices(notices)
  return null
}
