import { startTransition, StrictMode, useEffect, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

/** Signals the inline script (`web/start-page.js`) that React has hydrated. */
function Started({ children }: { children: ReactNode }) {
  useEffect(() => {
    window.dispatchEvent(new Event('page-started'))
  }, [])
  return children
}

// This module loads after the first paint.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Started>
        <HydratedRouter />
      </Started>
    </StrictMode>,
  )
})
