import { useMutation } from '@tanstack/react-query'
import { requestRecovery, setPassword } from './account.api.ts'
import { failureReason, type FailureReason } from '../../web/api/api-error.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Button } from '../../web/ui/button.tsx'
import { Field } from '../../web/ui/field.tsx'
import { Form, formText } from '../../web/ui/form.tsx'
import { Link } from '../../web/ui/link.tsx'
import { networkErrorMessage, passwordRefusal } from '../../web/api/error-text.ts'
import { AuthLayout } from './auth-layout.tsx'
import { MailNote } from '../../web/workspace/mail-note.tsx'
import { useClient, useProfile } from '../../web/api/session.ts'
import { useTitle } from '../../web/workspace/use-title.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import styles from './auth-layout.module.css'

/** Requests a link to reset the password. */
export function RecoveryRequest() {
  useTitle('Forgot your password?')
  const backend = useClient()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (email: string) => requestRecovery(backend, email),
  })
  return (
    <AuthLayout title="Forgot your password?">
      {isSuccess ? (
        <output>If there is an account with this address, a link to set a new password is on its way.</output>
      ) : (
        <Form className={styles.form} busy={isPending} onSend={(data) => mutate(formText(data, 'email'))}>
          <Field label="Email" name="email" type="email" autoComplete="username" required unmarked />
          {error ? (
            <Alert>
              {networkErrorMessage(failureReason(error)) ?? 'The link could not be sent. Please try again.'}
            </Alert>
          ) : null}
          <Button type="submit" busy={isPending}>
            {isPending ? 'Sending...' : 'Send me a link'}
          </Button>
        </Form>
      )}
      <MailNote />
      <nav className={styles.ways} aria-label="Account">
        <Link to="?">Back to sign in</Link>
      </nav>
    </AuthLayout>
  )
}

/** Last step of a recovery or an invitation. */
export function NewPassword({ onDone }: { onDone: () => void }) {
  useTitle('Set a new password')
  const backend = useClient()
  const toast = useToast()
  const { email } = useProfile()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (password: string) => setPassword(backend, password),
    onSuccess: () => {
      toast({ title: 'Password changed', text: 'You are signed in with the new one.' })
      onDone()
    },
  })
  return (
    <AuthLayout title="Set a new password">
      <Form className={styles.form} busy={isPending} onSend={(data) => mutate(formText(data, 'password'))}>
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField label="New password" error={error ? refusal(failureReason(error)) : undefined} />
        <Button type="submit" busy={isPending}>
          {isPending ? 'Saving...' : 'Save password'}
        </Button>
      </Form>
    </AuthLayout>
  )
}

function refusal(reason: FailureReason): string {
  return (
    passwordRefusal(reason) ??
    networkErrorMessage(reason) ??
    'The password could not be saved. Please ask for a new link.'
  )
}
