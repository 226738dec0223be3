import { useEffect, useState, useSyncExternalStore } from 'react'

/**
 * The services page starts at its top whenever it is loaded. A page that was just opened is there already, and whoever reads
 * on before scripts have started is left alone, as is whoever comes back to its tab.
 */
export function useStartAtTop() {
  const hydrating = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )
  const [cameWithDocument] = useState(hydrating)
  useEffect(() => {
    if (!cameWithDocument || positionRestored()) toTop()
  }, [cameWithDocument])
  useEffect(() => {
    window.addEventListener('pagehide', toTop)
    return () => window.removeEventListener('pagehide', toTop)
  }, [])
}

/** Reloads and returns through the history bring back where the visitor was. */
function positionRestored(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate')
}

function toTop() {
  window.scrollTo({ top: 0, behavior: 'instant' })
}

function neverChanges() {
  return () => undefined
}
