import { useMutation } from '@tanstack/react-query'
import { FLAGGED_TITLE } from '../submissions/submissions.ts'
import { acceptSubmission, type LinkedNotification } from './notifications.api.ts'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { useRestoreFocus } from '../../web/workspace/use-restore-focus.ts'

const meta = { changes: [keys.notifications, keys.contacts, keys.stats] }

/** Button under a notification of possible spam: accepts the submission as a contact. */
export function FlaggedNotification({ notification }: { notification: LinkedNotification }) {
  const { title, message, contact, submission_id: submission } = notification
  const backend = useClient()
  const toast = useToast()
  const fail = useFailureToast()
  const accept = useMutation({
    meta,
    mutationFn: (id: string) => acceptSubmission(backend, id),
    onSuccess: () => toast({ title: 'Success', text: 'Contact added' }),
    onError: (error) => fail('Failed to add the contact', error),
  })
  const offered = title === FLAGGED_TITLE && submission !== null && contact === null
  const place = useRestoreFocus<HTMLParagraphElement>(offered)
  if (!offered) {
    return accept.isSuccess ? (
      <p ref={place} tabIndex={-1}>
        Added as a contact.
      </p>
    ) : null
  }
  return (
    <p>
      <ToolButton icon="check" busy={accept.isPending} onClick={() => accept.mutate(submission)}>
        Not spam: add contact<span className="visually-hidden"> from {message}</span>
      </ToolButton>
    </p>
  )
}
