import { site } from '../../site.config.ts'
import type { SubmissionReplyRow } from '../../db/row-types.ts'
import { describeDue, findUrgency, elapsedShare, type Waiting } from './reply-due.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useAnswerActions, useWaiting } from './use-replies.ts'
import styles from './response-time.module.css'

const promises =
  `Promised: a reply to texts and calls ${site.response.typical}, in opening hours, ` +
  `and to inquiries ${site.response.guaranteed}`

const methodTexts: Record<SubmissionReplyRow['method'], string> = {
  text: ' with a text',
  email: ' with an email',
  call: ' with a call',
  phone: ' by phone',
  in_person: ' in person',
  elsewhere: '',
}

/** Until when a reply is due: "38 min left", "by 1:40 PM", "Late by 18 min". Not a live region: it changes every minute. */
export function DueWords({ to }: { to: Waiting }) {
  const now = useNow()
  const due = new Date(to.due_at)
  return (
    <span className={`${styles.left} ${styles[findUrgency(due, now)]}`} title={promises}>
      {describeDue(due, now)}
    </span>
  )
}

/** How much of the promised time has passed. The words beside it say the same. */
export function ReplyGauge({ to }: { to: Waiting }) {
  const now = useNow()
  return (
    <span className={`${styles.gauge} ${styles[findUrgency(new Date(to.due_at), now)]}`} aria-hidden="true">
      <i style={{ width: `${Math.round(elapsedShare(to, now) * 100)}%` }} />
    </span>
  )
}

interface AboutSubmission {
  title: string
  submission_id: string | null
  contact_id: string | null
  contact: { first_name: string } | null
  reply: SubmissionReplyRow | null
}

/** Line under a submission's notification: the countdown, or who answered. */
export function NotificationReply({ notification }: { notification: AboutSubmission }) {
  const { submission_id: submission, reply, title, contact } = notification
  const { mark, takeBack } = useAnswerActions()
  const waiting = useWaiting()?.find((person) => person.contact_id === notification.contact_id)
  const about = <span className="visually-hidden">: {contact ? contact.first_name : title}</span>
  if (submission && contact && waiting && !reply) {
    return (
      <p className={styles.line}>
        <DueWords to={waiting} />
        <ToolButton icon="check" onClick={() => mark({ person: waiting, method: 'elsewhere' })}>
          Mark as replied{about}
        </ToolButton>
      </p>
    )
  }
  if (!reply) return null
  const { mark_id: markId, method, replied_at: at, replied_by_name: name } = reply
  return (
    <p className={styles.line}>
      <span className={styles.kept}>
        Replied to by {name ?? 'a former colleague'}
        {methodTexts[method]}, <MomentOf at={at} />
      </span>
      {markId ? (
        <ToolButton variant="quiet" onClick={() => takeBack(markId)}>
          Undo: mark as not replied{about}
        </ToolButton>
      ) : null}
    </p>
  )
}
