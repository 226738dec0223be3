import { site } from '../../site.config.ts'
import type { WaitingPersonRow, SubmissionAnswerRow } from '../../db/row-types.ts'
import { durationWords } from './format-duration.ts'
import { replyDueTo } from './reply-due.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import { staffName } from '../../web/ui/full-name.ts'
import type { LinkedNotification } from '../notifications/notifications.api.ts'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useAnswerActions, useWaiting } from './use-replies.ts'
import './response-time.css'

/** From here on a deadline is near, in milliseconds. */
const NEAR = 15 * 60_000

const promises =
  `Promised: a reply to texts and calls ${site.response.typical}, in opening hours, ` +
  `and to inquiries ${site.response.guaranteed}`

/** What is left of the promise to a person: "due in 24 min". Counts down without being read aloud. */
export function PromiseLeft({ to }: { to: WaitingPersonRow }) {
  const left = replyDueTo(to).getTime() - useNow().getTime()
  const urgency = left <= 0 ? 'overdue' : left < NEAR ? 'near' : 'calm'
  return (
    <span className={`promise-left promise-${urgency}`} title={promises}>
      {left <= 0 ? 'overdue by ' : 'due in '}
      {durationWords(Math.abs(left))}
    </span>
  )
}

/** Under a notification of a submission: what is left of the promise to the person, or who kept it. */
export function PromiseOfNotification({ notification }: { notification: LinkedNotification }) {
  const { submission_id: submission, answer, title, contact } = notification
  const { mark, takeBack } = useAnswerActions()
  const waiting = useWaiting()?.find((person) => person.submission_ids?.includes(submission ?? ''))
  const about = <span className="visually-hidden">: {contact ? contact.first_name : title}</span>
  if (waiting) {
    return (
      <p className="promise-line">
        <PromiseLeft to={waiting} />
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
        Answered by {answererOf(answer)}
        {methods[answer.method]}, <MomentOf at={answer.answered_at} />
      </span>
      <ToolButton variant="quiet" onClick={() => takeBack(answer.submission_id)}>
        Mark as not answered{about}
      </ToolButton>
    </p>
  )
}

const methods: Record<SubmissionAnswerRow['method'], string> = {
  elsewhere: '',
  text: ' with a text',
  call: ' with a call',
  email: ' with an email',
}

function answererOf({ answerer }: SubmissionAnswerRow): string {
  if (!answerer) return 'somebody who left'
  return staffName(answerer)
}
