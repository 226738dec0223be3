import { Outlet, useNavigation } from 'react-router'
import { useCurrentYear } from '../root-data.ts'
import { ScrollToTopButton } from '../ui/scroll-to-top-button.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { useAnalytics } from './use-analytics.ts'
import { useVisit } from './use-visit.ts'
import styles from './site-layout.module.css'

/** Layout of every public page. */
export default function SiteLayout() {
  useAnalytics()
  useVisit()
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

/** Announces that the blog is loading while the previous page is still shown. */
function LoadingNote() {
  const { state, location } = useNavigation()
  return (
    <output className={`${styles.loading} mono`}>
      {state === 'loading' ? noteFor(location.pathname) : null}
    </output>
  )
}

function noteFor(path: string): string | null {
  if (path === '/blog') return 'Loading articles...'
  return path.startsWith('/blog/') ? 'Loading article...' : null
}
