import { Glyph } from '../../web/ui/icon.tsx'
import { deliveryBadge, statusTone } from './conversations.ts'
import styles from './message-status.module.css'

interface StatusLineProps {
  status: string
  delivery: string | null
}

/** Our status of an entry and the carrier's delivery status. */
export function StatusLine({ status, delivery }: StatusLineProps) {
  const tone = statusTone(status)
  const badge = deliveryBadge(status, delivery)
  return (
    <span className={styles.line}>
      <span className={`${styles.outcome} ${styles[tone]}`}>
        {tone === 'good' ? <Glyph name="check" size={14} /> : null}
        {tone === 'bad' ? <Glyph name="close" size={14} /> : null}
        {status}
      </span>
      {badge ? <span className={`chip ${styles[badge.tone]}`}>{badge.words}</span> : null}
    </span>
  )
}
