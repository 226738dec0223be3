import { type NavigateFunction, useNavigate } from 'react-router'
import { useEffect } from 'react'
import { isStaffPage } from '../staff-pages.ts'
import { useToast } from '../ui/toast.tsx'

interface Follower {
  navigate: NavigateFunction
  /** Says that the page that is open stays, for want of a line. */
  sayOffline: () => void
  /** Ends it. */
  signal: AbortSignal
}

/**
 * Gives the function that shows another page of this site. Without a line to fetch it by, the page that is open stays, with
 * all that was typed, where the router would leave it for the browser's own error page.
 */
function createNavigator({ navigate, sayOffline, signal }: Follower): (to: string) => void {
  let wanted: string | null = null
  let routerWaits = false

  async function show(to: string): Promise<void> {
    wanted = to
    await navigate(to, { replace: to === addressOf(window.location) })
    if (wanted === to) wanted = null
  }

  async function load(to: string): Promise<void> {
    try {
      await fetch(to, { method: 'HEAD' })
    } catch {
      return sayOffline()
    }
    window.location.assign(to)
  }

  // The router loads the page anew when a module cannot be fetched, and waits for that one ever after.
  function keepPage(event: NavigateEvent) {
    if (event.navigationType !== 'reload' || event.userInitiated || wanted === null) return
    event.preventDefault()
    routerWaits = true
    void load(wanted)
    wanted = null
    void navigate(addressOf(window.location), { replace: true, defaultShouldRevalidate: false })
  }

  // Older browsers tell nobody: there the router has its way.
  if ('navigation' in window) window.navigation.addEventListener('navigate', keepPage, { signal })

  return (to) => {
    if (!navigator.onLine && !isOpen(to)) sayOffline()
    else void (routerWaits ? load(to) : show(to))
  }
}

/** Parts and views of a page need no line. */
function isOpen(to: string): boolean {
  return new URL(to, window.location.href).pathname === window.location.pathname
}

function addressOf({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  return pathname + search + hash
}

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
    const show = createNavigator({ navigate, sayOffline, signal })
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
