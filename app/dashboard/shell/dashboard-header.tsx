import { Link } from 'react-router'
import { site } from '../../../site.config.ts'
import headerChart from '../../assets/art/staff-header.svg'
import { displayName, isAdmin, useProfile } from '../../session/session.ts'
import { useSignOut } from '../../session/use-sign-out.ts'
import { useTheme } from '../../ui/theme.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { useLeave } from './unsaved-changes.tsx'
import { useView } from './use-view.ts'
import './dashboard-header.css'

const publicPages = [
  { label: 'Home', to: '/' },
  { label: 'About', to: '/about' },
  { label: 'Services', to: '/services' },
  { label: 'Blog', to: '/blog' },
  { label: 'Pricing', to: '/pricing' },
  { label: 'Contact', to: '/contact' },
]

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
          <ThemeToggle />
          <SignOut />
        </div>
      </div>
      <div className="dash-header-title">
        <h1>Admin Dashboard</h1>
        <p>
          Welcome back, {displayName(profile)} <span className="dash-role">{profile.role}</span>
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

function ThemeToggle() {
  const { theme, setTheme } = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <ToolButton
      variant="on-dark"
      icon="theme"
      aria-label={`Switch to ${other} theme`}
      onClick={() => setTheme(other)}
    />
  )
}

function SignOut() {
  const { signOut, busy } = useSignOut()
  const leave = useLeave()
  return (
    <ToolButton variant="on-dark" busy={busy} onClick={() => leave(signOut)}>
      Sign Out
    </ToolButton>
  )
}
