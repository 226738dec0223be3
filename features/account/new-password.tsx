import { useMutation } from '@tanstack/react-query'
import { setPassword } from './account.api.ts'
import { failureReason, type FailureReason } from '../../web/api/api-error.ts'
import { Button } from '../../web/ui/button.tsx'
import { Form, formText } from '../../web/ui/form.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { passwordRefusal, waitOrConnection } from '../../web/api/error-text.ts'
import { GateFrame } from './auth-layout.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useBackend, useProfile } from '../../web/api/session.ts'
import { useTitle } from '../../web/workspace/use-title.ts'

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
