import { lazy, Suspense, useSyncExternalStore } from 'react'
import { usePublicSettings } from '../root-data.ts'
import { LoadingScreen } from '../session/loading-screen.tsx'
import { unlistedMeta } from '../site/seo/page-meta.ts'
import { findChosenTheme, ThemeProvider } from '../ui/theme.tsx'
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

export const meta = () => unlistedMeta('Admin Portal - Sign In')

export const headers = () => ({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })

/** Sign-in and dashboard run in the browser alone: the session lives there. */
export default function LoginRoute({ loaderData }: Route.ComponentProps) {
  const settings = usePublicSettings()
  const inBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  return (
    <ThemeProvider chosen={loaderData.theme}>
      {inBrowser ? (
        <Suspense fallback={<LoadingScreen />}>
          <DashboardPage settings={settings} />
        </Suspense>
      ) : (
        <LoadingScreen />
      )}
    </ThemeProvider>
  )
}

function neverChanges() {
  return () => undefined
}
