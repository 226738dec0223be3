import { useCallback, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useRestoreFocus } from './use-restore-focus.ts'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from './query-client.ts'

/** What is written to the address: null and the empty text take a name out of it. */
export type AddressChanges = Record<string, string | null>

/**
 * The query of the address, where everything lives that a reload or the back button should bring back. A change is a step
 * of its own for the back button, unless `replace` is set.
 */
export function useAddress() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const change = useCallback(
    (changes: AddressChanges, { replace = false } = {}) => {
      // Not from `params`: two changes before the next rendering must both count.
      const next = new URLSearchParams(window.location.search)
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      void navigate({ search: next.toString() }, { replace })
    },
    [navigate],
  )
  return { params, change }
}

/**
 * What is open beside a list, as the address has it under `name`. Once it is closed, the focus is back where it was opened; at
 * `otherwise`, where that is gone or the address had it from the beginning.
 */
export function useSelectedId(name: 'contact' | 'post') {
  const { params, change } = useAddress()
  const open = params.get(name)
  const opener = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!open) opener.current?.focus()
  }, [open])
  // After the effect above.
  const otherwise = useRestoreFocus<HTMLButtonElement>(open !== null)
  return {
    open,
    otherwise,
    openOne: (id: string) => {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
      change({ [name]: id })
    },
    close: () => change({ [name]: null }),
  }
}

/** The open tab, kept in the address, and the function that opens another, which looks whether the role still allows it. */
export function useTab(): [TabId, (tab: TabId) => void] {
  const { params, change } = useAddress()
  const queries = useQueryClient()
  const named = tabIds.find((id) => id === params.get('tab')) ?? 'crm'
  const open = (tab: TabId) => {
    change({ view: null, tab: tab === 'crm' ? null : tab, contact: null, post: null })
    void queries.invalidateQueries({ queryKey: keys.profile })
  }
  return [named, open]
}

/** Pages beside the four tabs, under `?view=`. */
export const viewIds = ['account', 'team', 'templates', 'recycle-bin'] as const
export type ViewId = (typeof viewIds)[number]

/** The page in the place of the tabs; null for the tabs themselves. */
export function useView(): ViewId | null {
  const { params } = useAddress()
  return viewIds.find((id) => id === params.get('view')) ?? null
}

const tabIds = ['crm', 'blog', 'notifications', 'payments'] as const
export type TabId = (typeof tabIds)[number]
