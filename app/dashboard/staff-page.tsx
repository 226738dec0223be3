import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { connect, type BackendSettings } from '../backend/client.ts'
import { ManagerGuard } from '../session/guard.tsx'
import { MailLink } from '../session/mail-link.tsx'
import type { Sandbox } from '../session/session.ts'
import { SessionProvider } from '../session/session-provider.tsx'
import { createQueryClient } from './shell/query-client.ts'

export interface StaffPageProps {
  settings: BackendSettings & { sandbox: Sandbox }
}

/** What every page of the staff stands on, behind its sign-in. */
export function StaffPage({ settings, children }: StaffPageProps & { children: ReactNode }) {
  const [backend] = useState(() => connect(settings))
  const [queries] = useState(() => createQueryClient(backend))
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <SessionProvider backend={backend} sandbox={settings.sandbox}>
          <MailLink>
            <ManagerGuard>{children}</ManagerGuard>
          </MailLink>
        </SessionProvider>
      </QueryClientProvider>
    </CSPProvider>
  )
}
