import { site } from '../../site.config.ts'
import { Link } from '../ui/link.tsx'
import { HomeLink } from './home-link.tsx'
import pageHead from './page-head.module.css'

/** Shown when a page fails. It reveals no internal details. */
export function ErrorPage({ missing }: { missing: boolean }) {
  const title = missing ? 'Page Not Found' : 'Something went wrong'
  return (
    <main id="main" className="wrap" tabIndex={-1}>
      <title>{`${title} | ${site.name}`}</title>
      <HomeLink />
      <div className={pageHead.head}>
        <h1>{title}.</h1>
        <div>
          <p className="lede">
            {missing
              ? 'The page may have been moved or does not exist.'
              : `The fault is on our side. Please try again in a moment, or call ${site.phone.display}.`}
          </p>
          <Link className="text-link" to="/">
            Return Home
          </Link>
        </div>
      </div>
    </main>
  )
}
