import { ButtonLink } from '../../../web/ui/button.tsx'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { discovery } from '../content/website-development.ts'
import { RuledList } from './ruled-list.tsx'
import beside from './beside.module.css'

/** The discovery step, which precedes every project. */
export function Discovery() {
  return (
    <section className="section band-sand">
      <Reveal className="wrap">
        <Ruler label="Discovery first" note="Before anything is drawn" />
        <div className={beside.beside}>
          <div className={beside.lead}>
            <h2>We ask first. Then we draw.</h2>
            <p className="lede">
              Every project starts with discovery: a call, a look at what you have, and one page that says
              what we would do. The call costs nothing.
            </p>
            <ButtonLink to="/contact">Schedule a Free Discovery Call</ButtonLink>
          </div>
          <RuledList items={discovery} ordered />
        </div>
      </Reveal>
    </section>
  )
}
