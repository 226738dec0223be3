import { useLocation } from 'react-router'
import { mainNavigation, site } from '../../site.config.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { phoneAddress } from './contact-links.ts'
import { HomeLink } from './home-link.tsx'
import styles from './mobile-menu.module.css'

const ID = 'menu'

/** Attributes missing from React's types. */
const command = { command: 'show-modal', commandfor: ID }

/**
 * The menu of narrow screens, a native modal dialog: focus is trapped, Escape closes it and focus returns to the toggle. With
 * invoker commands it opens without scripts; in other browsers by `web/enhance/enhance.ts`.
 */
export function MobileMenu() {
  return (
    <>
      <button
        type="button"
        className={styles.toggle}
        aria-label="Open menu"
        aria-haspopup="dialog"
        {...command}
      >
        <Icon name="menu" />
      </button>
      <dialog id={ID} className={`${styles.menu} on-dark`} aria-label="Menu">
        <MenuContents />
      </dialog>
    </>
  )
}

function MenuContents() {
  const currentSection = useCurrentSection()
  return (
    <>
      <div className={styles.top}>
        <HomeLink />
        <form method="dialog">
          <button className={styles.toggle} aria-label="Close menu">
            <Icon name="close" />
          </button>
        </form>
      </div>
      <nav className={styles.links} aria-label="Main, mobile">
        <ol>
          {mainNavigation.map(({ label, to }, position) => (
            <li key={to}>
              <Link to={to} aria-current={currentSection(to)}>
                <span className="mono" aria-hidden="true">
                  {position + 1}
                </span>
                {label}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.actions}>
        <ButtonLink to="/pricing" variant="signal">
          Get Started
        </ButtonLink>
        <ButtonLink to="/login" variant="outline">
          Login
        </ButtonLink>
        <a className={`${styles.phone} mono`} href={phoneAddress}>
          {site.phone.display}
        </a>
      </div>
    </>
  )
}

/** Computes `aria-current` of a navigation link: `page` on its page, `true` below it. */
export function useCurrentSection(): (to: string) => 'page' | 'true' | undefined {
  const { pathname } = useLocation()
  return (to) => {
    if (pathname === to) return 'page'
    return pathname.startsWith(`${to}/`) ? 'true' : undefined
  }
}
