import { site } from '../../site.config.ts'
import { Link } from '../ui/link.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import styles from './home-link.module.css'

interface HomeLinkProps {
  /** Full page load, for use after a client-side failure. */
  reload?: boolean
  onClick?: () => void
}

/** The logo, linked to the home page. */
export function HomeLink(props: HomeLinkProps) {
  return (
    <Link {...props} className={styles.logo} to="/">
      <Wordmark name={site.name} spoken={`${site.name}, home`} />
    </Link>
  )
}
