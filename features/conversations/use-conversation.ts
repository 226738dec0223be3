import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { findTextable, listConversation } from './conversations.api.ts'
import { useBackend } from '../../web/api/session.ts'
import { nextRow } from '../../web/workspace/next-row.ts'
import { keys } from '../../web/workspace/query-client.ts'

/** The contact whose conversation is open, as it is now. */
export function useTextable(id: string | null) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...keys.contacts, 'textable', id],
    queryFn: () => (id === null ? null : findTextable(backend, id)),
  })
}

/** The texts and calls with a contact, newest first, page by page. */
export function useConversation(contactId: string) {
  const backend = useBackend()
  return useInfiniteQuery({
    queryKey: [...keys.logs, 'with', contactId],
    queryFn: ({ pageParam }) => listConversation(backend, contactId, pageParam),
    initialPageParam: 0,
    getNextPageParam: nextRow,
  })
}
