import { lazy } from 'react'
import { data } from 'react-router'
import { StaffPage } from './staff-page.tsx'
import { usePublicSettings } from '../root-data.ts'
import { pageContext } from '../page-context.ts'
import { unlistedMeta } from '../site/page-meta.ts'
import { findChosenTheme } from '../ui/theme.tsx'
import type { Route } from './+types/sandbox.mail.ts'

const SandboxMail = lazy(() => import('../../features/sandbox/sandbox-mail.tsx'))

/** 404 with a real mail server or mailbox. */
export function loader({ request, context }: Route.LoaderArgs) {
  if (!context.get(pageContext).publicSettings.sandbox.mail) throw data(null, { status: 404 })
  return { theme: findChosenTheme(request.headers.get('Cookie')) }
}

export const shouldRevalidate = () => false

/** Read by `web/navigation/page-view.ts`. */
export const handle = { keepsViewsInQuery: true, readsQuery: ['view', 'type', 'token_hash'] }

export const meta = () => unlistedMeta('Simulated mail')

export const headers = () => ({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })

export default function SandboxMailRoute({ loaderData }: Route.ComponentProps) {
  const settings = usePublicSettings()
  return (
    <StaffPage settings={settings} theme={loaderData.theme}>
      <SandboxMail />
    </StaffPage>
  )
}
