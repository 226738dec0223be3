import { site } from '../../site.config.ts'
import { Link } from '../../web/ui/link.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useTitle } from '../../web/workspace/use-title.ts'
import styles from './auth-layout.module.css'

const TITLE = 'Admin Portal - Sign In'

export function SignInScreen() {
  useTitle(TITLE)
  return (
    <AuthLayout title={<TitleLines />}>
      <p className="muted">
        For {site.name} staff. Visitors can <Link to="/contact">contact us here</Link>.
      </p>
      <SignInForm />
      <nav className={styles.ways} aria-label="Account">
        <Link to="?view=forgot-password">Forgot your password?</Link>
        <Link to="?view=create-account">Create account</Link>
      </nav>
    </AuthLayout>
  )
}

/** On two lines, which need no hyphen between them. */
function TitleLines() {
  const [portal, action] = TITLE.split(' - ')
  return (
    <>
      {portal} <span className="visually-hidden">- </span>
      <br />
      {action}
    </>
  )
}
