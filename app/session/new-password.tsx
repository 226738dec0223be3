import { useMutation } from '@tanstack/react-query'
import { setPassword } from '../backend/accounts.ts'
import { failureReason, type FailureReason } from '../backend/backend-error.ts'
import { Button } from '../ui/button.tsx'
import { Form, formText } from '../ui/form.tsx'
import { useToast } from '../ui/toast.tsx'
import { passwordRefusal, waitOrConnection } from './failure-words.ts'
import { GateFrame } from './gate-frame.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useBackend, useProfile } from './session.ts'
import { useTitle } from './use-title.ts'

/** The last step of a recovery or an invitation. */
export function NewPassword({ onDone }: { onDone: () => void }) {
  useTitle('Set a new password')
  const backend = useBackend()
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
    <GateFrame title="Set a new password">
      <Form className="gate-form" busy={isPending} onSend={(data) => mutate(formText(data, 'password'))}>
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField label="New password" error={error ? refusal(failureReason(error)) : undefined} />
        <Button type="submit" busy={isPending}>
          {isPending ? 'Saving...' : 'Save password'}
        </Button>
      </Form>
    </GateFrame>
  )
}

function refusal(reason: FailureReason): string {
  return (
    passwordRefusal(reason) ??
    waitOrConnection(reason) ??
    'The password could not be saved. Please ask for a new link.'
  )
}
