import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Account } from '../../web/api/current-session.ts'
import { useSignOut } from '../../web/api/session.ts'
import { popups } from '../../web/ui/popups.ts'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { CodeForm } from './mfa-code-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import styles from './auth-layout.module.css'

/** Dialog over the page when the session expires: typed text stays and work continues after signing in. */
export function SignInAgain({ account, needsCode }: { account: Account; needsCode: boolean }) {
  const queries = useQueryClient()
  const { leave } = useSignOut()
  const fetched = popups.use()
  useEffect(() => void popups.fetch(), [])
  useEffect(() => () => void queries.invalidateQueries(), [queries])
  if (!fetched) return null
  return (
    <fetched.AlertPopup
      open
      title="Your session has ended"
      detail="Sign in again to continue where you were. Nothing you typed is lost."
      scrimClass={styles.opaque}
      firstFocus="[name=password]"
    >
      {needsCode ? <CodeForm /> : <SignInForm email={account.email ?? ''} />}
      <ToolButton onClick={leave}>Leave, and sign in as somebody else</ToolButton>
    </fetched.AlertPopup>
  )
}
