import { Fragment, type ReactNode } from 'react'
import { site } from '../../site.config.ts'
import { TextLink } from '../../web/ui/text-link.tsx'
import { Button } from '../../web/ui/button.tsx'
import { AuthLayout, SessionLoading, LoadingScreen } from './auth-layout.tsx'
import { isManager, useSession } from '../../web/api/session.ts'
import { SignInAgain } from './sign-in-again.tsx'
import { SignOutButton } from './sign-out-button.tsx'
import { useTitle } from '../../web/workspace/use-title.ts'
import { CodeForm } from './mfa-code-form.tsx'
import { useSearchParams } from 'react-router'
import { RecoveryRequest } from './password-recovery.tsx'
import { SignInScreen } from './sign-in-screen.tsx'
import { SignUpScreen } from './sign-up-screen.tsx'

const TITLE = 'Enter your code'

/** Shows the dashboard to managers and admins, and a matching screen to others. */
export function ManagerGuard({ children }: { children: ReactNode }) {
  const session = useSession()
  const starting = session.status === 'starting'
  if (session.status === 'loading') return <LoadingScreen />
  // The same element for both states, so that typed text survives.
  if (starting || session.status === 'signed-out') {
    return (
      <SessionLoading value={starting}>
        <AccessScreen />
      </SessionLoading>
    )
  }
  if (session.status === 'needs-code') return <CodeScreen />
  if (session.status === 'profile-missing') return <ProfileMissing retry={session.retry} />
  const { account, profile } = session
  return (
    <Fragment key={account.id}>
      {isManager(profile.role) ? children : <AccessDenied />}
      {session.status === 'expired' ? <SignInAgain account={account} needsCode={session.needsCode} /> : null}
    </Fragment>
  )
}

/** Signed-out screens of the dashboard; `?view=` selects one. */
function AccessScreen() {
  const [params] = useSearchParams()
  switch (params.get('view')) {
    case 'create-account':
      return <SignUpScreen />
    case 'forgot-password':
      return <RecoveryRequest />
    default:
      return <SignInScreen />
  }
}

/** Second step of signing in, for accounts with an authenticator app. */
function CodeScreen() {
  useTitle(TITLE)
  return (
    <AuthLayout title={TITLE}>
      <CodeForm />
      <SignOutButton />
      <p className="muted">Neither at hand? An admin can turn off two-step sign-in for you.</p>
    </AuthLayout>
  )
}

function ProfileMissing({ retry }: { retry: () => void }) {
  return (
    <AuthLayout title="Your account could not be loaded">
      <p role="alert">You are signed in, but the server did not answer. Please try again in a moment.</p>
      <Button onClick={retry} icon={null}>
        Try again
      </Button>
      <SignOutButton />
    </AuthLayout>
  )
}

function AccessDenied() {
  useTitle('Access Denied')
  return (
    <AuthLayout title="Access Denied">
      <p>You don&apos;t have permission to access this area.</p>
      <p className="muted">
        This area is for {site.name} staff. As a client you reach us by email and phone; your account has no
        pages of its own.
      </p>
      <SignOutButton />
      <TextLink to="/">Go to the public site</TextLink>
    </AuthLayout>
  )
}
