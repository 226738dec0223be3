import { Icon } from '../../web/ui/icon.tsx'
import type { Medium } from './bookings.ts'
import styles from './pick-time.module.css'

interface MediumChoiceProps {
  offered: readonly Medium[]
  chosen: Medium
  /** Whether to say who calls if there is no choice. */
  explained: boolean
}

/** How to meet: one bar of radio buttons. */
export function MediumChoice({ offered, chosen, explained }: MediumChoiceProps) {
  const words = { video: 'Video', phone: explained && offered.length === 1 ? 'Phone: we call you' : 'Phone' }
  return (
    <div className="field" role="radiogroup" aria-labelledby="how-we-talk">
      <span className="field-label" id="how-we-talk">
        How we talk
      </span>
      <div className={styles.bar}>
        {offered.map((medium) => (
          <label key={medium}>
            <input type="radio" name="medium" value={medium} defaultChecked={medium === chosen} />
            <Icon name={medium} size={18} />
            {words[medium]}
          </label>
        ))}
      </div>
    </div>
  )
}
