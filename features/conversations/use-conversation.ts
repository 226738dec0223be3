import { useInfiniteQuery, useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { findTextable } from '../consent/consent.api.ts'
import { listThread, markTextsSeen } from './conversations.api.ts'
import { useClient } from '../../web/api/session.ts'
import { nextRow } from '../../web/workspace/use-restore-focus.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useEffect } from 'react'
import { logFailure } from '../../web/api/log-failure.ts'
import { useUnseenTexts } from './unread-badge.tsx'

/** Whether a contact may be texted now; asked again when a reply ends being allowed. */
export function useTextable(id: string | null) {
  const backend = useClient()
  return useQuery({
    queryKey: [...keys.contacts, 'textable', id],
    queryFn: () => (id === null ? null : findTextable(backend, id)),
    refetchInterval: ({ state }) => millisecondsUntil(state.data?.until ?? null),
  })
}

/** At least a second and at most an hour, for clocks that differ; false for no end. */
function millisecondsUntil(moment: string | null): number | false {
  if (moment === null) return false
  return Math.min(Math.max(Date.parse(moment) - Date.now(), 1_000), 3_600_000)
}

/** Everything that happened with a contact, newest first, page by page. */
export function useThread(contactId: string) {
  const backend = useClient()
  return useInfiniteQuery({
    queryKey: [...keys.timeline, contactId],
    queryFn: ({ pageParam }) => listThread(backend, contactId, pageParam),
    initialPageParam: 0,
    getNextPageParam: nextRow,
  })
}

/** Marks incoming texts as seen while the conversation is open in a visible tab. */
export function useMarkSeen(contactId: string): void {
  const backend = useClient()
  const queries = useQueryClient()
  const unseen = useUnseenTexts(contactId)
  const { mutate } = useMutation({
    mutationFn: () => markTextsSeen(backend, contactId).catch(logFailure('seen texts')),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.logs }),
  })
  useEffect(() => {
    if (unseen === 0) return undefined
    const look = () => {
      if (document.visibilityState === 'visible') mutate()
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [unseen, mutate])
}
