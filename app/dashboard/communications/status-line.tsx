import { Glyph } from '../../ui/glyph.tsx'
import { deliveryBadge, hasFailed, hasGoodStatus } from './message-words.ts'

interface StatusLineProps {
  status: string
  delivery: string | null
}

/** How far an entry is with us, in the colors of the specification, and beside it what the carrier reported. */
export function StatusLine({ status, delivery }: StatusLineProps) {
  const good = hasGoodStatus(status)
  const badge = deliveryBadge(status, delivery)
  return (
    <span className="status-line">
      <span className={good ? 'outcome outcome-good' : 'outcome outcome-bad'}>
        {good ? <Glyph name="check" size={14} /> : null}
        {hasFailed(status) ? <Glyph name="close" size={14} /> : null}
        {status}
      </span>
      {badge ? <span className={`chip delivery-${badge.tone}`}>{badge.words}</span> : null}
    </span>
  )
}
