// First, so that the sheet of a feature can say otherwise.
import './dashboard.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { connect, type BackendSettings } from '../backend/client.ts'
import { ManagerGuard } from '../session/guard.tsx'
import { MailLink } from '../session/mail-link.tsx'
import type { Sandbox } from '../session/session.ts'
import { SessionProvider } from '../session/session-provider.tsx'
import { Dashboard } from './dashboard.tsx'
import { createQueryClient } from './shell/query-client.ts'

interface DashboardPageProps {
  settings: BackendSettings & { sandbox: Sandbox }
}

/** The staff's side of the product, behind its sign-in. */
export default function DashboardPage({ settings }: DashboardPageProps) {
  const [backend] = useState(() => connect(settings))
  const [queries] = useState(() => createQueryClient(backend))
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <SessionProvider backend={backend} sandbox={settings.sandbox}>
          <MailLink>
            <ManagerGuard>
              <Dashboard />
            </ManagerGuard>
          </MailLink>
        </SessionProvider>
      </QueryClientProvider>
    </CSPProvider>
  )
}
