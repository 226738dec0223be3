import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { focusOn, useScrollOnNavigation } from './scroll-restoration.ts'
import { useIsViewChange } from './page-view.ts'
import { useFollowedLinks } from './navigator.ts'

/** Client-side navigation with its side effects: scrolling, focus and the announced title. */
export function NavigationEffects() {
  useFollowedLinks()
  useScrollOnNavigation()
  const announcement = useAnnouncedTitle()
  return (
    <div className="visually-hidden" aria-live="polite" aria-atomic="true">
      {announcement}
    </div>
  )
}

function useAnnouncedTitle(): string {
  const { pathname, search, hash } = useLocation()
  const isViewChange = useIsViewChange()
  const previous = useRef({ pathname, search })
  const [title, setTitle] = useState('')
  useEffect(() => {
    const before = previous.current
    if (before.pathname === pathname && before.search === search) return
    previous.current = { pathname, search }
    if (isViewChange(before)) return
    setTitle(document.title)
    const heading = document.querySelector<HTMLElement>('main h1')
    if (hash === '' && heading && !staysInField(before.pathname === pathname)) focusOn(heading)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- depends on the navigation that led here
  }, [pathname, search, hash])
  return title
}

/** A search submitted with Enter keeps the focus in its field. */
function staysInField(samePage: boolean): boolean {
  return samePage && document.activeElement instanceof HTMLInputElement
}
