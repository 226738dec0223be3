import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { afterFrame } from './after-frame.ts'
import { useRestoreFocus } from './use-restore-focus.ts'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from './query-client.ts'

export const tabIds = ['crm', 'blog', 'notifications', 'payments'] as const
export type TabId = (typeof tabIds)[number]

/** URL parameters to change: null and the empty string remove one. */
export type AddressChanges = Record<string, string | null>

/** The query of a navigation that the router has not finished. */
let underWay: string | null = null
const comingChanged = new EventTarget()

function setUnderWay(search: string | null): void {
  underWay = search
  comingChanged.dispatchEvent(new Event('change'))
}

/**
 * A URL parameter as of the last key or click. What it opens may take a while to render; by this, the first frame shows what was
 * chosen.
 */
export function useComingParam(name: string): string | null {
  return useSyncExternalStore(watchComing, () =>
    new URLSearchParams(underWay ?? window.location.search).get(name),
  )
}

function watchComing(tell: () => void): () => void {
  comingChanged.addEventListener('change', tell)
  window.addEventListener('popstate', tell)
  return () => {
    comingChanged.removeEventListener('change', tell)
    window.removeEventListener('popstate', tell)
  }
}

/**
 * The URL query, which holds all state that survives a reload or the back button. A change adds a history entry unless `replace`
 * is set.
 */
export function useAddress() {
  const [params] = useSearchParams()
  return { params, change: useChangeAddress() }
}

/** The function that changes the URL query, for parts that need not render again with it. */
export function useChangeAddress() {
  const navigate = useNavigate()
  return useCallback(
    (changes: AddressChanges, { replace = false } = {}) => {
      // Two changes must both apply, even if the router has not finished the first.
      const next = new URLSearchParams(underWay ?? window.location.search)
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      const search = next.toString()
      const atOnce = replace && underWay === null
      setUnderWay(search)
      const finished = () => {
        if (underWay === search) setUnderWay(null)
      }
      const go = () => void Promise.resolve(navigate({ search }, { replace })).then(finished, finished)
      // The browser takes milliseconds for a new history entry: the frame that shows what was chosen comes first.
      if (atOnce) go()
      else afterFrame(go)
    },
    [navigate],
  )
}

/** Closes the forms of a record and, on narrow screens, its details. */
export const closedRecord: AddressChanges = { edit: null, step: null, consent: null, pane: null }

/**
 * The id opened beside a list, from URL parameter `name`. Closing returns the focus to the opener, or to `otherwise` if the opener is
 * gone or the page was loaded with the id.
 */
export function useSelectedId(name: 'contact' | 'post') {
  const { params, change } = useAddress()
  const open = params.get(name)
  const opener = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!open) opener.current?.focus()
  }, [open])
  // Must run after the effect above.
  const otherwise = useRestoreFocus<HTMLButtonElement>(open !== null)
  return {
    open,
    otherwise,
    openOne: (id: string, edit = false) => {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
      change({ ...closedRecord, [name]: id, ...(edit ? { edit: '1', pane: 'details' } : {}) })
    },
    close: () => change({ ...closedRecord, [name]: null }),
  }
}

/** The open tab, kept in the URL, and a function to open another, which also rechecks the role. */
export function useTab(): [TabId, (tab: TabId) => void] {
  const { params, change } = useAddress()
  const queries = useQueryClient()
  const named = tabIds.find((id) => id === params.get('tab')) ?? 'crm'
  const open = (tab: TabId) => {
    change({ ...closedRecord, view: null, tab: tab === 'crm' ? null : tab, contact: null, post: null })
    void queries.invalidateQueries({ queryKey: keys.profile })
  }
  return [named, open]
}

/** Views in place of the tabs, under `?view=`. */
export const viewIds = [
  'account',
  'team',
  'results',
  'bookings',
  'templates',
  'recycle-bin',
  'texting',
] as const
export type ViewId = (typeof viewIds)[number]

/** The current view; null for the tabs. */
export function useView(): ViewId | null {
  const { params } = useAddress()
  return viewIds.find((id) => id === params.get('view')) ?? null
}

/** Lists of the first tab, under `?list=`. */
export const listIds = ['waiting', 'today', 'contacts', 'phone'] as const
export type ListId = (typeof listIds)[number]

/** The current list of the first tab. */
export function useList(): ListId {
  return parseList(useAddress().params.get('list'))
}

/** The list that was chosen last, which may still render. */
export function useComingList(): ListId {
  return parseList(useComingParam('list'))
}

function parseList(named: string | null): ListId {
  return listIds.find((id) => id === named) ?? 'waiting'
}
