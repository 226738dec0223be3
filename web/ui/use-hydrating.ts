import { useSyncExternalStore } from 'react'

/** Whether React is taking over markup of the server, so the component came with the document. */
export function useHydrating(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )
}

function neverChanges() {
  return () => undefined
}
