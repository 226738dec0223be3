import { site } from '../../../site.config.ts'
import styles from './facts.module.css'

/** Four claims below the hero. */
export function Facts() {
  const facts = [
    { figure: site.claims.years, text: 'years of technology experience' },
    { figure: site.rating.value, text: `average rating, from ${site.rating.count} reviews` },
    { figure: '< 1 hr', text: 'typical response time' },
    { figure: 'Free', text: 'first consultation' },
  ]
  return (
    <div className="wrap">
      <ul className={styles.facts}>
        {facts.map(({ figure, text }) => (
          <li key={text}>
            <b>{figure}</b>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
