import { useEffect, useState, useSyncExternalStore } from 'react'

/**
 * The services page always starts at its top: on loading, on unloading and when its tab becomes visible again.
 * A page that was just opened is there already, and whoever reads on before scripts have started is left alone.
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
    const onVisibility = () => {
      if (document.visibilityState === 'visible') toTop()
    }
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', toTop)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', toTop)
    }
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
