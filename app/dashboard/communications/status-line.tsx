import { Glyph } from '../../ui/glyph.tsx'
import { deliveryBadge, toneOf } from './message-words.ts'

interface StatusLineProps {
  status: string
  delivery: string | null
}

/** How far an entry is with us, green, red or plain, and beside it what the carrier reported. */
export function StatusLine({ status, delivery }: StatusLineProps) {
  const tone = toneOf(status)
  const badge = deliveryBadge(status, delivery)
  return (
    <span className="status-line">
      <span className={`outcome outcome-${tone}`}>
        {tone === 'good' ? <Glyph name="check" size={14} /> : null}
        {tone === 'bad' ? <Glyph name="close" size={14} /> : null}
        {status}
      </span>
      {badge ? <span className={`chip delivery-${badge.tone}`}>{badge.words}</span> : null}
    </span>
  )
}
