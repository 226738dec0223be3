import { ButtonLink } from '../../web/ui/button.tsx'
import { changeTime } from './bookings.ts'
import styles from './schedule.module.css'

/** Leads to the free times from a page that is cached without them. `show-free-times.ts` puts them in its place. */
export function CallPanel() {
  return (
    <div id="free-times" className={styles.place}>
      <div className={`${styles.panel} ${styles.invitation}`}>
        <div className={styles.head}>
          <h3>Pick a time</h3>
          <p>Free</p>
        </div>
        <p>Prefer to talk? Choose a day and a time that suit you. A founder calls you, not a salesperson.</p>
        <ol className={styles.steps}>
          <li>You see every open time in your own time zone.</li>
          <li>We look at what slows you down and say what we would do first.</li>
          <li>Move or cancel it up to {changeTime} before. No reason needed.</li>
        </ol>
        <ButtonLink to="/schedule">See the open times</ButtonLink>
      </div>
    </div>
  )
}
