import { site } from '../../site.config.ts'
import type { WaitingPersonRow, SubmissionAnswerRow } from '../../db/row-types.ts'
import { formatDuration } from './format-duration.ts'
import { replyDueAt } from './reply-due.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import { staffName } from '../../web/ui/full-name.ts'
import type { LinkedNotification } from '../notifications/notifications.api.ts'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useAnswerActions, useWaiting } from './use-replies.ts'
import './response-time.css'

/** Less time left counts as near. */
const NEAR_MS = 15 * 60_000

const promises =
  `Promised: a reply to texts and calls ${site.response.typical}, in opening hours, ` +
  `and to inquiries ${site.response.guaranteed}`

const methodTexts: Record<SubmissionAnswerRow['method'], string> = {
  elsewhere: '',
  text: ' with a text',
  call: ' with a call',
  email: ' with an email',
}

/** Time left until a reply is due: "due in 24 min". Not a live region: screen readers would announce each minute. */
export function ReplyCountdown({ to }: { to: WaitingPersonRow }) {
  const left = replyDueAt(to).getTime() - useNow().getTime()
  const urgency = left <= 0 ? 'overdue' : left < NEAR_MS ? 'near' : 'calm'
  return (
    <span className={`promise-left promise-${urgency}`} title={promises}>
      {left <= 0 ? 'overdue by ' : 'due in '}
      {formatDuration(Math.abs(left))}
    </span>
  )
}

/** Line under a submission's notification: the countdown, or who answered. */
export function NotificationReply({ notification }: { notification: LinkedNotification }) {
  const { submission_id: submission, answer, title, contact } = notification
  const { mark, takeBack } = useAnswerActions()
  const waiting = useWaiting()?.find((person) => person.submission_ids?.includes(submission ?? ''))
  const about = <span className="visually-hidden">: {contact ? contact.first_name : title}</span>
  if (waiting) {
    return (
      <p className="promise-line">
        <ReplyCountdown to={waiting} />
        <ToolButton icon="check" onClick={() => mark(waiting)}>
          Mark answered{about}
        </ToolButton>
      </p>
    )
  }
  if (!answer) return null
  return (
    <p className="promise-line">
      <span className="promise-kept">
        Answered by {describeAnswerer(answer)}
        {methodTexts[answer.method]}, <MomentOf at={answer.answered_at} />
      </span>
      <ToolButton variant="quiet" onClick={() => takeBack(answer.submission_id)}>
        Mark as not answered{about}
      </ToolButton>
    </p>
  )
}

function describeAnswerer({ answerer }: SubmissionAnswerRow): string {
  if (!answerer) return 'a former colleague'
  return staffName(answerer)
}
