import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { STORED_SESSION } from '../api/stored-session.ts'
import { keepOrigin } from './visit-origin.ts'

declare global {
  interface Document {
    /** True while the browser renders a page that nobody has opened yet. */
    prerendering?: boolean
  }
}

/** Remembers what led to the visit, and counts each page by its path alone. Prerendered pages count once they are shown. */
export function useVisit() {
  const { pathname } = useLocation()
  useEffect(() => {
    const note = () => noteView(pathname)
    if (document.prerendering) document.addEventListener('prerenderingchange', note, { once: true })
    else note()
  }, [pathname])
}

function noteView(path: string) {
  try {
    keepOrigin()
    // Staff are left out. The beacon works behind a cache, too, and fails silently.
    if (!localStorage.getItem(STORED_SESSION)) navigator.sendBeacon('/functions/v1/count-page', path)
  } catch {
    // Storage may be blocked. Then a form says nothing about the visit, and the view is not counted.
  }
}
