import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { findNewestContacts } from './contacts.api.ts'
import type { ContactRow } from '../../db/row-types.ts'
import { useClient } from '../../web/api/session.ts'
import { logFailure } from '../../web/api/log-failure.ts'
import { keys } from '../../web/workspace/query-client.ts'

/** Milliseconds after the last keystroke. */
const DEBOUNCE_MS = 120
/** A single letter matches too many contacts to be useful. */
const MIN_LETTERS = 2
const MAX_RESULTS = 8

/** The newest contacts that match the input, debounced. */
export function useContactSearch(typed: string): ContactRow[] {
  const backend = useClient()
  const search = useDebouncedValue(typed.trim())
  const enough = search.length >= MIN_LETTERS && typed.trim().length >= MIN_LETTERS
  const { data } = useQuery({
    queryKey: [...keys.contacts, 'found', search],
    queryFn: () => findNewestContacts(backend, search, MAX_RESULTS).catch(logFailure('contacts')),
    placeholderData: keepPreviousData,
    enabled: enough,
  })
  return enough ? (data ?? []) : []
}

/** Returns `value` after it has not changed for DEBOUNCE_MS. */
function useDebouncedValue(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
