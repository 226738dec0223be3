import tideLine from '../../../web/assets/art/tide-line.svg'
import { capitalize } from '../../../web/ui/capitalize.ts'
import { spellNumber } from '../../../web/ui/spell-number.ts'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { Icon } from '../../../web/ui/icon.tsx'
import { Link } from '../../../web/ui/link.tsx'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { serviceLines, type ServiceLine } from '../content/service-lines.ts'
import { Flag, Hoist } from '../../../web/site/flag.tsx'
import styles from './solutions.module.css'
import section from '../../../web/site/section-head.module.css'

const offered = serviceLines.slice(0, 5)
const count = capitalize(spellNumber(offered.length))
const word = offered.map(({ flag }) => flag).join('')

/** Two to five services as flip cards along a tide line, each linked to the services page. */
export function Solutions() {
  if (offered.length < 2) return null
  return (
    <Reveal className={`section ${styles.solutions}`}>
      <div className="wrap">
        <Ruler label="Complete digital solutions" note={`${count} services`} />
        <div className={section.head}>
          <h2>Complete digital solutions.</h2>
          <p className="lede">
            One crew for all {spellNumber(offered.length)}, so you explain your business only once.
          </p>
        </div>
        <div className={styles.frame}>
          <img className={styles.tideLine} src={tideLine} width={1440} height={120} alt="" loading="lazy" />
          <ul className={styles.cards}>
            {offered.map((entry, position) => (
              <li key={entry.id}>
                <FlipCard entry={entry} place={`${position + 1} of ${offered.length}`} />
              </li>
            ))}
          </ul>
        </div>
        <div className={styles.below}>
          <p>
            <Hoist flags={offered.map(({ flag }) => flag)} outlined />
            {word === 'SOUND' ? (
              <span>
                Five signal flags. Hoisted together they spell <b>SOUND</b>.
              </span>
            ) : null}
          </p>
          <ButtonLink to="/services" variant="outline">
            Explore All Services & Features
          </ButtonLink>
        </div>
      </div>
    </Reveal>
  )
}

function FlipCard({ entry, place }: { entry: ServiceLine; place: string }) {
  return (
    <Link className={styles.card} to="/services">
      <div className={styles.turn}>
        <div className={`${styles.face} ${styles.front}`}>
          <Flag flag={entry.flag} stretched />
          <div className={styles.words}>
            <h3>{entry.title}</h3>
            <p>{entry.subtitle}</p>
            <div className={styles.foot} aria-hidden="true">
              <span>{place}</span>
              <Icon name="flip" size={16} />
            </div>
          </div>
        </div>
        <div className={`${styles.face} ${styles.back}`}>
          <div className={styles.title} aria-hidden="true">
            <Flag flag={entry.flag} />
            <span>{entry.title}</span>
          </div>
          <ul>
            {entry.keyBenefits.map((benefit, position) => (
              <li key={benefit}>
                <span aria-hidden="true">{'abcd'[position]}</span>
                {benefit}
              </li>
            ))}
          </ul>
          <div className={styles.more}>
            <span>See the service</span>
            <Icon name="right" />
          </div>
        </div>
      </div>
    </Link>
  )
}
