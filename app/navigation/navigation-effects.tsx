import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { focusOn } from './focus-on.ts'
import { useFollowedLinks } from './use-followed-links.ts'
import { useScrollOnNavigation } from './use-scroll-on-navigation.ts'
import { useSheetsOfThePage } from './use-sheets-of-the-page.ts'

/** Follows links without a page load, and does what one would do: scroll, move the focus, announce the title. */
export function NavigationEffects() {
  useFollowedLinks()
  useSheetsOfThePage()
  useScrollOnNavigation()
  const announcement = useAnnouncedTitle()
  return (
    <div className="visually-hidden" aria-live="polite" aria-atomic="true">
      {announcement}
    </div>
  )
}

function useAnnouncedTitle(): string {
  const { pathname, hash } = useLocation()
  const previous = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    setTitle(document.title)
    const heading = document.querySelector<HTMLElement>('main h1')
    if (hash === '' && heading) focusOn(heading)
  }, [pathname, hash])
  return title
}
