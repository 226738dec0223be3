import { useMutation } from '@tanstack/react-query'
import { resendConfirmation } from '../backend/accounts.ts'
import { failureReason } from '../backend/backend-error.ts'
import { Button } from '../ui/button.tsx'
import { waitOrConnection } from './failure-words.ts'
import { useBackend } from './session.ts'

/** Offers another confirmation mail, and says what became of it. */
export function ResendConfirmation({ email }: { email: string }) {
  const backend = useBackend()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => resendConfirmation(backend, email),
  })
  return (
    <div className="gate-form">
      <Button variant="outline" icon={null} busy={isPending} onClick={() => mutate()}>
        Send the confirmation email again
      </Button>
      <output className="muted">
        {isSuccess ? 'Sent. Please look into your mailbox.' : null}
        {error ? (waitOrConnection(failureReason(error)) ?? 'It could not be sent. Please try again.') : null}
      </output>
    </div>
  )
}
