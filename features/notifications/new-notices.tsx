import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { logFailure } from '../../web/api/log-failure.ts'
import { useClient } from '../../web/api/session.ts'
import { useShowNotices } from '../../web/workspace/desktop-notices.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { listNewest } from './notifications.api.ts'

/** Leads, texts and missed calls. The rest can wait. */
const pressing = /^(New contact form submission|New text message|Missed call)/

/** Shows new notifications on the desktop. */
export function NewNotices() {
  const backend = useClient()
  const { data } = useQuery({
    queryKey: [...keys.notifications, 'newest'],
    queryFn: () => listNewest(backend).catch(logFailure('new notifications')),
  })
  const notices = useMemo(
    () =>
      data?.rows
        .filter(({ title }) => pressing.test(title))
        .map(({ id, created_at: at, title, message, contact_id: contactId }) => ({
          id,
          at,
          title,
          body: message,
          contactId,
        })),
    [data],
  )
  useShowNotices(notices)
  return null
}
