import { site } from '../../../site.config.ts'
import { deadlineOf, type Deadline } from '../../../shared/reply-promise.ts'
import { durationWords } from './duration-words.ts'
import { useNow } from '../shell/use-now.ts'

/** From here on a deadline is near, in milliseconds. */
const NEAR = 15 * 60_000

const promises: Record<Deadline['kind'], string> = {
  typical: `Promised: a reply ${site.response.typical}, in opening hours`,
  guaranteed: `Promised: a reply ${site.response.guaranteed}`,
  overdue: `Promised: a reply ${site.response.guaranteed}`,
}

/** What is left of the promise for a submission: "due in 24 min". Counts down without being read aloud. */
export function PromiseLeft({ receivedAt }: { receivedAt: string }) {
  const now = useNow()
  const { kind, at } = deadlineOf(new Date(receivedAt), now, site.hours, site.response)
  const distance = Math.abs(at.getTime() - now.getTime())
  const urgency = kind === 'overdue' ? 'overdue' : distance < NEAR ? 'near' : 'calm'
  return (
    <span className={`promise-left promise-${urgency}`} title={promises[kind]}>
      {kind === 'overdue' ? 'overdue by ' : 'due in '}
      {durationWords(distance)}
    </span>
  )
}
