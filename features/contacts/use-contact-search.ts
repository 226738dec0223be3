import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { findNewestContacts } from './contacts.api.ts'
import type { ContactRow } from '../../db/row-types.ts'
import { useClient } from '../../web/api/session.ts'
import { logFailure } from '../../web/api/log-failure.ts'
import { keys } from '../../web/workspace/query-client.ts'

/** How long typing may pause before the database is asked, in milliseconds. */
const PAUSE_MS = 120
/** A single letter finds half of everybody. */
const FEWEST_LETTERS = 2
const SHOWN = 8

/** The newest contacts that what was typed finds. */
export function useFoundContacts(typed: string): ContactRow[] {
  const backend = useClient()
  const search = useSettled(typed.trim())
  const enough = search.length >= FEWEST_LETTERS && typed.trim().length >= FEWEST_LETTERS
  const { data } = useQuery({
    queryKey: [...keys.contacts, 'found', search],
    queryFn: () => findNewestContacts(backend, search, SHOWN).catch(logFailure('contacts')),
    placeholderData: keepPreviousData,
    enabled: enough,
  })
  return enough ? (data ?? []) : []
}

/** A value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
