import { useState } from 'react'
import type { WaitingPersonRow } from '../../db/row-types.ts'
import { Link } from '../../web/ui/link.tsx'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { ReplyCountdown } from './response-timer.tsx'
import { sortByDueTime } from './reply-due.ts'
import { useAnswerActions, useWaiting, useReplyTimes } from './use-replies.ts'
import { site } from '../../site.config.ts'
import { replyTimes, type ReplyTimes } from './response-time.ts'
import { formatDuration } from './format-duration.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import './response-time.css'

/** The list shows the most urgent ones. */
const MAX_LISTED = 20

/** People who wait for a reply, and the measured reply times. */
export function WaitingPanel() {
  const waiting = useWaiting()
  // Stays open while the list is empty, so that an undone mark reappears in view.
  const [open, setOpen] = useState(false)
  if (waiting === undefined) return <div className="panel waiting waiting-unknown" aria-hidden="true" />
  const people = sortByDueTime(waiting)
  const [next] = people
  return (
    <section className="panel waiting" aria-label="Reply promise">
      {next ? (
        <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>
            <span>
              <b>Waiting for an answer: {people.length}</b>, next <ReplyCountdown to={next} />
            </span>
            <ReplyTimesLine waiting={people} />
          </summary>
          <WaitingList people={people} />
        </details>
      ) : (
        <div className="waiting-nobody">
          <b>Nobody is waiting for an answer.</b>
          <ReplyTimesLine waiting={people} />
        </div>
      )}
    </section>
  )
}

function WaitingList({ people }: { people: WaitingPersonRow[] }) {
  const { mark } = useAnswerActions()
  return (
    <>
      <ul>
        {people.slice(0, MAX_LISTED).map((person) => (
          <li key={person.person} className="waiting-person">
            <WaitingPerson person={person} />
            <ReplyCountdown to={person} />
            <ToolButton icon="check" onClick={() => mark(person)}>
              Mark answered
              <span className="visually-hidden">: {person.name}</span>
            </ToolButton>
          </li>
        ))}
      </ul>
      {people.length > MAX_LISTED ? (
        <p className="waiting-more">
          {people.length - MAX_LISTED} more wait. They move up as these are answered.
        </p>
      ) : null}
    </>
  )
}

/** Name, waiting time and latest message of a person, linked to the place to reply. */
function WaitingPerson({ person }: { person: WaitingPersonRow }) {
  const { contact_id: contact, name, inquiry_since: inquiry, phone_since: phone, items } = person
  const place = person.latest_kind === 'inquiry' ? 'contact' : 'texting'
  const since = [inquiry, phone].flatMap((moment) => moment ?? []).toSorted(byTime)[0]
  return (
    <span className="waiting-name">
      {contact === null ? <b>{name}</b> : <Link to={`?${place}=${contact}`}>{name}</Link>}
      <span>
        {items > 1 ? `${items} messages, since ` : ''}
        <MomentOf at={since ?? person.latest_at} />
      </span>
      <span className="waiting-words">{describeLatest(person)}</span>
    </span>
  )
}

function byTime(a: string, b: string): number {
  return Date.parse(a) - Date.parse(b)
}

function describeLatest({ latest_kind: kind, latest_words: words }: WaitingPersonRow): string {
  if (kind === 'call') return 'Missed call'
  return words?.trim() || 'A picture'
}

/** For example "Last 30 days: median reply 22 min of opening hours, 96% within 24 hours". */
function ReplyTimesLine({ waiting }: { waiting: readonly WaitingPersonRow[] }) {
  const now = useNow()
  const answers = useReplyTimes()
  if (answers === undefined) return null
  const stillWaiting = waiting.flatMap((row) => row.inquiry_since ?? []).map((since) => new Date(since))
  const times = replyTimes(answers, { now, stillWaiting, hours: site.hours, promise: site.response })
  return <span className="reply-times">{describeTimes(times)}</span>
}

function describeTimes({ median, withinTypical, withinGuaranteed }: ReplyTimes): string {
  if (withinTypical === null || withinGuaranteed === null) return 'No replies measured yet'
  const speed = median === null ? '' : `median reply ${formatDuration(median)} of opening hours, `
  const { typical, guaranteed } = site.response
  return `Last 30 days: ${speed}${formatPercent(withinTypical)} ${typical}, ${formatPercent(withinGuaranteed)} ${guaranteed}`
}

function formatPercent(share: number): string {
  return `${Math.floor(share * 100)}%`
}
