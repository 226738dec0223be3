import { displayNumber } from '../../web/ui/phone-number.ts'
import type { ConsentRow } from './consent.api.ts'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { channelLabels } from './consent.tsx'
import styles from './consent.module.css'

/** How we received a grant or a withdrawal. */
const methodLabels: Record<ConsentRow['method'], string> = {
  web_form: 'on the contact form',
  keyword: 'by texting us',
  staff: 'noted by staff',
  import: 'from an import',
  carrier: 'reported by the carrier',
}

interface ConsentEventProps {
  event: ConsentRow
  /** The event concerns a number other than the contact's current one. */
  elsewhere: boolean
}

/** One grant or withdrawal of consent with its evidence. */
export function ConsentEvent({ event, elsewhere }: ConsentEventProps) {
  const { action, method, wording, evidence, phone_e164: number } = event
  const how = evidence.channel ? channelLabels[evidence.channel] : null
  const circumstances = [
    number && (elsewhere ? `${displayNumber(number)}, not the current number` : displayNumber(number)),
    event.page && `page ${event.page}`,
    event.client_ip && `from ${event.client_ip}`,
    event.wording_version && `wording version ${event.wording_version.slice(0, 8)}`,
  ].filter(Boolean)
  return (
    <li>
      <p className={styles.event}>
        <b>
          {action === 'grant' ? 'Agreed' : 'Withdrawn'}, {how ?? methodLabels[method]}
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
    <p className={styles.author}>By the box on the contact’s form, without a reason.</p>
  ) : null
}

function Author({ event: { actor_name: name, actor_email: email } }: { event: ConsentRow }) {
  if (email === null) return null
  return <p className={styles.author}>Recorded by {name === null ? email : `${name}, ${email}`}</p>
}
