import { site } from '../../site.config.ts'
import { Link } from '../ui/link.tsx'
import { Wordmark } from '../ui/wordmark.tsx'

interface HomeLinkProps {
  /** Loads the page anew, for where the running one has failed. */
  reload?: boolean
  onClick?: () => void
}

/** The logo. It leads to the home page. */
export function HomeLink(props: HomeLinkProps) {
  return (
    <Link {...props} className="site-logo" to="/">
      <Wordmark name={site.name} spoken={`${site.name}, home`} />
    </Link>
  )
}
