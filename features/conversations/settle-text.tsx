import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BackendError } from '../../web/api/api-error.ts'
import { settleText, type Settlement } from './telephone.ts'
import { useBackend } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { keys } from '../../web/workspace/query-client.ts'

const decisions: readonly { decision: Settlement; label: string }[] = [
  { decision: 'sent', label: 'It was sent' },
  { decision: 'not-sent', label: 'It was not sent' },
  { decision: 'send-again', label: 'Send it again' },
]

/** Nobody knows whether this text was sent: a person decides. */
export function SettleText({ logId }: { logId: string }) {
  const backend = useBackend()
  const toast = useToast()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (decision: Settlement) => settleText(backend, logId, decision),
    onError: (error) =>
      toast({
        kind: 'destructive',
        title: 'Error',
        text: error instanceof BackendError ? error.message : 'Please try again in a moment.',
      }),
    onSettled: () => void queries.invalidateQueries({ queryKey: keys.logs }),
  })
  return (
    <div className="settle">
      <p>We could not find out whether this text was sent. Please ask the contact, then decide:</p>
      <div className="actions">
        {decisions.map(({ decision, label }) => (
          <ToolButton key={decision} busy={isPending} onClick={() => mutate(decision)}>
            {label}
          </ToolButton>
        ))}
      </div>
    </div>
  )
}
