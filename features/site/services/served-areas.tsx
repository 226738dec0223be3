import { site } from '../../../site.config.ts'
import coast from '../../../web/assets/art/coast.svg'
import { capitalize } from '../../../web/ui/capitalize.ts'
import { spellNumber } from '../../../web/ui/spell-number.ts'
import { Neatline } from '../../../web/ui/neatline.tsx'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { areas } from '../content/local-seo.ts'
import styles from './served-areas.module.css'

/** The eight areas, numbered on a chart of the coast and in a list. */
export function ServedAreas() {
  return (
    <Reveal className="section">
      <div className="wrap">
        <Ruler number={2} label="Where we work" note={`${capitalize(spellNumber(areas.length))} areas`} />
        <div className={styles.areas}>
          {site.place.drawn ? (
            <Neatline className={styles.chart}>
              <img src={coast} width={760} height={760} alt="" loading="lazy" />
            </Neatline>
          ) : null}
          <div className={styles.words}>
            <h2>Seven fixes, and the open sea.</h2>
            <ol>
              {areas.map(({ name, note }, index) => (
                <li key={name}>
                  <span className={`${styles.number} mono`} aria-hidden="true">
                    {index + 1}
                  </span>
                  <h3>{name}</h3>
                  {note === undefined ? null : <p>{note}</p>}
                </li>
              ))}
            </ol>
          </div>
        </div>
      </div>
    </Reveal>
  )
}
