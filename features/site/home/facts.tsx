import { useClaims } from '../../../web/root-data.ts'
import styles from './facts.module.css'

/** Up to four facts below the hero. */
export function Facts() {
  const { years, rating } = useClaims()
  const facts = [
    years,
    rating,
    { value: '< 1 hr', label: 'typical response time' },
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
