import { NavigationType, useLocation, useMatches, useNavigationType, type Location } from 'react-router'

type Address = Pick<Location, 'pathname' | 'search'>

/**
 * Whether a navigation only changes the view of the page that is open: a tab of the dashboard, whose routes say
 * `export const handle = { keepsViewsInQuery: true }`, or a list that follows what is typed, which replaces its address.
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
