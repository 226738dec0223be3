import { useEffect, useRef } from 'react'
import { useAddress } from './url-state.ts'
import { useFocusBack } from './use-restore-focus.ts'

/**
 * What is open beside a list, as the address has it under `name`. Once it is closed, the focus is back where it was opened; at
 * `otherwise`, where that is gone or the address had it from the beginning.
 */
export function useOpened(name: 'contact' | 'post') {
  const { params, change } = useAddress()
  const open = params.get(name)
  const opener = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!open) opener.current?.focus()
  }, [open])
  // After the effect above.
  const otherwise = useFocusBack<HTMLButtonElement>(open !== null)
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
