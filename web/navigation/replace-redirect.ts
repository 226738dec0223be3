import { redirect, replace } from 'react-router'

/**
 * For client loaders: a redirect that leaves no history entry for the address asked for. One that is being navigated to
 * has not been entered yet; one that was gone back to is replaced.
 */
export function redirectInPlace(to: string, request: Request): Response {
  const { pathname } = new URL(request.url)
  return pathname === window.location.pathname ? replace(to) : redirect(to)
}
