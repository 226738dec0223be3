import { STORED_SESSION } from '../api/stored-session.ts'
import { keepOrigin } from '../site/visit-origin.ts'
import brandFonts from '../styles/brand-fonts.css?url'
import { measureAfterInput } from './analytics.ts'
import { copyOnClick } from './copy.ts'
import { followLink, forgetLoading } from './links.ts'
import { scrollSmoothlyWithin, scrollToOpened, showTopButton, startAtTop } from './scroll.ts'

let goesBack = false

/** What a public page does with scripts, beyond its links, forms and native controls. */
export function enhancePage(): void {
  for (const onClick of [
    goBack,
    copyOnClick,
    followLink,
    pressDialog,
    scrollToOpened,
    scrollSmoothlyWithin,
    noteCall,
  ]) {
    document.addEventListener('click', onClick)
  }
  addEventListener('pagehide', closeDialogs)
  addEventListener('pageshow', () => {
    goesBack = false
    forgetLoading()
  })
  loadBrandFonts()
  revealInView('.reveal, .reveal-item', 0.1)
  revealInView('.curve', 0.4)
  showTopButton()
  startAtTop()
  closeMenuOnWideScreens()
  replaceFailedPictures()
  document.querySelector<HTMLElement>('[data-takes-focus]')?.focus()
  noteVisit()
  measureAfterInput()
}

/** The way back of the 404 page. A tab opened on it has no history, so the link leads home. */
function goBack(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('[data-goes-back]') : null
  if (!link || history.length === 1) return
  event.preventDefault()
  if (!goesBack) history.back()
  goesBack = true
}

const OPENS_ITSELF = 'command' in HTMLButtonElement.prototype

/** A click on the scrim closes a dialog. Browsers without invoker commands open one by its button here. */
function pressDialog({ target }: MouseEvent): void {
  if (target instanceof HTMLDialogElement && target.matches('.dialog')) target.close()
  const button = target instanceof Element && !OPENS_ITSELF ? target.closest('[commandfor]') : null
  const dialog = button && document.getElementById(button.getAttribute('commandfor') ?? '')
  if (dialog instanceof HTMLDialogElement) dialog.showModal()
}

/** Closes what would still be open when the visitor comes back, and the menu when the window outgrows it. */
function closeDialogs(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close()
}

function closeMenuOnWideScreens(): void {
  const menu = document.querySelector<HTMLDialogElement>('dialog#menu')
  matchMedia('(min-width: 768px)').addEventListener('change', () => menu?.close())
}

/**
 * Loads the brand's fonts once the page is on screen. On slow phones everything arrives long before the first paint, and more
 * requests would delay it. The second frame is the first one after the images of the page.
 */
function loadBrandFonts(): void {
  new PerformanceObserver((_, observer) => {
    observer.disconnect()
    requestAnimationFrame(() => requestAnimationFrame(addSheet))
  }).observe({ type: 'paint', buffered: true })
}

function addSheet(): void {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: brandFonts }))
}

/**
 * Sets `data-reveal` of sections below the fold to `waiting`, then to `shown` once `threshold` of one is in view. Sections on
 * screen at the start are visible at once; without a script, all are.
 */
function revealInView(selector: string, threshold: number): void {
  // The observer measures without a forced layout.
  const first = new IntersectionObserver((entries) => {
    for (const { target, boundingClientRect, rootBounds } of entries) {
      first.unobserve(target)
      const height = rootBounds?.height ?? innerHeight
      if (!(target instanceof HTMLElement) || boundingClientRect.top <= height) continue
      target.dataset['reveal'] = 'waiting'
      // A section much taller than the screen could never reach the threshold.
      showOnce(target, Math.min(threshold, (height * 0.5) / boundingClientRect.height))
    }
  })
  for (const section of document.querySelectorAll(selector)) first.observe(section)
}

function showOnce(section: HTMLElement, threshold: number): void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      section.dataset['reveal'] = 'shown'
      observer.disconnect()
    },
    { threshold },
  )
  observer.observe(section)
}

/** Shows the alternative next to a picture in `data-may-fail`. */
function replaceFailedPictures(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>('[data-may-fail] img')) {
    const replace = () => {
      for (const part of image.closest('[data-may-fail]')?.children ?? []) part.toggleAttribute('hidden')
    }
    if (image.complete && image.naturalWidth === 0) replace()
    else image.addEventListener('error', replace, { once: true })
  }
}

/** Counts a click on a phone number by the page it is on. */
function noteCall({ target }: MouseEvent): void {
  if (target instanceof Element && target.closest('a[href^="tel:"]')) count(`call ${location.pathname}`)
}

/** Remembers what led to the visit, and counts the page by its path alone. A prerendered page gets here once it is shown. */
function noteVisit(): void {
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
