import { data, replace, type ClientLoaderFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { findLegacyRedirect } from '../legacy-redirects.ts'
import { redirectInPlace } from '../navigation/replace-redirect.ts'
import { NotFoundPage } from '../../features/site/not-found-page.tsx'
import { unlistedMeta } from '../site/page-meta.ts'

/** Redirects legacy addresses, replacing the history entry; all others get status 404. */
export function loader({ url: { pathname, search } }: LoaderFunctionArgs) {
  const target = findLegacyRedirect(pathname)
  if (target !== null) throw replace(target + search, 301)
  return data(null, { status: 404 })
}

export function clientLoader({ request, url: { pathname, search }, serverLoader }: ClientLoaderFunctionArgs) {
  const target = findLegacyRedirect(pathname)
  if (target !== null) throw redirectInPlace(target + search, request)
  return serverLoader()
}

export const meta = () => unlistedMeta('Page Not Found')

export default NotFoundPage
