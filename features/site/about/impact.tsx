import { Icon } from '../../../web/ui/icon.tsx'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { impact, mission } from '../content/about.ts'
import styles from './impact.module.css'

/** Five points and the mission behind them. */
export function Impact() {
  return (
    <Reveal className="section band-glass">
      <div className="wrap">
        <Ruler label="Built for Impact" note="Five points" />
        <div className={styles.impact}>
          <h2>Built for impact.</h2>
          <div className={styles.body}>
            <ul className={styles.points}>
              {impact.map((point) => (
                <li key={point}>
                  <Icon name="check" />
                  {point}
                </li>
              ))}
            </ul>
            <div className={styles.mission}>
              <h3 className="mono">Our mission</h3>
              <p>{mission}</p>
            </div>
          </div>
        </div>
      </div>
    </Reveal>
  )
}
