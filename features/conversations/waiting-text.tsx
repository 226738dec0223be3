import type { MessageRow } from '../../db/row-types.ts'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useTextDraft } from './use-send-sms.ts'
import { useCancelText } from './use-cancel-text.ts'

/** A scheduled text, with buttons to cancel it or to edit it in the composer. */
export function WaitingText({ entry }: { entry: MessageRow }) {
  const { text, write } = useTextDraft(entry.contact_id ?? '')
  const { mutate, isPending } = useCancelText(entry.id)
  const words = entry.message ?? ''
  const change = () => write(text.trim() === '' ? words : `${text.trimEnd()} ${words}`)
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
