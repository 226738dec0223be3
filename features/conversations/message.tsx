import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { serverMessage } from '../../web/api/error-text.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { TimeOfDay } from '../../web/ui/date-time.tsx'
import { Glyph, type GlyphName } from '../../web/ui/icon.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { CallOutcomeOf } from './call-outcome.tsx'
import { settleSms, type MessageRow } from './conversations.api.ts'
import { describeMessage, type SmsDecision } from './conversations.ts'
import { EmailBody } from './email-body.tsx'
import { formatLocalTime } from './quiet-hours-note.tsx'
import statusStyles from './message-status.module.css'
import styles from './timeline.module.css'
import { TextMedia } from './text-media.tsx'
import { WaitingText } from './waiting-text.tsx'

const glyphs: Record<MessageRow['type'], GlyphName> = { sms: 'message', call: 'call', email: 'read' }

const decisions: readonly { decision: SmsDecision; label: string }[] = [
  { decision: 'sent', label: 'It was sent' },
  { decision: 'not-sent', label: 'It was not sent' },
  { decision: 'send-again', label: 'Send it again' },
]

/** A text, call or email: theirs at the left, ours stepped to the right. */
export function MessageEntry({ message }: { message: MessageRow }) {
  const { type, direction, status } = message
  const outbound = direction === 'outbound'
  const { email: own } = useProfile()
  return (
    <li
      className={`${styles.entry} ${styles[direction]} ${styles[findTone(message)] ?? ''}`}
      data-entry={`log ${message.id}`}
    >
      <span className={styles.glyph}>
        <Glyph name={glyphs[type]} size={16} />
      </span>
      <div className={styles.box}>
        <p className={styles.meta}>
          <b>{describeMessage(message, own)}</b>
          {outbound || status === 'missed' ? (
            <StatusLine status={status} delivery={message.delivery_status} />
          ) : null}
          <TimeOfDay at={message.created_at} />
        </p>
        <Words message={message} />
        <Explanation message={message} />
      </div>
    </li>
  )
}

function findTone({ status, seen }: MessageRow): 'failed' | 'scheduled' | 'unseen' | 'plain' {
  if (status === 'failed' || status === 'unknown') return 'failed'
  if (status === 'scheduled' || status === 'queued') return 'scheduled'
  return seen ? 'plain' : 'unseen'
}

function Words({ message }: { message: MessageRow }) {
  const { type, email, media } = message
  const lost = message.media_count - media.length
  if (type === 'email' && email !== null) return <EmailBody email={email} />
  return (
    <>
      {message.message ? <p className={styles.words}>{message.message}</p> : null}
      <TextMedia media={media} />
      {lost > 0 ? <p>{lost === 1 ? '1 attachment' : `${lost} attachments`}, not kept here</p> : null}
    </>
  )
}

function Explanation({ message }: { message: MessageRow }) {
  const { id, type, status, send_at: sendAt, error_message: error, override_reason: override } = message
  const waits = type === 'sms' && message.direction === 'outbound' && ['queued', 'scheduled'].includes(status)
  return (
    <>
      {status === 'scheduled' && sendAt !== null ? (
        <Remark>
          Goes out on {formatLocalTime(new Date(sendAt), message.phone_number)}
          {message.send_later ? ', unless they write or call first' : ''}.
        </Remark>
      ) : null}
      {message.allowed_by === 'reply' ? <Remark>Reply within 24 hours of their message.</Remark> : null}
      {waits ? <WaitingText entry={message} /> : null}
      {override === null ? null : <Remark>Sent outside the usual hours: {override}</Remark>}
      {error === null ? null : <p className={`${styles.remark} ${styles.error}`}>{error}</p>}
      {type === 'call' && status !== 'failed' ? <CallOutcomeOf call={message} /> : null}
      {type === 'sms' && status === 'unknown' ? <SettleText logId={id} /> : null}
    </>
  )
}

function Remark({ children }: { children: ReactNode }) {
  return <p className={styles.remark}>{children}</p>
}

/** Lets staff decide on a text with unknown delivery. */
function SettleText({ logId }: { logId: string }) {
  const backend = useClient()
  const toast = useToast()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (decision: SmsDecision) => settleSms(backend, logId, decision),
    onError: (error) => toast({ kind: 'destructive', title: 'Error', text: serverMessage(error) }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: keys.logs })
      void queries.invalidateQueries({ queryKey: keys.timeline })
    },
  })
  return (
    <div className={styles.remark}>
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

interface StatusLineProps {
  status: string
  delivery: string | null
}

/** Our status of an entry and the carrier's delivery status. */
export function StatusLine({ status, delivery }: StatusLineProps) {
  const tone = statusTone(status)
  const badge = deliveryBadge(status, delivery)
  return (
    <span className={statusStyles.line}>
      <span className={`${statusStyles.outcome} ${statusStyles[tone]}`}>
        {tone === 'good' ? <Glyph name="check" size={14} /> : null}
        {tone === 'bad' ? <Glyph name="close" size={14} /> : null}
        {status}
      </span>
      {badge ? <span className={`chip ${statusStyles[badge.tone]}`}>{badge.words}</span> : null}
    </span>
  )
}

const UNDELIVERED = new Set(['undelivered', 'failed', 'canceled', 'busy', 'no-answer'])

/** Green for sent, red for failed, no color for scheduled, received or canceled. */
export function statusTone(status: string): 'good' | 'bad' | 'plain' {
  if (status === 'sent' || status === 'initiated') return 'good'
  return hasFailed(status) ? 'bad' : 'plain'
}

function hasFailed(status: string): boolean {
  return ['failed', 'unknown', 'missed'].includes(status)
}

/** How to show the carrier's last report; null if it adds nothing to the status. */
export function deliveryBadge(
  status: string,
  delivery: string | null,
): { words: string; tone: 'good' | 'bad' | 'plain' } | null {
  if (delivery === null || delivery === status) return null
  const words = delivery.replaceAll(/[-_]/g, ' ')
  if (['delivered', 'read', 'completed'].includes(delivery)) return { words, tone: 'good' }
  return { words, tone: UNDELIVERED.has(delivery) ? 'bad' : 'plain' }
}
