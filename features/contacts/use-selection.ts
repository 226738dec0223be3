import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useClient } from '../../web/api/session.ts'
import { PAGE_SIZE } from '../../db/row-types.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { MAX_CHOSEN } from './contact-bulk.ts'
import { toContactParams, type ContactQuery } from './contact-query.ts'
import type { ChosenContacts } from './contacts.api.ts'
import { pageQuery, useContactQuery, useContacts } from './use-contacts.ts'

interface State {
  /** The filters it was made with; others select nothing. */
  filters: string
  /** All contacts of the query, except `ids`. */
  all: boolean
  ids: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

export interface Selection {
  count: number
  /** All that match the query. */
  total: number
  all: boolean
  has: (id: string) => boolean
  /** Selects or clears the row at `index`, or with `range` all rows from the one before. */
  toggle: (id: string, index: number, range: boolean) => void
  selectRows: (ids: readonly string[]) => void
  selectAll: () => void
  clear: () => void
  /** What the server needs to find the selected contacts. */
  chosen: () => ChosenContacts
}

/** The selected contacts of the current query. */
export function useSelection(): Selection {
  const [query] = useContactQuery()
  const total = useContacts(query).data?.total ?? 0
  const filters = JSON.stringify([query.search, query.filters])
  const [state, setState] = useState<State>({ filters, all: false, ids: none })
  const anchor = useRef<number>(null)
  const { all, ids } = withFilters(state, filters)
  /** What was chosen last. A row is selected in a transition, so this may render later. */
  const latestState = useRef(state)
  const choose = useCallback(
    (next: State) => {
      latestState.current = next
      setState(next)
    },
    [setState],
  )
  const findIds = useRangeIds(query, total)
  const toast = useToast()

  const set = useCallback(
    (next: ReadonlySet<string>) => {
      if (next.size <= MAX_CHOSEN) choose({ ...withFilters(latestState.current, filters), ids: next })
      else
        toast({
          kind: 'destructive',
          title: 'Too many contacts',
          text: `At most ${MAX_CHOSEN} contacts can be selected one by one. Use "Select all".`,
        })
    },
    [filters, choose, toast],
  )
  const change = async (id: string, index: number, range: boolean) => {
    const from = range ? anchor.current : null
    anchor.current = index
    const changed = from === null ? [id] : await findIds(Math.min(from, index), Math.max(from, index) + 1)
    const before = withFilters(latestState.current, filters)
    const select = before.ids.has(id) === before.all
    const next = new Set(before.ids)
    for (const each of changed) {
      if (select === before.all) next.delete(each)
      else next.add(each)
    }
    set(next)
  }
  const latest = useRef(change)
  useEffect(() => {
    latest.current = change
  })
  // One function for all renders: otherwise each change would render all rows.
  const toggle = useCallback<Selection['toggle']>((...row) => void latest.current(...row), [])
  return useMemo(
    () => ({
      count: all ? Math.max(0, total - ids.size) : ids.size,
      total,
      all,
      has: (id) => all !== ids.has(id),
      toggle,
      selectRows: (rows) => set(new Set(rows)),
      selectAll: () => choose({ filters, all: true, ids: none }),
      clear: () => {
        anchor.current = null
        choose({ filters, all: false, ids: none })
      },
      chosen: () =>
        all ? { query: toContactParams(query).toString(), except: [...ids], total } : { ids: [...ids] },
    }),
    [query, filters, total, all, ids, toggle, set, choose],
  )
}

function withFilters(state: State, filters: string): State {
  return state.filters === filters ? state : { filters, all: false, ids: none }
}

/** Finds the ids of a range of rows, which need not be loaded. */
function useRangeIds(query: ContactQuery, total: number) {
  const backend = useClient()
  const queries = useQueryClient()
  const fail = useFailureToast()
  return useCallback(
    async (from: number, to: number): Promise<string[]> => {
      const first = Math.floor(from / PAGE_SIZE) * PAGE_SIZE
      const last = Math.min(to, first + MAX_CHOSEN + PAGE_SIZE)
      const starts = Array.from(
        { length: Math.ceil((last - first) / PAGE_SIZE) },
        (_, n) => first + n * PAGE_SIZE,
      )
      try {
        const pages = await Promise.all(
          starts.map((start) =>
            queries.ensureQueryData(pageQuery(backend, query, start, start === 0 ? undefined : total)),
          ),
        )
        return pages.flatMap(({ rows }) => rows.map(({ id }) => id)).slice(from - first, to - first)
      } catch (error) {
        fail('Failed to fetch contacts', error)
        return []
      }
    },
    [backend, queries, fail, query, total],
  )
}
