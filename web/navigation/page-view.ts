import { NavigationType, useLocation, useMatches, useNavigationType, type Location } from 'react-router'

type Address = Pick<Location, 'pathname' | 'search'>

/**
 * Whether a navigation changes only the view of the current page: a dashboard tab (its route declares
 * `export const handle = { keepsViewsInQuery: true }`), or a filtered list, which replaces its address.
 */
export function useIsViewChange(): (before: Address) => boolean {
  const { pathname, search } = useLocation()
  const replaced = useNavigationType() === NavigationType.Replace
  const keepsViews = useMatches().some(({ handle }) => keepsViewsInQuery(handle))
  return (before) => before.pathname === pathname && before.search !== search && (keepsViews || replaced)
}

function keepsViewsInQuery(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'keepsViewsInQuery' in handle
}
