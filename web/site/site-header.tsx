import { mainNavigation } from '../../site.config.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { HomeLink } from './home-link.tsx'
import { MobileMenu, useCurrentSection } from './mobile-menu.tsx'

export function SiteHeader() {
  const currentSection = useCurrentSection()
  return (
    <header className="site-header">
      <HomeLink />
      <nav className="site-nav" aria-label="Main">
        {mainNavigation.map(({ label, to }) => (
          <Link key={to} to={to} aria-current={currentSection(to)}>
            {label}
          </Link>
        ))}
      </nav>
      <div className="site-actions">
        <Link className="site-login" to="/login">
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
