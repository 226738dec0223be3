import { lazy } from 'react'
import { StaffPage } from './staff-page.tsx'
import { usePublicSettings } from '../root-data.ts'
import { unlistedMeta } from '../site/page-meta.ts'
import { findChosenTheme } from '../ui/theme.tsx'
import type { Route } from './+types/login.ts'

// Lazy, so that public pages never load the dashboard.
const dashboard = () => import('./dashboard.tsx')
const Dashboard = lazy(dashboard)
if (typeof document !== 'undefined') void dashboard()

export function loader({ request }: Route.LoaderArgs) {
  return { theme: findChosenTheme(request.headers.get('Cookie')) }
}

/** The URL holds tabs and filters, which the server does not need. */
export const shouldRevalidate = () => false

/** Read by `web/navigation/page-view.ts`. */
export const handle = { keepsViewsInQuery: true, readsQuery: ['view', 'type', 'token_hash'] }

export const meta = () => unlistedMeta('Admin Portal - Sign In')

export const headers = () => ({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })

/** The server renders the sign-in; the dashboard runs in the browser only, where the session is. */
export default function LoginRoute({ loaderData }: Route.ComponentProps) {
  const settings = usePublicSettings()
  return (
    <StaffPage settings={settings} theme={loaderData.theme}>
      <Dashboard />
    </StaffPage>
  )
}
