import { site } from '../../site.config.ts'
import { Link } from '../ui/link.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import styles from './home-link.module.css'

/** The logo, linked to the home page. */
export function HomeLink() {
  return (
    <Link className={styles.logo} to="/">
      <Wordmark name={site.name} spoken={`${site.name}, home`} />
    </Link>
  )
}
