import { Icon } from '../../web/ui/icon.tsx'
import { offeredMedia, type Medium } from './bookings.ts'
import styles from './schedule.module.css'

const words = { video: 'Video', phone: 'Phone' }

/** How to meet: one bar of radio buttons. */
export function MediumChoice({ chosen }: { chosen: Medium }) {
  const single = offeredMedia.length === 1
  return (
    <div className="field" role="radiogroup" aria-labelledby="how-we-talk">
      <span className="field-label" id="how-we-talk">
        How we talk
      </span>
      <div className={styles.bar}>
        {offeredMedia.map((medium) => (
          <label key={medium}>
            <input type="radio" name="medium" value={medium} defaultChecked={medium === chosen} />
            <Icon name={medium} size={18} />
            {single ? 'Phone: we call you' : words[medium]}
          </label>
        ))}
      </div>
    </div>
  )
}
