import { lazy } from 'react'
import { usePublicSettings } from '../root-data.ts'
import { StaffRoute } from '../session/staff-route.tsx'
import { unlistedMeta } from '../site/seo/page-meta.ts'
import { findChosenTheme } from '../ui/theme.tsx'
import type { Route } from './+types/login.ts'

// Public pages must never ship the dashboard, so it is a module of its own that only this page asks for.
const dashboard = () => import('../dashboard/dashboard-page.tsx')
const DashboardPage = lazy(dashboard)
if (typeof document !== 'undefined') void dashboard()

export function loader({ request }: Route.LoaderArgs) {
  return { theme: findChosenTheme(request.headers.get('Cookie')) }
}

/** Tabs, filters and the like live in the address; the server has nothing new to say about them. */
export const shouldRevalidate = () => false

/** Read by `app/navigation/page-view.ts`. */
export const handle = { keepsViewsInQuery: true }

export const meta = () => unlistedMeta('Admin Portal - Sign In')

export const headers = () => ({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })

/** Sign-in and dashboard run in the browser alone: the session lives there. */
export default function LoginRoute({ loaderData }: Route.ComponentProps) {
  const settings = usePublicSettings()
  return (
    <StaffRoute theme={loaderData.theme}>
      <DashboardPage settings={settings} />
    </StaffRoute>
  )
}
