import { services, type ServiceId } from '../../../site.config.ts'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { Link } from '../../../web/ui/link.tsx'
import { Neatline } from '../../../web/ui/neatline.tsx'
import type { ServiceWords } from '../content/service-words.ts'
import chart from '../chart.module.css'
import { preloadChart } from '../preload-chart.ts'
import { spellNumber } from '../../../web/ui/spell-number.ts'
import styles from './service-head.module.css'

/** Addresses of the chart for wide and narrow screens. */
export interface ServiceCharts {
  desktop: string
  mobile: string
}

/** Head of a service page: a chart with the service's flag as an island. */
export function ServiceHead({ words, charts }: { words: ServiceWords; charts: ServiceCharts }) {
  preloadChart(charts.mobile)
  return (
    <section className={styles.head}>
      <Neatline sheetClass={`${chart.chart} ${styles.chart}`}>
        <picture>
          <source media="(max-width: 767.98px)" srcSet={charts.mobile} width={366} height={300} />
          <img src={charts.desktop} width={1376} height={640} alt="" fetchPriority="high" />
        </picture>
        <div className={styles.words}>
          <nav className={`${styles.breadcrumbs} mono`} aria-label="Breadcrumb">
            <Link to="/services">Services</Link>
            <span aria-hidden="true">/</span>
            <span>{describeSignal(words.id)}</span>
          </nav>
          <h1>{words.heading}</h1>
          <p className="lede">{words.lede}</p>
          <ButtonLink to="/contact" variant="signal">
            Schedule a Consultation
          </ButtonLink>
        </div>
      </Neatline>
    </section>
  )
}

/** The flag's name and its place among the first five. */
function describeSignal(id: ServiceId): string {
  const position = services.findIndex((service) => service.id === id)
  const hoisted = Math.min(services.length, 5)
  return position < hoisted
    ? `Signal ${services[position]?.flag}, ${spellNumber(position + 1)} of ${spellNumber(hoisted)}`
    : 'Answering pennant'
}
