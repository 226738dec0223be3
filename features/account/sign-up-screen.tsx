import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { signUp } from './account.api.ts'
import { failureReason } from '../../web/api/api-error.ts'
import { Button } from '../../web/ui/button.tsx'
import { Field } from '../../web/ui/field.tsx'
import { Form, formText } from '../../web/ui/form.tsx'
import { Link } from '../../web/ui/link.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { passwordRefusal, networkErrorMessage } from '../../web/api/error-text.ts'
import { AuthLayout } from './auth-layout.tsx'
import { MailNote } from '../../web/workspace/mail-note.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useClient } from '../../web/api/session.ts'
import { useTitle } from '../../web/workspace/use-title.ts'
import styles from './auth-layout.module.css'

export function SignUpScreen() {
  useTitle('Create account')
  return (
    <AuthLayout title="Create account">
      <p className="muted">An administrator gives new accounts access to the dashboard.</p>
      <SignUpForm />
      <MailNote />
      <nav className={styles.ways} aria-label="Account">
        <Link to="?">Back to sign in</Link>
      </nav>
    </AuthLayout>
  )
}

function SignUpForm() {
  const backend = useClient()
  const toast = useToast()
  const navigate = useNavigate()
  const [passwordError, setPasswordError] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: (form: FormData) => signUp(backend, newAccount(form)),
    onMutate: () => setPasswordError(undefined),
    onSuccess: () => {
      toast({ title: 'Account Created!', text: 'Please check your email to verify your account' })
      void navigate('?', { replace: true })
    },
    onError: (error) => {
      const reason = failureReason(error)
      setPasswordError(passwordRefusal(reason) ?? undefined)
      const known = reason === 'unavailable' ? null : networkErrorMessage(reason)
      const text = known ?? 'Unable to create account. Please try again.'
      toast({ kind: 'destructive', title: 'Sign Up Error', text })
    },
  })
  return (
    <Form className={styles.form} busy={isPending} onSend={(data) => mutate(data)}>
      <div className={styles.pair}>
        <Field label="First name" name="firstName" autoComplete="given-name" maxLength={100} />
        <Field label="Last name" name="lastName" autoComplete="family-name" maxLength={100} />
      </div>
      <Field label="Email" name="email" type="email" autoComplete="username" required unmarked />
      <NewPasswordField label="Password" error={passwordError} />
      <Button type="submit" busy={isPending}>
        {isPending ? 'Creating account...' : 'Create account'}
      </Button>
    </Form>
  )
}

function newAccount(form: FormData) {
  return {
    email: formText(form, 'email'),
    password: formText(form, 'password'),
    firstName: formText(form, 'firstName').trim(),
    lastName: formText(form, 'lastName').trim(),
  }
}
