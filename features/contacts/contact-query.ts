import { useMemo } from 'react'
import { contactSorts, defaultDirection } from './contact-sort.ts'
import { contactStatuses } from '../../db/row-types.ts'
import type { ContactQuery } from './contacts.api.ts'
import { useAddress, type AddressChanges } from '../../web/workspace/url-state.ts'

/** Search, filters and order of the contact list, from the URL. Default: newest first. */
export function useContactQuery(): [ContactQuery, (changes: AddressChanges) => void] {
  const { params, change } = useAddress()
  const search = params.get('q') ?? ''
  const status = contactStatuses.find((known) => known === params.get('status')) ?? null
  const service = params.get('service')
  const sort = contactSorts.find((known) => known === params.get('sort')) ?? 'created_at'
  const direction = ['asc', 'desc'].find((known) => known === params.get('dir')) ?? defaultDirection(sort)
  const ascending = direction === 'asc'
  const query = useMemo(
    () => ({ search, status, service, sort, ascending }),
    [search, status, service, sort, ascending],
  )
  return [query, (changes) => change(changes, { replace: true })]
}
