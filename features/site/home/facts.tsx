import { site } from '../../../site.config.ts'
import { useClaims } from '../../../web/root-data.ts'
import { EvidenceOf } from '../../../web/site/evidence-link.tsx'
import styles from './facts.module.css'

/** `under 1 hour` → `< 1 hr`. */
const shortTypical = site.response.typical
  .replace('under', '<')
  .replace(/hours?/, 'hr')
  .replace(/minutes?/, 'min')

/** Up to four facts below the hero. */
export function Facts() {
  const { years, rating } = useClaims()
  const claimed = [years, rating].filter((claim) => claim !== undefined)
  const facts = [
    ...claimed.map(({ value, label }) => ({ value, label: <EvidenceOf>{label}</EvidenceOf> })),
    { value: shortTypical, label: 'typical response time' },
    { value: 'Free', label: 'first consultation' },
  ]
  return (
    <div className="wrap">
      <ul className={styles.facts}>
        {facts.map(({ value, label }) => (
          <li key={value}>
            <b>{value}</b>
            <span>{label}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
