import { useMutation } from '@tanstack/react-query'
import { failureReason } from '../../web/api/api-error.ts'
import { requestEmailChange } from './own-account.api.ts'
import { networkErrorMessage } from '../../web/api/error-text.ts'
import { MailNote } from '../../web/workspace/mail-note.tsx'
import { useClient, useProfile } from '../../web/api/session.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Field } from '../../web/ui/field.tsx'
import { Form, formText } from '../../web/ui/form.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import styles from './account-page.module.css'

export function ChangeEmail() {
  const backend = useClient()
  const profile = useProfile()
  const {
    mutate,
    isPending,
    error,
    data: asked,
  } = useMutation({
    mutationFn: async (email: string) => {
      await requestEmailChange(backend, email)
      return email
    },
  })
  const reason = error ? failureReason(error) : null
  return (
    <Panel title="Email address">
      <Form className="panel-form" busy={isPending} onSend={(data) => mutate(formText(data, 'email').trim())}>
        <p>
          You sign in as <b className={styles.email}>{profile.email}</b>
        </p>
        <Field
          label="New email address"
          name="email"
          type="email"
          autoComplete="email"
          hint="Both addresses get a link. The new one takes effect once both links have been opened."
          error={reason === 'taken-address' ? 'Another account has this address.' : undefined}
          required
          unmarked
        />
        {reason && reason !== 'taken-address' ? (
          <Alert>{networkErrorMessage(reason) ?? 'The address could not be changed. Please check it.'}</Alert>
        ) : null}
        {asked && !isPending && !error ? (
          <output className={styles.asked}>
            Links are on their way to {profile.email} and {asked}. They work for 10 minutes.
          </output>
        ) : null}
        <MailNote />
        <div className="actions">
          <ToolButton variant="primary" type="submit" busy={isPending}>
            {isPending ? 'Sending...' : 'Send the links'}
          </ToolButton>
        </div>
      </Form>
    </Panel>
  )
}
