import { site } from '../../../site.config.ts'
import wideChart from '../../../web/assets/art/chart-areas-desktop.svg'
import narrowChart from '../../../web/assets/art/chart-areas-mobile.svg'
import { capitalize } from '../../../web/ui/capitalize.ts'
import { spellNumber } from '../../../web/ui/spell-number.ts'
import { Neatline } from '../../../web/ui/neatline.tsx'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import section from '../../../web/site/section-head.module.css'
import { areas, areasWords } from '../content/local-seo.ts'
import styles from './served-areas.module.css'

/** The eight areas, numbered on a chart of the coast and in a list that repeats them as text. */
export function ServedAreas() {
  return (
    <Reveal className="section">
      <div className="wrap">
        <Ruler label="Where we work" note={`${capitalize(spellNumber(areas.length))} areas`} />
        <div className={section.head}>
          <h2>{areasWords.title}</h2>
          <p className="lede">{areasWords.lede}</p>
        </div>
        <div className={site.place.drawn ? styles.areas : undefined}>
          {site.place.drawn ? <Chart /> : null}
          <ol className={styles.list}>
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
    </Reveal>
  )
}

/** At least as high as the drawing, which cuts its own sides, so that its names stay readable. */
function Chart() {
  return (
    <figure className={styles.chart}>
      <Neatline>
        <picture>
          <source media="(max-width: 767.98px)" srcSet={narrowChart} width={600} height={560} />
          <img src={wideChart} width={930} height={820} alt={site.place.charts.areas} loading="lazy" />
        </picture>
      </Neatline>
      <figcaption>
        Outline: Natural Earth, public domain. Rivers and barrier islands plotted by hand.
      </figcaption>
    </figure>
  )
}
