import type { NavigateFunction } from 'react-router'

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
export function pageFollower({ navigate, sayOffline, signal }: Follower): (to: string) => void {
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

export function addressOf({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  return pathname + search + hash
}
