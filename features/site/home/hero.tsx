import { site, taglineLines } from '../../../site.config.ts'
import desktopChart from '../../../web/assets/art/hero-desktop.svg'
import mobileChart from '../../../web/assets/art/hero-mobile.svg'
import wideChart from '../../../web/assets/art/hero-wide.svg'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { Neatline } from '../../../web/ui/neatline.tsx'
import { PhoneButton } from '../../../web/site/phone-button.tsx'
import { founders } from '../content/about.ts'
import { chips, heroWork } from '../content/home.ts'
import { Flag } from '../../../web/site/flag.tsx'
import chart from '../chart.module.css'
import { preloadChart } from '../preload-chart.ts'
import styles from './hero.module.css'

/** The tagline as land on a chart. The isobaths are computed from its letters: a new tagline needs a new drawing. */
export function Hero() {
  preloadChart(mobileChart)
  return (
    <section className={styles.hero}>
      <Neatline sheetClass={`${chart.chart} on-dark`}>
        <picture>
          <source media="(max-width: 767.98px)" srcSet={mobileChart} width={366} height={640} />
          <source media="(min-width: 1536px)" srcSet={wideChart} width={2560} height={900} />
          <img
            className={styles.chart}
            src={desktopChart}
            width={1376}
            height={790}
            alt=""
            fetchPriority="high"
          />
        </picture>
        <Tagline />
        <div className={styles.foot}>
          <ul className={styles.chips}>
            {chips.map(({ flag, label }) => (
              <li key={flag} className="chip">
                <Flag flag={flag} />
                {label}
              </li>
            ))}
          </ul>
          <p className="lede">
            {heroWork} for businesses here and nationwide, from {founders} in {site.place.city},{' '}
            {site.place.stateName}.
          </p>
          <div className={styles.actions}>
            <ButtonLink to="#contact-form" variant="signal" icon="down">
              Schedule Strategic Consultation
            </ButtonLink>
            <PhoneButton />
          </div>
        </div>
      </Neatline>
    </section>
  )
}

/** One sentence for screen readers; three lines on wide screens and six on narrow ones. */
function Tagline() {
  return (
    <h1 className={styles.tagline}>
      <span className="visually-hidden">{site.tagline}</span>
      <span className={styles.lines} aria-hidden="true">
        {taglineLines.map(([first, second]) => (
          <span key={first}>
            <span>{first}</span>{' '}
            <span>
              {second}
              <i>.</i>
            </span>
          </span>
        ))}
      </span>
    </h1>
  )
}
