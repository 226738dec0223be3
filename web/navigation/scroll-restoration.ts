import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { useIsViewChange } from './page-view.ts'

const DELAY_MS = 100
const REMEMBER_ON = ['scroll', 'click']

/**
 * After a navigation the page scrolls smoothly to the top, or to the part named by the address's hash.
 * Back and forward return to where the visitor was; reduced motion jumps instead of gliding. A change of view alone leaves
 * the page where it is.
 */
export function useScrollOnNavigation() {
  const { key, hash, pathname, search } = useLocation()
  const type = useNavigationType()
  const isViewChange = useIsViewChange()
  const positions = useRef(new Map<string, number>())
  const placed = useRef({ key, pathname, search })

  // The visitor may have scrolled before React started.
  useEffect(() => void positions.current.set(placed.current.key, window.scrollY), [])
  useEffect(keepPositionsOurselves, [])
  useEffect(() => {
    const remember = () => {
      // In the middle of a navigation the scroll belongs to neither page: a shorter one cuts it off.
      if (historyKey() === key) positions.current.set(key, window.scrollY)
    }
    // A press may come before the browser has told of the last scroll.
    for (const event of REMEMBER_ON)
      window.addEventListener(event, remember, { passive: true, capture: true })
    return () => {
      for (const event of REMEMBER_ON) window.removeEventListener(event, remember, { capture: true })
    }
  }, [key])

  useEffect(() => {
    // The browser places a freshly loaded page by itself.
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- judges the navigation that brought this address
  }, [key, type, hash, pathname, search])
}

/** Within the page we restore positions; across loads (reload, leaving and coming back) the browser does. */
function keepPositionsOurselves() {
  takeOver()
  window.addEventListener('pagehide', leaveToBrowser)
  window.addEventListener('pageshow', takeOver)
  return () => {
    leaveToBrowser()
    window.removeEventListener('pagehide', leaveToBrowser)
    window.removeEventListener('pageshow', takeOver)
  }
}

/** The key React Router keeps with the browser's own history entry; the first entry of a visit has none. */
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

/** Moves the focus to a part of the page, so that the keyboard and screen readers go on from there. Nothing scrolls. */
export function focusOn(element: HTMLElement) {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
