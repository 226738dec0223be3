import { Suspense, useSyncExternalStore, type ReactNode } from 'react'
import { ThemeProvider, type Theme } from '../ui/theme.tsx'
import { LoadingScreen } from './loading-screen.tsx'

/** A page of the staff: it runs in the browser alone, where the session lives. */
export function StaffRoute({ theme, children }: { theme: Theme | null; children: ReactNode }) {
  const inBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  return (
    <ThemeProvider chosen={theme}>
      {inBrowser ? <Suspense fallback={<LoadingScreen />}>{children}</Suspense> : <LoadingScreen />}
    </ThemeProvider>
  )
}

function neverChanges() {
  return () => undefined
}
