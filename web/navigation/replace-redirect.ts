import { redirect, replace } from 'react-router'

/**
 * A redirect in a client loader that leaves no history entry for the requested address: a new navigation has not been pushed
 * yet; a back navigation is replaced.
 */
export function redirectInPlace(to: string, request: Request): Response {
  const { pathname } = new URL(request.url)
  return pathname === window.location.pathname ? replace(to) : redirect(to)
}
