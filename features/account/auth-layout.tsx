import { createContext, use, type ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { copyrightYears, site } from '../../site.config.ts'
import desktopHoist from '../../web/assets/art/hoist-desktop.svg'
import mobileHoist from '../../web/assets/art/hoist-mobile.svg'
import { Link } from '../../web/ui/link.tsx'
import { Neatline } from '../../web/ui/neatline.tsx'
import { Wordmark } from '../../web/ui/wordmark.tsx'
import styles from './auth-layout.module.css'

/** True until the stored session has been read. */
export const SessionLoading = createContext(false)

/** Layout of the sign-in screens: text and form left, a hoist of five flags right. */
export function AuthLayout({ title, children }: { title: ReactNode; children?: ReactNode }) {
  const { year } = useRouteLoaderData<{ year: number }>('root') ?? { year: site.copyrightFrom }
  return (
    <div className={styles.layout}>
      <main id="main" className={styles.words} tabIndex={-1}>
        <Link className={styles.logo} to="/">
          <Wordmark name={site.name} />
          <span className="visually-hidden">, home</span>
        </Link>
        {use(SessionLoading) ? (
          // Shown instead of the body if a session is stored.
          <div className={`${styles.body} ${styles.loading}`}>
            <h1>Loading...</h1>
          </div>
        ) : null}
        <div className={styles.body}>
          <h1>{title}</h1>
          <noscript>
            <p>Signing in needs JavaScript, which is off in this browser.</p>
          </noscript>
          {children}
        </div>
        <p className="mono-tiny muted">
          © {copyrightYears(year)} {site.name}
        </p>
      </main>
      <Neatline className={styles.chart}>
        <picture>
          <source media="(max-width: 767.98px)" srcSet={mobileHoist} width={366} height={170} />
          <img src={desktopHoist} width={760} height={900} alt="" />
        </picture>
      </Neatline>
    </div>
  )
}

/** Shown while the profile or the page loads. */
export function LoadingScreen() {
  return <AuthLayout title="Loading..." />
}
