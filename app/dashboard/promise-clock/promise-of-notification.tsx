import { staffName } from '../../../shared/names.ts'
import type { LinkedNotification } from '../../backend/notifications.ts'
import type { SubmissionAnswerRow } from '../../../shared/rows.ts'
import { MomentOf } from '../../ui/times.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import { PromiseLeft } from './promise-left.tsx'
import { useAnswerActions } from './use-answer-actions.ts'
import { useWaiting } from './use-replies.ts'
import './promise-clock.css'

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
