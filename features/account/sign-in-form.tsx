import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { signIn, resendConfirmation } from './account.api.ts'
import { failureReason, type FailureReason } from '../../web/api/api-error.ts'
import { Button } from '../../web/ui/button.tsx'
import { Field } from '../../web/ui/field.tsx'
import { Form, formText } from '../../web/ui/form.tsx'
import { PasswordField } from '../../web/ui/password-field.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { networkErrorMessage } from '../../web/api/error-text.ts'
import { useClient } from '../../web/api/session.ts'
import styles from './auth-layout.module.css'

const WRONG = 'Invalid email or password. Please try again.'

/** `email` fixes the account, if only one may sign in. */
export function SignInForm({ email }: { email?: string }) {
  const backend = useClient()
  const toast = useToast()
  const password = useRef<HTMLInputElement>(null)
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null)
  const [wrong, setWrong] = useState(false)
  const takeBackToast = useRef<() => void>(undefined)
  // On another screen, such as the one for a forgotten password, the failure is over.
  useEffect(() => () => takeBackToast.current?.(), [])
  const { mutate, isPending } = useMutation({
    mutationFn: (form: FormData) => signIn(backend, formText(form, 'email'), formText(form, 'password')),
    onMutate: () => {
      setUnconfirmed(null)
      setWrong(false)
    },
    onSuccess: (complete) =>
      complete ? toast({ title: 'Welcome back!', text: "You've successfully signed in." }) : undefined,
    onError: (error, form) => {
      const reason = failureReason(error)
      if (reason === 'unconfirmed') setUnconfirmed(formText(form, 'email'))
      setWrong(signInFailure(reason) === WRONG)
      takeBackToast.current = toast({
        kind: 'destructive',
        title: 'Sign In Error',
        text: signInFailure(reason),
      })
      password.current?.select()
    },
  })
  return (
    <Form className={styles.form} busy={isPending} onSend={(data) => mutate(data)}>
      <Field
        ref={email === undefined ? focusUnlessBusy : undefined}
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        readOnly={email !== undefined}
        required
        unmarked
      />
      <PasswordField
        ref={password}
        label="Password"
        name="password"
        autoComplete="current-password"
        error={wrong ? 'Check the email address and the password.' : undefined}
        required
        unmarked
      />
      <Button type="submit" busy={isPending}>
        {isPending ? 'Signing In...' : 'Sign In'}
      </Button>
      {unconfirmed === null ? null : <ResendConfirmation email={unconfirmed} />}
    </Form>
  )
}

/** Does not steal focus from a field the user has already moved to. */
function focusUnlessBusy(field: HTMLInputElement | null) {
  const { activeElement, body } = document
  if (activeElement === null || activeElement === body) field?.focus()
}

function signInFailure(reason: FailureReason): string {
  if (reason === 'unconfirmed') return 'Please confirm your email address first. We sent you a link.'
  return networkErrorMessage(reason) ?? WRONG
}

/** Button to resend the confirmation mail, with the result. */
function ResendConfirmation({ email }: { email: string }) {
  const backend = useClient()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => resendConfirmation(backend, email),
  })
  return (
    <div className={styles.form}>
      <Button variant="outline" icon={null} busy={isPending} onClick={() => mutate()}>
        Send the confirmation email again
      </Button>
      <output className="muted">
        {isSuccess ? 'Sent. Please look into your mailbox.' : null}
        {error
          ? (networkErrorMessage(failureReason(error)) ?? 'It could not be sent. Please try again.')
          : null}
      </output>
    </div>
  )
}
