import nightCurve from '../../../web/assets/art/night.svg'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { DrawnCurve } from '../../../web/ui/drawn-curve.tsx'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { nightLog } from '../content/home.ts'
import styles from './night-watch.module.css'

/** One night of an AI-powered site, along a tide curve. */
export function NightWatch() {
  return (
    <section className="section band-glass">
      <Reveal className="wrap">
        <Ruler number={2} label="AI-powered websites & strategy" note="One evening, worked example" />
        <div className={styles.grid}>
          <div className={styles.words}>
            <div>
              <h2>Let your website stand the night watch.</h2>
              <p className="lede">
                Inquiries rarely keep office hours. An AI-powered site answers them, asks the two questions
                that matter and has a tidy list waiting at breakfast. Strategy comes first, so it only says
                what you would say.
              </p>
            </div>
            <ButtonLink to="#contact-form" icon="down">
              Plan an AI-Powered Website
            </ButtonLink>
          </div>
          <div className={styles.log}>
            <DrawnCurve src={nightCurve} width={660} height={250} />
            <ol>
              {nightLog.map(({ time, event }, position) => (
                <li key={time}>
                  <span className="mono">{position + 1}</span>
                  <time className="mono">{time}</time>
                  <span>{event}</span>
                </li>
              ))}
            </ol>
          </div>
        </div>
      </Reveal>
    </section>
  )
}
