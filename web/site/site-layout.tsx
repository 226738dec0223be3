import { Outlet } from 'react-router'
import { useCurrentYear } from '../root-data.ts'
import { ScrollToTopButton } from '../ui/scroll-to-top-button.tsx'
import { LoadingNote } from './loading-note.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { useAnalytics } from './use-analytics.ts'

/** What every public page has around it. */
export default function SiteLayout() {
  useAnalytics()
  return (
    <>
      <SiteHeader />
      <LoadingNote />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter year={useCurrentYear()} />
      <ScrollToTopButton />
    </>
  )
}
