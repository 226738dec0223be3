import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { useIsViewChange } from './page-view.ts'

const DELAY_MS = 100
const REMEMBER_ON = ['scroll', 'click']

/**
 * After a navigation, scrolls smoothly to the top or to the hash target. Back and forward restore the position; reduced motion
 * jumps. A change of view keeps the position.
 */
export function useScrollOnNavigation() {
  const { key, hash, pathname, search } = useLocation()
  const type = useNavigationType()
  const isViewChange = useIsViewChange()
  const positions = useRef(new Map<string, number>())
  const placed = useRef({ key, pathname, search })

  // The visitor may have scrolled before hydration.
  useEffect(() => void positions.current.set(placed.current.key, window.scrollY), [])
  useEffect(restorePositions, [])
  useEffect(() => {
    const remember = ({ type: event, target }: Event) => {
      // Elsewhere, reading the position would have the browser compute the layout of what the click changed.
      if (event === 'click' && !(target instanceof Element && target.closest('a'))) return
      // During a navigation the position may be clamped by a shorter page.
      if (historyKey() === key) positions.current.set(key, window.scrollY)
    }
    // A click can precede the scroll event.
    for (const event of REMEMBER_ON)
      window.addEventListener(event, remember, { passive: true, capture: true })
    return () => {
      for (const event of REMEMBER_ON) window.removeEventListener(event, remember, { capture: true })
    }
  }, [key])

  useEffect(() => {
    // The browser positions a freshly loaded page.
    const before = placed.current
    if (before.key === key) return undefined
    placed.current = { key, pathname, search }
    if (type === NavigationType.Pop) {
      window.scrollTo({ top: positions.current.get(key) ?? 0, behavior: 'instant' })
      return undefined
    }
    if (isViewChange(before)) return undefined
    const timer = setTimeout(() => scrollToTarget(hash), DELAY_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- depends on the navigation that led here
  }, [key, type, hash, pathname, search])
}

/** Restores positions within the document; across loads the browser does it. */
function restorePositions() {
  takeOver()
  window.addEventListener('pagehide', leaveToBrowser)
  window.addEventListener('pageshow', takeOver)
  return () => {
    leaveToBrowser()
    window.removeEventListener('pagehide', leaveToBrowser)
    window.removeEventListener('pageshow', takeOver)
  }
}

/** React Router's key of the history entry; the first entry has none. */
function historyKey(): string {
  const state: unknown = window.history.state
  const key = typeof state === 'object' && state !== null && 'key' in state ? state.key : null
  return typeof key === 'string' ? key : 'default'
}

function takeOver() {
  window.history.scrollRestoration = 'manual'
}

function leaveToBrowser() {
  window.history.scrollRestoration = 'auto'
}

function scrollToTarget(hash: string) {
  const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const behavior = reduced ? 'instant' : 'smooth'
  if (!target) {
    window.scrollTo({ top: 0, behavior })
    return
  }
  target.scrollIntoView({ behavior })
  focusOn(target)
}

/** Focuses a part of the page for keyboard and screen reader users, without scrolling. */
export function focusOn(element: HTMLElement) {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
