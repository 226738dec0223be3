import { useMutation, useQuery } from '@tanstack/react-query'
import { failureReason, type FailureReason } from '../../web/api/api-error.ts'
import type { Backend } from '../../web/api/client.ts'
import { confirmAuthenticator, enrolAuthenticator, makeRecoveryCodes } from './mfa.api.ts'
import { networkErrorMessage } from '../../web/api/error-text.ts'
import { useClient } from '../../web/api/session.ts'
import { Field } from '../../web/ui/field.tsx'
import { Form, formText } from '../../web/ui/form.tsx'
import { FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import styles from './account-page.module.css'

interface SetUpProps {
  /** Gets the recovery codes; null if they could not be created. */
  onDone: (codes: string[] | null) => void
  onCancel: () => void
}

/** Shows a new secret for an authenticator app and verifies its first code. */
export function SetUpAuthenticator({ onDone, onCancel }: SetUpProps) {
  const backend = useClient()
  const toast = useToast()
  const enrolment = useQuery({
    queryKey: ['enrolment'],
    queryFn: () => enrolAuthenticator(backend),
    // A refetch would replace the secret the user is scanning.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ id, code }: { id: string; code: string }) => confirm(backend, id, code),
    onSuccess: (codes) => {
      toast({ title: 'Two-step sign-in is on', text: 'Every other device was signed out.' })
      onDone(codes)
    },
  })
  if (enrolment.isPending) return <LoadingList label="Loading..." />
  if (enrolment.isError && !enrolment.data) {
    return <FailedList onRetry={() => void enrolment.refetch()}>The set-up could not be started.</FailedList>
  }
  const { id, qrCode, secret } = enrolment.data
  return (
    <Form
      className={`panel-form ${styles.setUp}`}
      busy={isPending}
      onSend={(data) => mutate({ id, code: formText(data, 'code') })}
    >
      <img className={styles.setUpCode} src={qrCode} width={200} height={200} alt="QR code for the app" />
      <div className={styles.setUpSteps}>
        <p>
          <b>1.</b> Open an authenticator app on your phone and let it scan this picture. Without a camera,
          type this key:
        </p>
        <p className={`mono ${styles.setUpSecret}`}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
        <p>
          <b>2.</b> Enter the code it shows.
        </p>
        <Field
          label="Six-digit code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          error={error ? refusal(failureReason(error)) : undefined}
          required
          unmarked
        />
        <div className="actions">
          <ToolButton variant="primary" type="submit" busy={isPending}>
            {isPending ? 'Checking...' : 'Switch on'}
          </ToolButton>
          <ToolButton onClick={onCancel}>Cancel</ToolButton>
        </div>
      </div>
    </Form>
  )
}

/** The first code enables the factor; failed recovery codes can be created later. */
async function confirm(backend: Backend, id: string, code: string): Promise<string[] | null> {
  await confirmAuthenticator(backend, id, code)
  return makeRecoveryCodes(backend).catch(() => null)
}

function refusal(reason: FailureReason): string {
  if (reason === 'wrong-code')
    return 'This code is not right. Please enter the newest one, and check the clock of your phone.'
  return networkErrorMessage(reason) ?? 'The code could not be checked. Please start again.'
}
