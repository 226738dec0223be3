import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listContacts, listServiceRequests, type ContactQuery } from '../../backend/contacts.ts'
import { useBackend } from '../../session/session.ts'
import { useToast } from '../../ui/toast.tsx'
import { nextRow } from '../shell/next-row.ts'
import { logFailure } from '../shell/log-failure.ts'
import { keys } from '../shell/query-client.ts'

/** The contacts that match, page by page. A failure is told once in a toast and stays visible in the list. */
export function useContacts(query: ContactQuery) {
  const backend = useBackend()
  const toast = useToast()
  const contacts = useInfiniteQuery({
    queryKey: [...keys.contacts, 'list', query],
    queryFn: ({ pageParam }) => listContacts(backend, query, pageParam),
    initialPageParam: 0,
    getNextPageParam: nextRow,
    placeholderData: keepPreviousData,
  })
  const { error } = contacts
  useEffect(() => {
    if (error) toast({ kind: 'destructive', title: 'Error', text: 'Failed to fetch contacts' })
  }, [error, toast])
  return contacts
}

/** The services the filter offers: those that some contact asked for. */
export function useServiceRequests(): string[] {
  const backend = useBackend()
  const { data } = useQuery({
    queryKey: keys.services,
    queryFn: () => listServiceRequests(backend).catch(logFailure('services')),
    staleTime: 300_000,
  })
  return data ?? []
}
