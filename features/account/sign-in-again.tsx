import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Account } from '../../web/api/current-session.ts'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { CodeForm } from './mfa-code-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useSignOut } from '../../web/api/session.ts'
import styles from './auth-layout.module.css'
import popup from '../../web/ui/popup.module.css'

/** Dialog over the page when the session expires: typed text stays and work continues after signing in. */
export function SignInAgain({ account, needsCode }: { account: Account; needsCode: boolean }) {
  const queries = useQueryClient()
  const { leave } = useSignOut()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => () => void queries.invalidateQueries(), [queries])
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={`${popup.scrim} ${styles.opaque}`} />
        <AlertDialog.Popup
          ref={box}
          className={`themed-popup ${popup.popup}`}
          initialFocus={() => box.current?.querySelector<HTMLElement>('[name=password]') ?? null}
        >
          <AlertDialog.Title className={popup.question}>Your session has ended</AlertDialog.Title>
          <AlertDialog.Description className={popup.detail}>
            Sign in again to go on where you were. Nothing you typed is lost.
          </AlertDialog.Description>
          {needsCode ? <CodeForm /> : <SignInForm email={account.email ?? ''} />}
          <ToolButton onClick={leave}>Leave, and sign in as somebody else</ToolButton>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
