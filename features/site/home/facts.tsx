import { site } from '../../../site.config.ts'
import { useClaims } from '../../../web/root-data.ts'
import styles from './facts.module.css'

/** `under 1 hour` → `< 1 hr`. */
const shortTypical = site.response.typical
  .replace('under', '<')
  .replace(/hours?/, 'hr')
  .replace(/minutes?/, 'min')

/** Up to four facts below the hero. */
export function Facts() {
  const { years, rating } = useClaims()
  const facts = [
    years,
    rating,
    { value: shortTypical, label: 'typical response time' },
    { value: 'Free', label: 'first consultation' },
  ].filter((fact) => fact !== undefined)
  return (
    <div className="wrap">
      <ul className={styles.facts}>
        {facts.map(({ value, label }) => (
          <li key={label}>
            <b>{value}</b>
            <span>{label}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
