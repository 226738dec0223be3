import { Outlet } from 'react-router'
import { useCurrentYear, useMeasurementId } from '../root-data.ts'
import { ScrollToTopButton } from '../ui/scroll-to-top-button.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { SiteToasts } from './site-toasts.tsx'
import styles from './site-layout.module.css'

/** Layout of every public page. */
export default function SiteLayout() {
  return (
    <>
      <SiteHeader />
      <output id="loading" className={`${styles.loading} mono`} />
      <main id="main" tabIndex={-1} data-measure={useMeasurementId() ?? undefined}>
        <Outlet />
      </main>
      <SiteFooter year={useCurrentYear()} />
      <ScrollToTopButton />
      <SiteToasts />
    </>
  )
}
