import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { connect, type BackendSettings } from '../api/client.ts'
import { ManagerGuard } from '../../features/account/auth-guard.tsx'
import { LoadingScreen } from '../../features/account/auth-layout.tsx'
import { MailLink } from '../../features/account/mail-link.tsx'
import type { Sandbox } from '../api/session.ts'
import { SessionProvider } from '../../features/account/session-provider.tsx'
import { NavigationEffects } from '../navigation/navigation-effects.tsx'
import { ToastProvider } from '../ui/toast.tsx'
import { ThemeProvider, type Theme } from '../ui/theme.tsx'
import { createQueryClient } from '../workspace/query-client.ts'

interface StaffPageProps {
  settings: BackendSettings & { sandbox: Sandbox }
  theme: Theme | null
  /** Loaded once a manager is signed in. */
  children: ReactNode
}

/** Providers and guards of every staff page. */
export function StaffPage({ settings, theme, children }: StaffPageProps) {
  const [backend] = useState(() => connect(settings))
  const [queries] = useState(() => createQueryClient(backend))
  return (
    <ToastProvider>
      <NavigationEffects />
      <ThemeProvider chosen={theme}>
        <CSPProvider disableStyleElements>
          <QueryClientProvider client={queries}>
            <SessionProvider backend={backend} sandbox={settings.sandbox}>
              <MailLink>
                <ManagerGuard>
                  <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
                </ManagerGuard>
              </MailLink>
            </SessionProvider>
          </QueryClientProvider>
        </CSPProvider>
      </ThemeProvider>
    </ToastProvider>
  )
}
