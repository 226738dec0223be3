import { CodeForm } from './mfa-code-form.tsx'
import { GateFrame } from './auth-layout.tsx'
import { SignOutButton } from './sign-out-button.tsx'
import { useTitle } from '../../web/workspace/use-title.ts'

const TITLE = 'Enter your code'

/** The second step of signing in, for accounts with an authenticator app. */
export function CodeScreen() {
  useTitle(TITLE)
  return (
    <GateFrame title={TITLE}>
      <CodeForm />
      <SignOutButton />
      <p className="muted">Neither at hand? An admin of your team can take the second step away.</p>
    </GateFrame>
  )
}
