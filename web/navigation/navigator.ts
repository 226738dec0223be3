import { type NavigateFunction, useNavigate } from 'react-router'
import { useEffect } from 'react'
import { isStaffPage } from '../staff-pages.ts'
import { useToast } from '../ui/toast.tsx'

interface NavigatorOptions {
  navigate: NavigateFunction
  /** Shows a toast: the page stays because there is no connection. */
  sayOffline: () => void
  /** Stops the navigator. */
  signal: AbortSignal
}

/** Routes clicks on links to staff pages (`web/ui/link.tsx`). Like a browser, it adds no history entry for the current address. */
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
    // React's root listener runs earlier, so components can handle a click themselves.
    document.addEventListener('click', follow, { signal })
    return () => listening.abort()
  }, [navigate, toast])
}

/**
 * Creates the function that navigates within the site. Without a connection the current page stays with its form values, where
 * the router would show the browser's error page.
 */
function createNavigator({ navigate, sayOffline, signal }: NavigatorOptions): (to: string) => void {
  let wanted: string | null = null
  let routerWaits = false

  async function show(to: string): Promise<void> {
    wanted = to
    await navigate(to, { replace: to === toAddress(window.location) })
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

  // If a module fails to load, the router reloads the page and then waits for that load forever.
  function keepPage(event: NavigateEvent) {
    if (event.navigationType !== 'reload' || event.userInitiated || wanted === null) return
    event.preventDefault()
    routerWaits = true
    void load(wanted)
    wanted = null
    void navigate(toAddress(window.location), { replace: true, defaultShouldRevalidate: false })
  }

  // Without the Navigation API the router's reload cannot be prevented.
  if ('navigation' in window) window.navigation.addEventListener('navigate', keepPage, { signal })

  return (to) => {
    if (!navigator.onLine && !isOpen(to)) sayOffline()
    else void (routerWaits ? load(to) : show(to))
  }
}

function toAddress({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  return pathname + search + hash
}

/** Navigation within the current page needs no connection. */
function isOpen(to: string): boolean {
  return new URL(to, window.location.href).pathname === window.location.pathname
}

/** The staff page a click leads to, or null if the browser should handle it: public pages run without the router. */
function addressToFollow(event: MouseEvent): string | null {
  const { target, defaultPrevented } = event
  if (defaultPrevented || asksForAnotherWindow(event) || !(target instanceof Element)) return null
  // The browser moves the focus to the target of a link within the page.
  const link = target.closest<HTMLAnchorElement>('a[href]:not([data-reload], [href^="#"])')
  if (link === null || link.target !== '' || link.origin !== window.location.origin) return null
  return isStaffPage(link.pathname) ? toAddress(link) : null
}

function asksForAnotherWindow({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || altKey || ctrlKey || shiftKey
}
