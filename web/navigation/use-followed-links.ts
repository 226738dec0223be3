import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { isStaffPage } from '../staff-pages.ts'
import { useToast } from '../ui/toast.tsx'
import { addressOf, pageFollower } from './navigator.ts'

/** Lets the router follow every `Link` (`web/ui/link.tsx`), as a browser would: the page that is open takes no second place in the history. */
export function useFollowedLinks() {
  const navigate = useNavigate()
  const toast = useToast()
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const sayOffline = () =>
      toast({
        kind: 'destructive',
        title: 'No connection',
        text: 'This page stays as it is. Please check your internet connection and try again.',
      })
    const show = pageFollower({ navigate, sayOffline, signal })
    const follow = (event: MouseEvent) => {
      const to = addressToFollow(event)
      if (to === null) return
      event.preventDefault()
      show(to)
    }
    // React listens here, too, and earlier: a component may keep a click for itself.
    document.addEventListener('click', follow, { signal })
    return () => listening.abort()
  }, [navigate, toast])
}

/** Where on this site a click leads within this window, or null where the browser sees to it. */
function addressToFollow(event: MouseEvent): string | null {
  const { target, defaultPrevented } = event
  if (defaultPrevented || asksForAnotherWindow(event) || !(target instanceof Element)) return null
  const link = target.closest<HTMLAnchorElement>('a[data-follow]')
  if (link === null || link.target !== '' || link.origin !== window.location.origin) return null
  // The dashboard shares no document with a script of a third party.
  if (window.gtag !== undefined && isStaffPage(link.pathname)) return null
  return addressOf(link)
}

function asksForAnotherWindow({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || altKey || ctrlKey || shiftKey
}
