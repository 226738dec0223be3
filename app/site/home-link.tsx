import { Link } from 'react-router'
import { site } from '../../site.config.ts'
import { Wordmark } from '../ui/wordmark.tsx'

interface HomeLinkProps {
  /** Loads the page anew, for where the running one has failed. */
  reloadDocument?: boolean
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
