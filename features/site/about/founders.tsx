import { site } from '../../../site.config.ts'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { founderCards } from '../content/about.ts'
import { Portrait } from './portrait.tsx'

/** The two founders, the second a step down, and what they bring along. */
export function Founders() {
  return (
    <section className="wrap founders" aria-label="The founders">
      {founderCards.map(({ focus, title, text, portrait }, position) => (
        <Reveal as="figure" key={focus} className="founder">
          <Portrait picture={portrait} alt={`Drawn portrait: ${roleFor(focus)}`} first={position === 0} />
          <figcaption>
            <span className="badge">Co-founder</span>
            <h2>{title}</h2>
            <p>{text}</p>
          </figcaption>
        </Reveal>
      ))}
      <Reveal as="ul" className="founders-claims">
        <li>
          <b>{site.claims.years}</b> years of technology experience
        </li>
        <li>
          <b>{site.rating.value}</b> star average rating
        </li>
      </Reveal>
    </section>
  )
}

function roleFor(focus: string): string | undefined {
  return site.founders.find((founder) => founder.focus === focus)?.role
}
