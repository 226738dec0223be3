import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Lets the router follow every `Link` (`app/ui/link.tsx`), as a browser would: the page that is open takes no second place in the history. */
export function useFollowedLinks() {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const to = addressToFollow(event)
      if (to === null) return
      event.preventDefault()
      void navigate(to, { replace: to === addressOf(window.location) })
    }
    // React listens here, too, and earlier: a component may keep a click for itself.
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate])
}

/** Where on this site a click leads within this window, or null where the browser sees to it. */
function addressToFollow(event: MouseEvent): string | null {
  const { target, defaultPrevented } = event
  if (defaultPrevented || asksForAnotherWindow(event) || !(target instanceof Element)) return null
  const link = target.closest<HTMLAnchorElement>('a[data-follow]')
  if (link === null || link.target !== '' || link.origin !== window.location.origin) return null
  return addressOf(link)
}

function asksForAnotherWindow({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || altKey || ctrlKey || shiftKey
}

function addressOf({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  return pathname + search + hash
}
