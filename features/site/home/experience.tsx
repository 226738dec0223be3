import { site } from '../../../site.config.ts'
import crests from '../../../web/assets/art/years.svg'
import { DrawnCurve } from '../../../web/ui/drawn-curve.tsx'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import styles from './experience.module.css'

const [, years, sign] = /^(\d+)(.*)$/.exec(site.claims.years) ?? []

const figures = [
  { figure: site.claims.businesses, text: 'businesses helped' },
  { figure: site.claims.satisfaction, text: 'client satisfaction' },
  { figure: site.rating.value, text: 'average star rating' },
]

/** 26+ years; the drawing has one crest per year, so a new number needs a new drawing. */
export function Experience() {
  return (
    <section className={`section band-sand ${styles.experience}`}>
      <Reveal>
        <div className="wrap">
          <Ruler number={5} label="Experience" note="Each crest is a year" />
          <div className={styles.grid}>
            <div className={styles.numeral} aria-hidden="true">
              {years}
              <i>{sign}</i>
            </div>
            <div className={styles.words}>
              <h2>
                <span className="visually-hidden">{site.claims.years} </span>Years of technology experience.
              </h2>
              <p>
                Long enough to have moved businesses off paper, onto the web, into the cloud and now alongside
                AI. Two founders lead the work, one from the technical side and one from the creative.
              </p>
              <ul>
                {figures.map(({ figure, text }) => (
                  <li key={text}>
                    <b>{figure}</b>
                    <span>{text}</span>
                  </li>
                ))}
              </ul>
            </div>
          </div>
        </div>
        <DrawnCurve className={styles.crests} src={crests} width={1440} height={230} />
      </Reveal>
    </section>
  )
}
