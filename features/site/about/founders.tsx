import { site } from '../../../site.config.ts'
import { useClaims } from '../../../web/root-data.ts'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { founderCards } from '../content/about.ts'
import type { Picture } from '../../../web/assets/pictures.ts'
import { Photograph } from '../../../web/ui/photograph.tsx'
import styles from './founders.module.css'

interface PortraitProps {
  picture: Picture
  alt: string
  first: boolean
}

/** Smaller than the layout width on phones at any pixel density: the drawing is flat, and the smaller file halves the wait. */
const SIZES =
  '(min-width: 1536px) 732px, (min-width: 768px) 47vw, (min-width: 480px) calc(100vw - 2rem), 40vw'

/** The two founders, the second a step lower, and up to two claims. */
export function Founders() {
  const { years, rating } = useClaims()
  return (
    <section className={`wrap ${styles.founders}`} aria-label="The founders">
      {founderCards.map(({ focus, title, text, portrait }, position) => (
        <Reveal as="figure" key={focus} className={styles.founder}>
          <Portrait picture={portrait} alt={`Drawn portrait: ${roleFor(focus)}`} first={position === 0} />
          <figcaption>
            <span className="badge">Co-founder</span>
            <h2>{title}</h2>
            <p>{text}</p>
          </figcaption>
        </Reveal>
      ))}
      <Reveal as="ul" className={styles.claims}>
        {years ? (
          <li>
            <b>{years.value}</b> {years.label}
          </li>
        ) : null}
        {rating ? (
          <li>
            <b>{rating.value}</b> star average rating
          </li>
        ) : null}
      </Reveal>
    </section>
  )
}

/** A portrait over a ruled placeholder, with a crossed-out frame if the image fails. */
function Portrait({ picture, alt, first }: PortraitProps) {
  return (
    <div className={styles.portrait} data-may-fail>
      <Photograph picture={picture} alt={alt} sizes={SIZES} first={first} />
      <div className={styles.missing} hidden>
        <p className="mono">Image unavailable</p>
      </div>
    </div>
  )
}

function roleFor(focus: string): string | undefined {
  return site.founders.find((founder) => founder.focus === focus)?.role
}
