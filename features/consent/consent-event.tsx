import { displayNumber } from '../contacts/contacts.ts'
import type { ConsentRow } from './consent.api.ts'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { channelWords } from './stated-consent.tsx'
import { methodWords } from './consent-text.ts'

interface ConsentEventProps {
  event: ConsentRow
  /** It is about another number than the contact has now. */
  elsewhere: boolean
}

/** One agreement or withdrawal, and what proves it. */
export function ConsentEvent({ event, elsewhere }: ConsentEventProps) {
  const { action, method, wording, evidence, phone_e164: number } = event
  const how = evidence.channel ? channelWords[evidence.channel] : null
  const circumstances = [
    number && (elsewhere ? `${displayNumber(number)}, not the number of today` : displayNumber(number)),
    event.page && `page ${event.page}`,
    event.client_ip && `from ${event.client_ip}`,
    event.wording_version && `wording version ${event.wording_version.slice(0, 8)}`,
  ].filter(Boolean)
  return (
    <li>
      <p className="consent-event">
        <b>
          {action === 'grant' ? 'Agreed' : 'Withdrawn'}, {how ?? methodWords[method]}
        </b>
        <MomentOf at={event.occurred_at} />
      </p>
      <Reason event={event} />
      {evidence.text === undefined ? null : <blockquote>{evidence.text}</blockquote>}
      {wording === null ? null : <blockquote>{wording}</blockquote>}
      <Author event={event} />
      {circumstances.length === 0 ? null : <p className="mono">{circumstances.join(' · ')}</p>}
    </li>
  )
}

function Reason({ event: { method, evidence } }: { event: ConsentRow }) {
  if (evidence.reason !== undefined) return <p>{evidence.reason}</p>
  return method === 'staff' ? (
    <p className="consent-author">By the box on the contact’s form, without a reason.</p>
  ) : null
}

function Author({ event: { actor_name: name, actor_email: email } }: { event: ConsentRow }) {
  if (email === null) return null
  return <p className="consent-author">Recorded by {name === null ? email : `${name}, ${email}`}</p>
}
