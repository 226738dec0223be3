import narrowCurve from '../../../web/assets/art/week-narrow.svg'
import curve from '../../../web/assets/art/week.svg'
import { DrawnCurve } from '../../../web/ui/drawn-curve.tsx'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { week } from '../content/social-media.ts'
import styles from './week-on-watch.module.css'
import section from '../../../web/site/section-head.module.css'

/** One ordinary week, along the hours people are online. */
export function WeekOnWatch() {
  return (
    <Reveal className="section">
      <div className="wrap">
        <Ruler label="One week, as an example" note="Height: people online" />
        <div className={section.head}>
          <h2>Posted when people look, answered while they wait.</h2>
          <p className="lede">
            Posts go out at the hours your customers are online, and somebody is there when they write back.
          </p>
        </div>
        <div className={styles.week}>
          <picture>
            <source media="(max-width: 767.98px)" srcSet={narrowCurve} width={560} height={240} />
            <DrawnCurve src={curve} width={1344} height={240} />
          </picture>
          <ol>
            {week.map(({ day, time, text }, index) => (
              <li key={day}>
                <span className={`${styles.number} mono`} aria-hidden="true">
                  {index + 1}
                </span>
                <p className="mono">
                  {day} {time}
                </p>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </Reveal>
  )
}
