import { useSyncExternalStore } from 'react'

const load = async () => ({
  ...(await import('./menu-popup.tsx')),
  ...(await import('./alert-popup.tsx')),
  ...(await import('./confirm-popup.tsx')),
  ...(await import('./modal-popup.tsx')),
})

let fetched: Awaited<ReturnType<typeof load>> | undefined
const watchers = new Set<() => void>()

/** Menus and dialogs, with the code that places them and keeps the focus in them. The first screen does not need them. */
export const popups = {
  fetch: async (): Promise<void> => {
    if (fetched !== undefined) return
    fetched = await load()
    for (const changed of watchers) changed()
  },
  /** Undefined until they are fetched. */
  use: () =>
    useSyncExternalStore(
      watch,
      () => fetched,
      () => undefined,
    ),
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}
