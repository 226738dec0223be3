import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { STORED_SESSION } from '../api/stored-session.ts'
import { keepOrigin } from './visit-origin.ts'

declare global {
  interface Document {
    /** True while the browser prerenders a page that is not open yet. */
    prerendering?: boolean
  }
}

/**
 * Remembers what led to the visit, and counts each page, and each click on a phone number, by the page's path alone. Prerendered pages
 * count once they are shown.
 */
export function useVisit() {
  const { pathname } = useLocation()
  useEffect(() => {
    const note = () => noteView(pathname)
    if (document.prerendering) document.addEventListener('prerenderingchange', note, { once: true })
    else note()
  }, [pathname])
  useEffect(() => {
    document.addEventListener('click', noteCall)
    return () => document.removeEventListener('click', noteCall)
  }, [])
}

function noteCall({ target }: Event) {
  if (target instanceof Element && target.closest('a[href^="tel:"]')) count(`call ${location.pathname}`)
}

function noteView(path: string) {
  try {
    keepOrigin()
  } catch {
    // Storage may be blocked. Then a form says nothing about the visit.
  }
  count(path)
}

/** Staff are left out. The beacon works behind a cache, too, and fails silently. */
function count(what: string) {
  try {
    if (!localStorage.getItem(STORED_SESSION)) navigator.sendBeacon('/functions/v1/count-page', what)
  } catch {
    // Without storage it is not known whether staff is reading.
  }
}
