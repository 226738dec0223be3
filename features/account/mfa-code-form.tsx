import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureReason, type FailureReason } from '../../web/api/api-error.ts'
import { submitCode, submitRecoveryCode } from './mfa.api.ts'
import { Button } from '../../web/ui/button.tsx'
import { Field, focusOnMount } from '../../web/ui/field.tsx'
import { Form, formText } from '../../web/ui/form.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { networkErrorMessage } from '../../web/api/error-text.ts'
import { useClient } from '../../web/api/session.ts'
import styles from './auth-layout.module.css'

type Way = 'app' | 'recovery'

const words: Record<Way, { text: string; label: string; hint: string; other: string }> = {
  app: {
    text: 'One more step: the code your authenticator app shows.',
    label: 'Six-digit code',
    hint: 'It changes every 30 seconds.',
    other: 'Use a recovery code instead',
  },
  recovery: {
    text: 'One of the codes you kept for the day your phone is away. Each works once.',
    label: 'Recovery code',
    hint: 'Capitals, spaces and hyphens do not matter.',
    other: 'Use the authenticator app instead',
  },
}

/** Asks for a code of the authenticator app or for a recovery code. */
export function CodeForm() {
  const [way, setWay] = useState<Way>('app')
  const { text, other } = words[way]
  return (
    <>
      <p className="muted">{text}</p>
      <CodeEntry key={way} way={way} />
      <button
        type="button"
        className={styles.textButton}
        onClick={() => setWay(way === 'app' ? 'recovery' : 'app')}
      >
        {other}
      </button>
    </>
  )
}

function CodeEntry({ way }: { way: Way }) {
  const backend = useClient()
  const toast = useToast()
  const { label, hint } = words[way]
  const { mutate, isPending, error } = useMutation({
    mutationFn: (code: string) =>
      way === 'app' ? submitCode(backend, code) : submitRecoveryCode(backend, code),
    // The role is read after the session changes.
    meta: { endsSession: true },
    onSuccess: () => toast({ title: 'Welcome back!', text: "You've successfully signed in." }),
  })
  return (
    <Form className={styles.form} busy={isPending} onSend={(data) => mutate(formText(data, 'code'))}>
      <Field
        ref={focusOnMount}
        label={label}
        name="code"
        hint={hint}
        inputMode={way === 'app' ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        error={error ? refusal(failureReason(error), way) : undefined}
        required
        unmarked
      />
      <Button type="submit" busy={isPending}>
        {isPending ? 'Signing In...' : 'Sign In'}
      </Button>
    </Form>
  )
}

function refusal(reason: FailureReason, way: Way): string {
  if (reason !== 'wrong-code')
    return networkErrorMessage(reason) ?? 'The code could not be checked. Please try again.'
  return way === 'app'
    ? 'This code is not right, or was used already. Please enter the newest one.'
    : 'This recovery code is not right, or was used already.'
}
