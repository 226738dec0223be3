import { useState } from 'react'
import type { WaitingPersonRow } from '../../db/row-types.ts'
import { Link } from '../../web/ui/link.tsx'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { PromiseLeft } from './response-timer.tsx'
import { byDueTime } from './reply-due.ts'
import { useAnswerActions, useWaiting, useReplyTimes } from './use-replies.ts'
import './response-time.css'
import { site } from '../../site.config.ts'
import { replyTimes, type ReplyTimes } from './response-time.ts'
import { durationWords } from './format-duration.ts'
import { useNow } from '../../web/workspace/use-now.ts'

/** More than these are not listed at once: the first ones come first. */
const LISTED = 20

/** The promise clock: who waits for an answer, and how fast answers have been. */
export function WaitingPanel() {
  const waiting = useWaiting()
  // Kept while nobody waits: an undone mark is seen where it was made.
  const [open, setOpen] = useState(false)
  if (waiting === undefined) return <div className="panel waiting waiting-unknown" aria-hidden="true" />
  const people = byDueTime(waiting)
  const [next] = people
  return (
    <section className="panel waiting" aria-label="Reply promise">
      {next ? (
        <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>
            <span>
              <b>Waiting for an answer: {people.length}</b>, next <PromiseLeft to={next} />
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
        {people.slice(0, LISTED).map((person) => (
          <li key={person.person} className="waiting-person">
            <WaitingPerson person={person} />
            <PromiseLeft to={person} />
            <ToolButton icon="check" onClick={() => mark(person)}>
              Mark answered
              <span className="visually-hidden">: {person.name}</span>
            </ToolButton>
          </li>
        ))}
      </ul>
      {people.length > LISTED ? (
        <p className="waiting-more">
          {people.length - LISTED} more wait. They move up as these are answered.
        </p>
      ) : null}
    </>
  )
}

/** Who waits, since when, and what they said last; leads to where they are answered. */
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
      <span className="waiting-words">{wordsOf(person)}</span>
    </span>
  )
}

function byTime(a: string, b: string): number {
  return Date.parse(a) - Date.parse(b)
}

function wordsOf({ latest_kind: kind, latest_words: words }: WaitingPersonRow): string {
  if (kind === 'call') return 'Missed call'
  return words?.trim() || 'A picture'
}

/** How fast answers were, measured: "Last 30 days: median reply 22 min of opening hours, 96% within 24 hours". */
function ReplyTimesLine({ waiting }: { waiting: readonly WaitingPersonRow[] }) {
  const now = useNow()
  const answers = useReplyTimes()
  if (answers === undefined) return null
  const stillWaiting = waiting.flatMap((row) => row.inquiry_since ?? []).map((since) => new Date(since))
  const times = replyTimes(answers, { now, stillWaiting, hours: site.hours, promise: site.response })
  return <span className="reply-times">{words(times)}</span>
}

function words({ median, withinTypical, withinGuaranteed }: ReplyTimes): string {
  if (withinTypical === null || withinGuaranteed === null) return 'No replies measured yet'
  const speed = median === null ? '' : `median reply ${durationWords(median)} of opening hours, `
  const { typical, guaranteed } = site.response
  return `Last 30 days: ${speed}${percent(withinTypical)} ${typical}, ${percent(withinGuaranteed)} ${guaranteed}`
}

function percent(share: number): string {
  return `${Math.floor(share * 100)}%`
}
