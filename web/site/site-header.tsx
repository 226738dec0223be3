import { mainNavigation } from '../../site.config.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { HomeLink } from './home-link.tsx'
import { MobileMenu, useCurrentSection } from './mobile-menu.tsx'
import styles from './site-header.module.css'

export function SiteHeader() {
  const currentSection = useCurrentSection()
  return (
    <header className={styles.header}>
      <HomeLink />
      <nav className={styles.nav} aria-label="Main">
        {mainNavigation.map(({ label, to }) => (
          <Link key={to} to={to} aria-current={currentSection(to)}>
            {label}
          </Link>
        ))}
      </nav>
      <div className={styles.actions}>
        <Link className={styles.login} to="/login">
          Login
        </Link>
        <ButtonLink to="/pricing" small>
          Get Started
        </ButtonLink>
        <MobileMenu />
      </div>
    </header>
  )
}
