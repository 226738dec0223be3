import { startTransition, StrictMode, useEffect, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

/** Tells the page's own script (`start/start-page.js`) that React has taken over. */
function Started({ children }: { children: ReactNode }) {
  useEffect(() => {
    window.dispatchEvent(new Event('page-started'))
  }, [])
  return children
}

// Loaded after the page has been painted.
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
