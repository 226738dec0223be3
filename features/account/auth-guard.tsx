import { Fragment, type ReactNode } from 'react'
import { site } from '../../site.config.ts'
import { TextLink } from '../../web/ui/text-link.tsx'
import { Button } from '../../web/ui/button.tsx'
import { AuthLayout, Starting, LoadingScreen } from './auth-layout.tsx'
import { isManager, useSession } from '../../web/api/session.ts'
import { SignInAgain } from './sign-in-again.tsx'
import { SignOutButton } from './sign-out-button.tsx'
import { useTitle } from '../../web/workspace/use-title.ts'
import { CodeForm } from './mfa-code-form.tsx'
import { useSearchParams } from 'react-router'
import { RecoveryRequest } from './password-recovery.tsx'
import { SignInScreen } from './sign-in-screen.tsx'
import { SignUpScreen } from './sign-up-screen.tsx'

/** Shows the dashboard to managers and admins, and to everybody else what they can do instead. */
export function ManagerGuard({ children }: { children: ReactNode }) {
  const session = useSession()
  const starting = session.status === 'starting'
  if (session.status === 'loading') return <LoadingScreen />
  // One and the same element, so that what was typed meanwhile stays.
  if (starting || session.status === 'signed-out') {
    return (
      <Starting value={starting}>
        <AccessScreen />
      </Starting>
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

const TITLE = 'Enter your code'

/** The second step of signing in, for accounts with an authenticator app. */
function CodeScreen() {
  useTitle(TITLE)
  return (
    <AuthLayout title={TITLE}>
      <CodeForm />
      <SignOutButton />
      <p className="muted">Neither at hand? An admin of your team can take the second step away.</p>
    </AuthLayout>
  )
}

/** What nobody in particular sees at the address of the dashboard: `?view=` chooses between signing in and its helpers. */
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
