import { data, replace, type LoaderFunctionArgs } from 'react-router'
import { findLegacyRedirect } from '../legacy-redirects.ts'
import { NotFoundPage } from '../../features/site/not-found-page.tsx'
import { unlistedMeta } from '../site/page-meta.ts'

/** Redirects legacy addresses, replacing the history entry; all others get status 404. */
export function loader({ url: { pathname, search } }: LoaderFunctionArgs) {
  const target = findLegacyRedirect(pathname)
  if (target !== null) throw replace(target + search, 301)
  return data(null, { status: 404 })
}

export const meta = () => unlistedMeta('Page Not Found')

export default NotFoundPage
