import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { focusOn, useScrollOnNavigation } from './scroll-restoration.ts'
import { useIsViewChange } from './page-view.ts'
import { useFollowedLinks } from './navigator.ts'

/** Follows links without a page load, and does what one would do: scroll, move the focus, announce the title. */
export function NavigationEffects() {
  useFollowedLinks()
  useRouteStylesheets()
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- judges the navigation that brought this address
  }, [pathname, search, hash])
  return title
}

/** A search that is sent with Enter leaves the reader in its field. */
function staysInField(samePage: boolean): boolean {
  return samePage && document.activeElement instanceof HTMLInputElement
}

/**
 * Takes the style sheets that came inside the first page (`server/pages/style-sheets.ts`) away with the link that stands for
 * each, when the router leaves the part of the site that needs it. For a component that is rendered at every navigation.
 */
function useRouteStylesheets() {
  useEffect(() => {
    for (const sheet of document.querySelectorAll<HTMLStyleElement>('style[data-sheet]')) {
      if (!document.querySelector(`link[href="${sheet.dataset['sheet']}"]`)) sheet.remove()
    }
  })
}
