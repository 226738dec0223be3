import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useTextDraft } from './use-send-sms.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { serverMessage } from '../../web/api/error-text.ts'
import { cancelText, type MessageRow } from './conversations.api.ts'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { keys } from '../../web/workspace/query-client.ts'

/** A scheduled text, with buttons to cancel it or to edit it in the composer. */
export function WaitingText({ entry }: { entry: MessageRow }) {
  const { append } = useTextDraft(entry.contact_id ?? '')
  const { mutate, isPending } = useCancelText(entry.id)
  const change = () => append(entry.message ?? '')
  return (
    <div className="actions">
      <ToolButton busy={isPending} onClick={() => mutate(() => undefined)}>
        Cancel text
      </ToolButton>
      {entry.contact_id === null ? null : (
        <ToolButton busy={isPending} onClick={() => mutate(change)}>
          Change text
        </ToolButton>
      )}
    </div>
  )
}

/** Cancels a scheduled text; `onCanceled` runs after the server has confirmed it. */
function useCancelText(logId: string) {
  const backend = useClient()
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (_onCanceled: () => void) => cancelText(backend, logId),
    onSuccess: (_done, onCanceled) => {
      toast({ title: 'Success', text: 'Text canceled' })
      onCanceled()
    },
    onError: (error) => toast({ kind: 'destructive', title: 'Error', text: serverMessage(error) }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: keys.logs })
      void queries.invalidateQueries({ queryKey: keys.timeline })
    },
  })
}
