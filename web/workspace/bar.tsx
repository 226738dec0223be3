import { site } from '../../site.config.ts'
import { isAdmin, useProfile, useSignOut } from '../api/session.ts'
import { hasUnsent } from '../api/unsent.ts'
import headerChart from '../assets/art/staff-header.svg'
import { staffName } from '../ui/full-name.ts'
import { Glyph } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { DropdownMenu, MenuHead, MenuItem, MenuLink, MenuRule } from '../ui/menu.tsx'
import { useTheme, type Theme } from '../ui/theme.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import styles from './bar.module.css'
import { useShortcutDialogs } from './shortcuts.tsx'
import { useLeave } from './unsaved-changes.tsx'
import type { ViewId } from './url-state.ts'

const publicPages = [
  { label: 'Home', to: '/' },
  { label: 'About', to: '/about' },
  { label: 'Services', to: '/services' },
  { label: 'Blog', to: '/blog' },
  { label: 'Pricing', to: '/pricing' },
  { label: 'Contact', to: '/contact' },
]

const accountPages: readonly { label: string; view: ViewId; admin?: true }[] = [
  { label: 'Your account', view: 'account' },
  { label: 'Team', view: 'team', admin: true },
  { label: 'Results', view: 'results' },
  { label: 'Bookings', view: 'bookings' },
  { label: 'Text templates', view: 'templates' },
  { label: 'Recently deleted', view: 'recycle-bin' },
  { label: 'Texting registration', view: 'texting', admin: true },
]

const themes: readonly Theme[] = ['light', 'dark']

const paletteKeys = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'

/** The top of the dashboard: who is signed in, find, the public site, the account and Sign Out. */
export function Bar() {
  const profile = useProfile()
  return (
    <header className={`${styles.bar} on-dark`}>
      <img className={styles.chart} src={headerChart} width={740} height={56} alt="" />
      <Link className={styles.logo} to="/">
        <Wordmark name={site.name} />
        <span className="visually-hidden">, home</span>
      </Link>
      <h1>Admin Dashboard</h1>
      <p className={styles.who}>
        <span className={styles.welcome}>Welcome back, {staffName(profile)}</span>{' '}
        <span className={styles.role}>{profile.role}</span>
      </p>
      <Find />
      <DropdownMenu
        label="Public site"
        className={`${styles.button} ${styles.wide}`}
        trigger={
          <>
            Public site <Glyph name="expand" size={16} />
          </>
        }
      >
        <PublicPages />
      </DropdownMenu>
      <Help />
      <ThemeChoice />
      <AccountMenu />
      <SignOut />
    </header>
  )
}

/** Opens the palette. */
function Find() {
  const open = useShortcutDialogs()
  return (
    <button
      type="button"
      className={`${styles.button} ${styles.find}`}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => open('palette')}
    >
      <Glyph name="search" size={18} />
      <span>
        Find<span className="visually-hidden"> a command or a contact</span>
      </span>
      <kbd aria-hidden="true">{paletteKeys}</kbd>
    </button>
  )
}

/** Opens the list of shortcuts. */
function Help() {
  const open = useShortcutDialogs()
  return (
    <button
      type="button"
      className={`${styles.button} ${styles.square} ${styles.help}`}
      aria-label="Keyboard shortcuts"
      aria-keyshortcuts="?"
      title="Keyboard shortcuts"
      onClick={() => open('help')}
    >
      ?
    </button>
  )
}

/** Theme select styled as a button. */
function ThemeChoice() {
  const { choice, chooseTheme } = useTheme()
  return (
    <span className={`${styles.button} ${styles.square} ${styles.theme}`}>
      <Glyph name="theme" size={18} />
      <select
        aria-label="Theme"
        title="Theme"
        value={choice ?? 'system'}
        onChange={({ target }) => chooseTheme(themes.find((theme) => theme === target.value) ?? null)}
      >
        <option value="system">As the system</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </span>
  )
}

/** The account's pages; where the bar has no room, also the public pages and Sign Out. */
function AccountMenu() {
  const profile = useProfile()
  const name = staffName(profile)
  const { leaveAndSignOut } = useLeavingSignOut()
  const pages = accountPages.filter(({ admin }) => !admin || isAdmin(profile.role))
  return (
    <DropdownMenu
      label={`${initials(name)}: your account, team and sign out`}
      className={`${styles.button} ${styles.square} ${styles.initials}`}
      trigger={initials(name)}
    >
      <MenuHead>
        {name}, {profile.role}
      </MenuHead>
      {pages.map(({ label, view }) => (
        <MenuLink key={view} to={`?view=${view}`}>
          {label}
        </MenuLink>
      ))}
      <div className={styles.narrow}>
        <MenuRule />
        <MenuHead>Public site</MenuHead>
        <PublicPages />
      </div>
      <MenuRule />
      <MenuItem onClick={leaveAndSignOut}>Sign Out</MenuItem>
    </DropdownMenu>
  )
}

function PublicPages() {
  return publicPages.map(({ label, to }) => (
    <MenuLink key={to} to={to}>
      {label}
    </MenuLink>
  ))
}

function SignOut() {
  const { leaveAndSignOut, busy } = useLeavingSignOut()
  return (
    <button
      type="button"
      className={`${styles.button} ${styles.wide}`}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : leaveAndSignOut}
    >
      Sign Out
    </button>
  )
}

/** Signs out, after asking about unsaved changes. */
function useLeavingSignOut() {
  const { signOut, busy } = useSignOut()
  const leave = useLeave()
  return { leaveAndSignOut: () => leave(signOut, hasUnsent()), busy }
}

/** "ME" of "Marta Ellis"; the first two letters of a single name. */
function initials(name: string): string {
  const [first = '', ...rest] = name.split(/\s+/).filter(Boolean)
  const last = rest.at(-1)
  return (last === undefined ? first.slice(0, 2) : first.charAt(0) + last.charAt(0)).toUpperCase()
}
