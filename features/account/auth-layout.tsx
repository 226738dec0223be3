import { createContext, use, type ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { copyrightYears, site } from '../../site.config.ts'
import desktopHoist from '../../web/assets/art/hoist-desktop.svg'
import mobileHoist from '../../web/assets/art/hoist-mobile.svg'
import { Link } from '../../web/ui/link.tsx'
import { Neatline } from '../../web/ui/neatline.tsx'
import { Wordmark } from '../../web/ui/wordmark.tsx'
import './auth-layout.css'

/** True until the stored session has been read. */
export const Starting = createContext(false)

/** Layout of the sign-in screens: text and form left, a hoist of five flags right. */
export function AuthLayout({ title, children }: { title: string; children?: ReactNode }) {
  const { year } = useRouteLoaderData<{ year: number }>('root') ?? { year: site.copyrightFrom }
  return (
    <div className="gate">
      <main id="main" className="gate-words" tabIndex={-1}>
        <Link className="gate-logo" to="/">
          <Wordmark name={site.name} />
          <span className="visually-hidden">, home</span>
        </Link>
        {use(Starting) ? (
          // Shown instead of the body if a session is stored.
          <div className="gate-body gate-loading">
            <h1>Loading...</h1>
          </div>
        ) : null}
        <div className="gate-body">
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
      <Neatline className="gate-chart">
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
