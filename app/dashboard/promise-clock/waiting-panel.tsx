import type { WaitingSubmissionRow } from '../../../shared/rows.ts'
import { Link } from '../../ui/link.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import { PromiseLeft } from './promise-left.tsx'
import { ReplyTimesLine } from './reply-times-line.tsx'
import { useAnswerActions } from './use-answer-actions.ts'
import { useNextDue } from './use-next-due.ts'
import { useWaiting } from './use-replies.ts'
import './promise-clock.css'

/** More than these are not listed at once: the first ones come first. */
const LISTED = 20

/** The promise clock: who waits for an answer, and how fast answers have been. */
export function WaitingPanel() {
  const waiting = useWaiting()
  const next = useNextDue(waiting ?? [])
  if (waiting === undefined) return <div className="panel waiting waiting-unknown" aria-hidden="true" />
  return (
    <section className="panel waiting" aria-label="Reply promise">
      {next ? (
        <details>
          <summary>
            <span>
              <b>Waiting for an answer: {waiting.length}</b>, next{' '}
              <PromiseLeft receivedAt={next.received_at} />
            </span>
            <ReplyTimesLine waiting={waiting} />
          </summary>
          <WaitingList waiting={waiting} />
        </details>
      ) : (
        <div className="waiting-nobody">
          <b>Nobody is waiting for an answer.</b>
          <ReplyTimesLine waiting={waiting} />
        </div>
      )}
    </section>
  )
}

function WaitingList({ waiting }: { waiting: WaitingSubmissionRow[] }) {
  const { mark } = useAnswerActions()
  return (
    <>
      <ul>
        {waiting.slice(0, LISTED).map(({ id, contact_id: contact, contact_name: name, ...row }) => (
          <li key={id} className="waiting-person">
            <span className="waiting-name">
              <Link to={`?contact=${contact}`}>{name}</Link>
              {row.service ? <span>{row.service}</span> : null}
            </span>
            <PromiseLeft receivedAt={row.received_at} />
            <ToolButton icon="check" onClick={() => mark(id)}>
              Mark answered
              <span className="visually-hidden">: {name}</span>
            </ToolButton>
          </li>
        ))}
      </ul>
      {waiting.length > LISTED ? (
        <p className="waiting-more">
          {waiting.length - LISTED} more wait. They move up as these are answered.
        </p>
      ) : null}
    </>
  )
}
