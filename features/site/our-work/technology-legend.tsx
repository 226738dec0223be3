import anchor from '../../../web/assets/art/symbol-anchor.svg'
import buoy from '../../../web/assets/art/symbol-buoy.svg'
import lead from '../../../web/assets/art/symbol-lead.svg'
import light from '../../../web/assets/art/symbol-light.svg'
import pilot from '../../../web/assets/art/symbol-pilot.svg'
import radar from '../../../web/assets/art/symbol-radar.svg'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { technologies } from '../content/our-work.ts'
import styles from './technology-legend.module.css'
import section from '../../../web/site/section-head.module.css'

const symbols = { anchor, buoy, lead, light, pilot, radar }

/** The technologies we use, as the legend of a chart. */
export function TechnologyLegend() {
  return (
    <section className={`section ${styles.band} on-dark`}>
      <Reveal className="wrap">
        <Ruler label="Bleeding-Edge Technology" note="Legend of symbols" />
        <div className={section.head}>
          <h2>Bleeding-edge technology, used with a steady&nbsp;hand.</h2>
        </div>
        <ul className={styles.legend}>
          {technologies.map(({ symbol, name, text }) => (
            <li key={symbol}>
              <img src={symbols[symbol]} width={64} height={64} alt="" loading="lazy" />
              <div>
                <h3>{name}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </Reveal>
    </section>
  )
}
