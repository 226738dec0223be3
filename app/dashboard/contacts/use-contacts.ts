import { keepPreviousData, useQueries, useQuery, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ContactRow } from '../../../shared/rows.ts'
import type { Backend } from '../../backend/client.ts'
import { listContacts, listServiceRequests, type ContactQuery } from '../../backend/contacts.ts'
import { PAGE_SIZE } from '../../backend/page-of-rows.ts'
import { useBackend } from '../../session/session.ts'
import { useToast } from '../../ui/toast.tsx'
import { logFailure } from '../shell/log-failure.ts'
import { keys } from '../shell/query-client.ts'

/** The rows of the list that are to be seen, by their place. */
export interface ShownRange {
  first: number
  last: number
}

/** How long pages that are out of sight are kept, in milliseconds. */
const KEPT_MS = 60_000

/** The first of the contacts that match, and how many there are. A failure is told in a toast and stays in the list. */
export function useContacts(query: ContactQuery) {
  const backend = useBackend()
  const toast = useToast()
  const contacts = useQuery({ ...pageQuery(backend, query, 0), placeholderData: keepPreviousData })
  const { error } = contacts
  useEffect(() => {
    if (error) toast({ kind: 'destructive', title: 'Error', text: 'Failed to fetch contacts' })
  }, [error, toast])
  return contacts
}

/** Gives each contact by its place in the list: the pages in sight are there or on their way, the others are not. */
export function useRowAt(query: ContactQuery, total: number, { first, last }: ShownRange) {
  const backend = useBackend()
  const starts = pagesOf(first, Math.min(last, total - 1))
  const pages = useQueries({
    queries: starts.map((from) => pageQuery(backend, query, from, total)),
    combine: (results) => new Map(results.map((result, place) => [starts[place], result.data?.rows])),
  })
  return (index: number): ContactRow | undefined => pages.get(pageOf(index))?.[index % PAGE_SIZE]
}

/** Where the pages of these rows begin. The first page is always there. */
function pagesOf(first: number, last: number): number[] {
  const starts: number[] = []
  for (let from = Math.max(PAGE_SIZE, pageOf(first)); from <= last; from += PAGE_SIZE) starts.push(from)
  return starts
}

function pageOf(index: number): number {
  return Math.floor(index / PAGE_SIZE) * PAGE_SIZE
}

/** The total is part of a page's name: near the end, places are counted from there. */
function pageQuery(backend: Backend, query: ContactQuery, from: number, total?: number) {
  return {
    queryKey: [...keys.contacts, 'list', query, from, total],
    queryFn: ({ signal }: { signal: AbortSignal }) => listContacts(backend, query, from, { total, signal }),
    gcTime: KEPT_MS,
  }
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

/** What shows a contact has to be read again. */
export function refreshContacts(queries: QueryClient) {
  for (const queryKey of [keys.contacts, keys.stats, keys.services, keys.timeline])
    void queries.invalidateQueries({ queryKey })
}
