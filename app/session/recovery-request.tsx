import { useMutation } from '@tanstack/react-query'
import { requestRecovery } from '../backend/accounts.ts'
import { failureReason } from '../backend/backend-error.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Form, formText } from '../ui/form.tsx'
import { Link } from '../ui/link.tsx'
import { waitOrConnection } from './failure-words.ts'
import { GateFrame } from './gate-frame.tsx'
import { MailNote } from './mail-note.tsx'
import { useBackend } from './session.ts'
import { useTitle } from './use-title.ts'

/** Asks for the link with which a new password can be set. */
export function RecoveryRequest() {
  useTitle('Forgot your password?')
  const backend = useBackend()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (email: string) => requestRecovery(backend, email),
  })
  return (
    <GateFrame title="Forgot your password?">
      {isSuccess ? (
        <output>If there is an account with this address, a link to set a new password is on its way.</output>
      ) : (
        <Form className="gate-form" busy={isPending} onSend={(data) => mutate(formText(data, 'email'))}>
          <Field label="Email" name="email" type="email" autoComplete="username" required unmarked />
          {error ? (
            <Alert>
              {waitOrConnection(failureReason(error)) ?? 'The link could not be sent. Please try again.'}
            </Alert>
          ) : null}
          <Button type="submit" busy={isPending}>
            {isPending ? 'Sending...' : 'Send me a link'}
          </Button>
        </Form>
      )}
      <MailNote />
      <nav className="gate-ways" aria-label="Account">
        <Link to="?">Back to sign in</Link>
      </nav>
    </GateFrame>
  )
}
