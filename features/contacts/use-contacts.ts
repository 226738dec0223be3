import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Backend } from '../../web/api/client.ts'
import { parseContactQuery, type ContactQuery } from './contact-query.ts'
import { listContacts, listServiceRequests } from './contacts.api.ts'
import { useClient } from '../../web/api/session.ts'
import { logFailure } from '../../web/api/log-failure.ts'
import { PAGE_CACHE_MS } from '../../web/workspace/list-scroll.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { useAddress, type AddressChanges } from '../../web/workspace/url-state.ts'

/** The query in the URL, and a function that changes its parameters. */
export function useContactQuery(): [ContactQuery, (changes: AddressChanges) => void] {
  const { params, change } = useAddress()
  const query = useMemo(() => parseContactQuery(params), [params])
  return [query, (changes) => change(changes, { replace: true })]
}

/** The first page of matching contacts with their total. Shows a toast on failure. */
export function useContacts(query: ContactQuery) {
  const backend = useClient()
  const fail = useFailureToast()
  const contacts = useQuery({ ...pageQuery(backend, query, 0), placeholderData: keepPreviousData })
  const { error } = contacts
  useEffect(() => {
    if (error) fail('Failed to fetch contacts', error)
  }, [error, fail])
  return contacts
}

/** The total is part of the key: pages in the second half are counted from the end. */
export function pageQuery(backend: Backend, query: ContactQuery, from: number, total?: number) {
  return {
    queryKey: [...keys.contacts, 'list', query, from, total],
    queryFn: ({ signal }: { signal: AbortSignal }) => listContacts(backend, query, from, { total, signal }),
    gcTime: PAGE_CACHE_MS,
  }
}

/** Services that at least one contact asked for; options of the filter. */
export function useServiceRequests(): string[] {
  const backend = useClient()
  const { data } = useQuery({
    queryKey: keys.services,
    queryFn: () => listServiceRequests(backend).catch(logFailure('services')),
    staleTime: 300_000,
  })
  return data ?? []
}

/** Invalidates every query that shows contacts. */
export function refreshContacts(queries: QueryClient) {
  for (const queryKey of [keys.contacts, keys.stats, keys.services, keys.timeline])
    void queries.invalidateQueries({ queryKey })
}
