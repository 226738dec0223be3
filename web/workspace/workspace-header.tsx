import { staffName } from '../ui/full-name.ts'
import { site } from '../../site.config.ts'
import headerChart from '../assets/art/staff-header.svg'
import { isAdmin, useProfile, useSignOut } from '../api/session.ts'
import { hasUnsent } from '../api/unsent.ts'
import { Link } from '../ui/link.tsx'
import { ToolButton } from '../ui/tool-button.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import { useShortcutDialogs } from './shortcuts.tsx'
import { useLeave } from './unsaved-changes.tsx'
import { useView } from './url-state.ts'
import './workspace-header.css'
import { Glyph } from '../ui/icon.tsx'
import { useTheme, type Theme } from '../ui/theme.tsx'

const publicPages = [
  { label: 'Home', to: '/' },
  { label: 'About', to: '/about' },
  { label: 'Services', to: '/services' },
  { label: 'Blog', to: '/blog' },
  { label: 'Pricing', to: '/pricing' },
  { label: 'Contact', to: '/contact' },
]

const paletteKeys = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'

const themes: readonly Theme[] = ['light', 'dark']

export function DashboardHeader() {
  const profile = useProfile()
  const view = useView()
  return (
    <header className="dash-header on-dark">
      <img className="dash-header-chart" src={headerChart} width={1440} height={170} alt="" />
      <div className="dash-header-top">
        <Link className="dash-logo" to="/">
          <Wordmark name={site.name} />
          <span className="visually-hidden">, home</span>
        </Link>
        <nav className="dash-nav" aria-label="Public pages">
          {publicPages.map(({ label, to }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </nav>
        <div className="dash-header-actions">
          <FindAnything />
          <ThemeChoice />
          <SignOut />
        </div>
      </div>
      <div className="dash-header-title">
        <h1>Admin Dashboard</h1>
        <p>
          Welcome back, {staffName(profile)} <span className="dash-role">{profile.role}</span>
        </p>
        <nav className="dash-header-views" aria-label="Account and team">
          <Link to="?view=account" aria-current={view === 'account' ? 'page' : undefined}>
            Your account
          </Link>
          {isAdmin(profile.role) ? (
            <Link to="?view=team" aria-current={view === 'team' ? 'page' : undefined}>
              Team
            </Link>
          ) : null}
        </nav>
      </div>
    </header>
  )
}

/** Opens the palette and hints at the keyboard shortcuts. */
function FindAnything() {
  const open = useShortcutDialogs()
  return (
    <>
      <ToolButton
        variant="on-dark"
        icon="search"
        className="find-anything"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => open('palette')}
      >
        <span className="find-anything-label">
          Find<span className="visually-hidden"> a command or a contact</span>
        </span>
        <kbd aria-hidden="true">{paletteKeys}</kbd>
      </ToolButton>
      <ToolButton
        variant="on-dark"
        className="shortcut-hint"
        aria-label="Keyboard shortcuts"
        aria-keyshortcuts="?"
        title="Keyboard shortcuts"
        onClick={() => open('help')}
      >
        <kbd aria-hidden="true">?</kbd>
      </ToolButton>
    </>
  )
}

/** Theme select styled as a button. */
function ThemeChoice() {
  const { choice, chooseTheme } = useTheme()
  return (
    <span className="theme-choice tool-button tool-button-on-dark tool-button-square">
      <Glyph name="theme" />
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

function SignOut() {
  const { signOut, busy } = useSignOut()
  const leave = useLeave()
  return (
    <ToolButton variant="on-dark" busy={busy} onClick={() => leave(signOut, hasUnsent())}>
      Sign Out
    </ToolButton>
  )
}
