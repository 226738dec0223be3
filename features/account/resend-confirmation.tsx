import { useMutation } from '@tanstack/react-query'
import { resendConfirmation } from './account.api.ts'
import { failureReason } from '../../web/api/api-error.ts'
import { Button } from '../../web/ui/button.tsx'
import { waitOrConnection } from '../../web/api/error-text.ts'
import { useBackend } from '../../web/api/session.ts'

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
