import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

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
