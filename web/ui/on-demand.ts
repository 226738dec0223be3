import { useSyncExternalStore } from 'react'

export interface OnDemand<Module> {
  fetch: () => Promise<void>
  /** The module, or undefined until it is fetched. */
  use: () => Module | undefined
}

/** A module that is fetched when it is first needed. Once it is there, components that need it render it at once. */
export function onDemand<Module>(load: () => Promise<Module>): OnDemand<Module> {
  let fetched: Module | undefined
  const watchers = new Set<() => void>()
  const watch = (changed: () => void) => {
    watchers.add(changed)
    return () => watchers.delete(changed)
  }
  return {
    fetch: async () => {
      if (fetched !== undefined) return
      fetched = await load()
      for (const changed of watchers) changed()
    },
    use: () =>
      useSyncExternalStore(
        watch,
        () => fetched,
        () => undefined,
      ),
  }
}
