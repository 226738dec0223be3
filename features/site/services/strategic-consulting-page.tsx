import desktop from '../../../web/assets/art/day-strategic-consulting-desktop.svg'
import mobile from '../../../web/assets/art/day-strategic-consulting-mobile.svg'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { useClaims } from '../../../web/root-data.ts'
import { EvidenceLink } from '../../../web/site/evidence-link.tsx'
import { capitalize } from '../../../web/ui/capitalize.ts'
import { spellNumber } from '../../../web/ui/spell-number.ts'
import { expertise, principles, strategicConsulting } from '../content/strategic-consulting.ts'
import { Offering } from './offerings.tsx'
import { RuledList } from './ruled-list.tsx'
import { ServicePage } from './service-page.tsx'
import beside from './beside.module.css'
import styles from './strategic-consulting-page.module.css'
import section from '../../../web/site/section-head.module.css'

export function StrategicConsultingPage() {
  return (
    <ServicePage words={strategicConsulting} charts={{ desktop, mobile }}>
      <Expertise />
      <Record />
      <Principles />
    </ServicePage>
  )
}

function Expertise() {
  return (
    <Reveal className="section">
      <div className="wrap">
        <Ruler label="What we advise on" note="Four areas of expertise" />
        <div className={section.head}>
          <h2>Four questions before you commit.</h2>
          <p className="lede">A short engagement with a written answer. Build it with us, or with anyone.</p>
        </div>
        <ul className={styles.expertise}>
          {expertise.map((words, index) => (
            <li key={words.name}>
              <Offering letter={'abcd'[index] ?? ''} words={words} />
            </li>
          ))}
        </ul>
      </div>
    </Reveal>
  )
}

function Record() {
  const { years, businesses, satisfaction } = useClaims()
  const figures = [years, businesses, satisfaction].filter((figure) => figure !== undefined)
  if (figures.length === 0) return null
  const count = capitalize(spellNumber(figures.length))
  return (
    <section className="section band-sand">
      <Reveal className="wrap">
        <Ruler label="The record" note={`${count} ${figures.length === 1 ? 'figure' : 'figures'}`} />
        <h2 className="visually-hidden">Our record in figures</h2>
        <ul className={styles.record}>
          {figures.map(({ value, label }) => (
            <li key={label}>
              <b>{value}</b> <span>{label}</span>
            </li>
          ))}
        </ul>
        <p>
          <EvidenceLink />
        </p>
      </Reveal>
    </section>
  )
}

function Principles() {
  return (
    <Reveal className="section">
      <div className="wrap">
        <Ruler label="How we work with you" note="Three principles" />
        <div className={beside.beside}>
          <div className={beside.lead}>
            <h2>A partnership, in writing.</h2>
            <p className="lede muted">Three principles that hold for every engagement, large or small.</p>
          </div>
          <RuledList items={principles} ordered />
        </div>
      </div>
    </Reveal>
  )
}
