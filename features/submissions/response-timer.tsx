import { site } from '../../site.config.ts'
import type { WaitingPersonRow } from '../../db/row-types.ts'
import { durationWords } from './format-duration.ts'
import { replyDueTo } from './reply-due.ts'
import { useNow } from '../../web/workspace/use-now.ts'

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
