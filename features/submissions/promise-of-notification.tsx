import { staffName } from '../../web/ui/full-name.ts'
import type { LinkedNotification } from '../notifications/notifications.api.ts'
import type { SubmissionAnswerRow } from '../../db/row-types.ts'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { PromiseLeft } from './response-timer.tsx'
import { useAnswerActions } from './use-answer-actions.ts'
import { useWaiting } from './use-replies.ts'
import './response-time.css'

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
