import type { MessageRow } from '../../db/row-types.ts'
import { Glyph } from '../../web/ui/icon.tsx'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { formatAuthor, describeEntry } from './conversations.ts'
import { WaitingText } from './waiting-text.tsx'
import { StatusLine } from './message-status.tsx'
import { formatLocalTime } from './quiet-hours-note.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { serverMessage } from '../../web/api/error-text.ts'
import { settleSms, type Settlement } from './conversations.api.ts'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { keys } from '../../web/workspace/query-client.ts'

const decisions: readonly { decision: Settlement; label: string }[] = [
  { decision: 'sent', label: 'It was sent' },
  { decision: 'not-sent', label: 'It was not sent' },
  { decision: 'send-again', label: 'Send it again' },
]

/** A text or call, aligned by direction. */
export function ThreadEntry({ entry }: { entry: MessageRow }) {
  const { type, direction, status, message, media_count: media, created_at: createdAt } = entry
  const outbound = direction === 'outbound'
  const author = outbound ? formatAuthor(entry) : null
  return (
    <li className={`bubble bubble-${direction} bubble-${type}`}>
      <span className="visually-hidden">{describeEntry(entry)}: </span>
      {type === 'call' ? (
        <p className="bubble-title" aria-hidden="true">
          <Glyph name="call" />
          {describeEntry(entry)}
        </p>
      ) : (
        <p className="bubble-text">{message}</p>
      )}
      {media > 0 ? <p>{media === 1 ? '1 attachment' : `${media} attachments`}, not kept here</p> : null}
      <p className="bubble-foot">
        <MomentOf at={createdAt} />
        {author === null ? null : <span>{author}</span>}
        {outbound || status === 'missed' ? (
          <StatusLine status={status} delivery={entry.delivery_status} />
        ) : null}
      </p>
      <Explanation entry={entry} />
    </li>
  )
}

function Explanation({ entry }: { entry: MessageRow }) {
  const { id, type, status, send_at: sendAt, error_message: error, override_reason: override } = entry
  const waits = type === 'sms' && entry.direction === 'outbound' && ['queued', 'scheduled'].includes(status)
  return (
    <>
      {status === 'scheduled' && sendAt !== null ? (
        <p className="bubble-note">Goes out on {formatLocalTime(new Date(sendAt), entry.phone_number)}.</p>
      ) : null}
      {entry.allowed_by === 'reply' ? (
        <p className="bubble-note">Reply within 24 hours of their message.</p>
      ) : null}
      {waits ? <WaitingText entry={entry} /> : null}
      {override === null ? null : <p className="bubble-note">Sent outside the usual hours: {override}</p>}
      {error === null ? null : <p className="bubble-note bubble-error">{error}</p>}
      {type === 'sms' && status === 'unknown' ? <SettleText logId={id} /> : null}
    </>
  )
}

/** Lets staff decide on a text with unknown delivery. */
function SettleText({ logId }: { logId: string }) {
  const backend = useClient()
  const toast = useToast()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (decision: Settlement) => settleSms(backend, logId, decision),
    onError: (error) => toast({ kind: 'destructive', title: 'Error', text: serverMessage(error) }),
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
