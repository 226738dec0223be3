import { useSearchParams } from 'react-router'
import { RecoveryRequest } from './password-recovery.tsx'
import { SignInScreen } from './sign-in-screen.tsx'
import { SignUpScreen } from './sign-up-screen.tsx'

/** What nobody in particular sees at the address of the dashboard: `?view=` chooses between signing in and its helpers. */
export function AccessScreen() {
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
