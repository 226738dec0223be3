import { STORED_SESSION } from '../api/stored-session.ts'
import { keepOrigin } from '../site/visit-origin.ts'

declare global {
  interface Document {
    /** True while the browser prerenders a page that is not open yet. */
    prerendering?: boolean
  }
}

/** Remembers what led to the visit, and counts the page by its path alone, once it is shown. */
export function noteVisit(): void {
  if (document.prerendering) document.addEventListener('prerenderingchange', noteView, { once: true })
  else noteView()
}

/** Counts a click on a phone number by the page it is on. */
export function noteCall({ target }: MouseEvent): void {
  if (target instanceof Element && target.closest('a[href^="tel:"]')) count(`call ${location.pathname}`)
}

function noteView(): void {
  try {
    keepOrigin()
  } catch {
    // Storage may be blocked. Then a form says nothing about the visit.
  }
  count(location.pathname)
}

/** Staff are left out. The beacon works behind a cache, too, and fails silently. */
function count(what: string): void {
  try {
    if (!localStorage.getItem(STORED_SESSION)) navigator.sendBeacon('/functions/v1/count-page', what)
  } catch {
    // Without storage it is not known whether staff is reading.
  }
}
