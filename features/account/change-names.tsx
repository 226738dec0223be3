import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureReason } from '../../web/api/api-error.ts'
import { changeNames } from './own-account.api.ts'
import { networkErrorMessage } from '../../web/api/error-text.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Field } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useUnsaved } from '../../web/workspace/unsaved-changes.tsx'
import styles from './account-page.module.css'

const LONGEST = 100

export function ChangeNames() {
  const backend = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const profile = useProfile()
  const saved = { firstName: profile.first_name ?? '', lastName: profile.last_name ?? '' }
  const [names, setNames] = useState(saved)
  const changed = names.firstName !== saved.firstName || names.lastName !== saved.lastName
  useUnsaved(changed)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      changeNames(backend, {
        id: profile.id,
        firstName: names.firstName.trim(),
        lastName: names.lastName.trim(),
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.profile })
      setNames({ firstName: names.firstName.trim(), lastName: names.lastName.trim() })
      toast({ title: 'Success', text: 'Your name was saved' })
    },
  })
  return (
    <Panel title="Name">
      <Form className="panel-form" busy={isPending} onSend={() => mutate()}>
        <div className={styles.pair}>
          <Field
            label="First name"
            autoComplete="given-name"
            maxLength={LONGEST}
            value={names.firstName}
            onChange={({ target }) => setNames({ ...names, firstName: target.value })}
          />
          <Field
            label="Last name"
            autoComplete="family-name"
            maxLength={LONGEST}
            value={names.lastName}
            onChange={({ target }) => setNames({ ...names, lastName: target.value })}
          />
        </div>
        {error ? (
          <Alert>
            {networkErrorMessage(failureReason(error)) ?? 'Your name could not be saved. Please try again.'}
          </Alert>
        ) : null}
        <div className="actions">
          <ToolButton variant="primary" type="submit" busy={isPending} disabled={!changed}>
            {isPending ? 'Saving...' : 'Save name'}
          </ToolButton>
        </div>
      </Form>
    </Panel>
  )
}
