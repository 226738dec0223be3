import courseLine from '../../../web/assets/art/course.svg'
import { DrawnCurve } from '../../../web/ui/drawn-curve.tsx'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { course } from '../content/custom-apps.ts'
import styles from './course-line.module.css'
import section from '../../../web/site/section-head.module.css'

/** Four steps as waypoints of a course. */
export function CourseLine() {
  return (
    <Reveal className="section">
      <div className="wrap">
        <Ruler label="How it goes" note="Four waypoints" />
        <div className={section.head}>
          <h2>One plan, four steps.</h2>
          <p className="lede">
            Most apps are in use within 4 to 8 weeks. You see where we are at the end of every step.
          </p>
        </div>
        <div className={styles.course}>
          <DrawnCurve src={courseLine} width={1344} height={190} />
          <ol>
            {course.map(({ name, time, text }) => (
              <li key={name}>
                <h3>{name}</h3>
                <p className="mono">{time}</p>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </Reveal>
  )
}
