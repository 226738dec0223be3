import { useEffect, useLayoutEffect, useRef } from 'react'
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
 * invoker commands it opens before any script runs; in other browsers the footer has the same links.
 */
export function MobileMenu() {
  const menu = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const closedFor = useRef(key)
  const close = () => menu.current?.close()
  const open = () => {
    const opensItself = 'command' in HTMLButtonElement.prototype
    if (!opensItself) menu.current?.showModal()
  }

  // Closing returns focus to the toggle, so it must precede the focus on the new page's heading.
  useLayoutEffect(() => {
    if (closedFor.current === key) return
    closedFor.current = key
    menu.current?.close()
  }, [key])

  // Closes the menu when the window grows past the mobile layout.
  useEffect(() => {
    const wide = window.matchMedia('(min-width: 768px)')
    const closeMenu = () => menu.current?.close()
    wide.addEventListener('change', closeMenu)
    return () => wide.removeEventListener('change', closeMenu)
  }, [])

  return (
    <>
      <button
        type="button"
        className={styles.toggle}
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={open}
        {...command}
      >
        <Icon name="menu" />
      </button>
      <dialog ref={menu} id={ID} className={`${styles.menu} on-dark`} aria-label="Menu">
        <MenuContents close={close} />
      </dialog>
    </>
  )
}

function MenuContents({ close }: { close: () => void }) {
  const currentSection = useCurrentSection()
  return (
    <>
      <div className={styles.top}>
        <HomeLink onClick={close} />
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
              <Link to={to} aria-current={currentSection(to)} onClick={close}>
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
        <ButtonLink to="/pricing" variant="signal" onClick={close}>
          Get Started
        </ButtonLink>
        <ButtonLink to="/login" variant="outline" onClick={close}>
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
  // Case pages belong to Our Work.
  const pathname = useLocation().pathname.replace(/^\/work\//, '/our-work/')
  return (to) => {
    if (pathname === to) return 'page'
    return pathname.startsWith(`${to}/`) ? 'true' : undefined
  }
}
