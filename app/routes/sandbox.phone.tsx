import { lazy } from 'react'
import { data } from 'react-router'
import { usePublicSettings } from '../root-data.ts'
import { pageContext } from '../server-context.ts'
import { StaffRoute } from '../session/staff-route.tsx'
import { unlistedMeta } from '../site/seo/page-meta.ts'
import { findChosenTheme } from '../ui/theme.tsx'
import type { Route } from './+types/sandbox.phone.ts'

const SandboxPhonePage = lazy(() => import('../dashboard/sandbox-phone-page.tsx'))

/** With a real carrier there is no such page. */
export function loader({ request, context }: Route.LoaderArgs) {
  if (!context.get(pageContext).publicSettings.sandbox.phone) throw data(null, { status: 404 })
  return { theme: findChosenTheme(request.headers.get('Cookie')) }
}

export const shouldRevalidate = () => false

/** Read by `app/navigation/page-view.ts`. */
export const handle = { keepsViewsInQuery: true }

export const meta = () => unlistedMeta('Simulated telephones')

export const headers = () => ({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })

export default function SandboxPhoneRoute({ loaderData }: Route.ComponentProps) {
  const settings = usePublicSettings()
  return (
    <StaffRoute theme={loaderData.theme}>
      <SandboxPhonePage settings={settings} />
    </StaffRoute>
  )
}
