import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { failureReason, type FailureReason } from '../../web/api/api-error.ts'
import { changePassword } from './own-account.api.ts'
import { passwordRefusal, networkErrorMessage } from '../../web/api/error-text.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { useClient, useProfile } from '../../web/api/session.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Form, formText } from '../../web/ui/form.tsx'
import { PasswordField } from '../../web/ui/password-field.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { keys } from '../../web/workspace/query-client.ts'

export function ChangePassword() {
  const backend = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const { email } = useProfile()
  const form = useRef<HTMLFormElement>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (data: FormData) =>
      changePassword(backend, { password: formText(data, 'password'), current: formText(data, 'current') }),
    onSuccess: () => {
      form.current?.reset()
      toast({ title: 'Password changed', text: 'Every other device was signed out.' })
      void queries.invalidateQueries({ queryKey: keys.devices })
    },
  })
  const reason = error ? failureReason(error) : null
  return (
    <Panel title="Password">
      <Form ref={form} className="panel-form" busy={isPending} onSend={(data) => mutate(data)}>
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current password"
          name="current"
          autoComplete="current-password"
          error={reason === 'wrong-password' ? 'This is not your current password.' : undefined}
          required
          unmarked
        />
        <NewPasswordField label="New password" error={(reason && passwordRefusal(reason)) ?? undefined} />
        {reason && !isAtField(reason) ? (
          <Alert>
            {networkErrorMessage(reason) ?? 'The password could not be changed. Please try again.'}
          </Alert>
        ) : null}
        <p className="panel-text">Changing it signs out every other device.</p>
        <div className="actions">
          <ToolButton variant="primary" type="submit" busy={isPending}>
            {isPending ? 'Changing...' : 'Change password'}
          </ToolButton>
        </div>
      </Form>
    </Panel>
  )
}

function isAtField(reason: FailureReason): boolean {
  return reason === 'wrong-password' || passwordRefusal(reason) !== null
}
