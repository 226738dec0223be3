import bodyPlan from '../../../web/assets/art/body-plan.svg'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { WholeWords } from '../../../web/ui/no-break.tsx'
import { expectations } from '../content/pricing.ts'
import styles from './expectations.module.css'
import columns from './pricing-columns.module.css'

/** Inclusions of every job, beside the body plan of a hull. */
export function Expectations() {
  return (
    <section className={`section band-glass ${styles.expectations}`}>
      <Reveal className="wrap">
        <Ruler label="What You Can Expect" note="On every job" />
        <div className={columns.columns}>
          <h2>What you can expect.</h2>
          <img className={styles.bodyPlan} src={bodyPlan} width={420} height={300} alt="" loading="lazy" />
          <ol>
            {expectations.map(({ name, text }, position) => (
              <li key={name}>
                <span className="mono" aria-hidden="true">
                  {position + 1}
                </span>
                <h3>
                  <WholeWords>{name}</WholeWords>
                </h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </Reveal>
    </section>
  )
}
