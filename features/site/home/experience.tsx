import { useClaims } from '../../../web/root-data.ts'
import { founders } from '../content/about.ts'
import { EvidenceLink } from '../../../web/site/evidence-link.tsx'
import crests from '../../../web/assets/art/years.svg'
import { DrawnCurve } from '../../../web/ui/drawn-curve.tsx'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import styles from './experience.module.css'

/**
 * The years of experience and three more claims, without those that have expired. The drawing has a crest for each year:
 * `node art/make-art.ts drawings` after a change.
 */
export function Experience() {
  const { years, businesses, satisfaction, rating } = useClaims()
  const figures = [businesses, satisfaction, rating && { ...rating, label: 'average star rating' }].filter(
    (figure) => figure !== undefined,
  )
  if (years === undefined && figures.length === 0) return null
  const [, number, sign] = /^(\d+)(.*)$/.exec(years?.value ?? '') ?? []
  return (
    <section className={`section band-sand ${styles.experience}`}>
      <Reveal>
        <div className="wrap">
          <Ruler label="Experience" note={years && 'Each crest is a year'} />
          <div className={styles.grid}>
            <div className={styles.numeral} aria-hidden="true">
              {number}
              <i>{sign}</i>
            </div>
            <div className={styles.words}>
              {years ? (
                <h2>
                  <span className="visually-hidden">{years.value} </span>Years of technology experience.
                </h2>
              ) : (
                <h2>What we can show.</h2>
              )}
              <p>
                Long enough to know which tools last and which only look new. You work with {founders}, on the
                technical side and on the creative.
              </p>
              <ul>
                {figures.map(({ value, label }) => (
                  <li key={label}>
                    <b>{value}</b>
                    <span>{label}</span>
                  </li>
                ))}
              </ul>
              <p>
                <EvidenceLink />
              </p>
            </div>
          </div>
        </div>
        {years ? <DrawnCurve className={styles.crests} src={crests} width={1440} height={240} /> : null}
      </Reveal>
    </section>
  )
}
