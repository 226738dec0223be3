import { site } from '../../../site.config.ts'
import creativeDesk from '../../../web/assets/art/desk-creative.svg'
import technicalDesk from '../../../web/assets/art/desk-technical.svg'
import { useClaims } from '../../../web/root-data.ts'
import { EvidenceOf } from '../../../web/site/evidence-link.tsx'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { founderCards } from '../content/about.ts'
import styles from './founders.module.css'

const desks = { 'technical strategy': technicalDesk, 'creative strategy': creativeDesk }
const hasPhotos = site.founders.some(({ photo }) => photo !== null)

/** The founders, each by a photograph or a drawing of the desk, and up to two claims. */
export function Founders() {
  const { years, rating } = useClaims()
  return (
    <section className={`wrap ${styles.band}`} aria-label="The founders">
      <div className={styles.founders}>
        {site.founders.map(({ role, focus, photo }, position) => {
          const card = founderCards[focus]
          return (
            <Reveal as="figure" key={focus} className={styles.founder}>
              <Portrait
                src={photo ?? desks[focus]}
                alt={photo === null ? card.desk : `Photograph: ${role}`}
                first={position === 0}
              />
              <figcaption>
                <span className="badge">{site.founders.length > 1 ? 'Co-founder' : 'Founder'}</span>
                <h2>{card.title}</h2>
                <p>{card.text}</p>
              </figcaption>
            </Reveal>
          )
        })}
      </div>
      {hasPhotos ? null : (
        <p className={`${styles.note} mono`}>Desks instead of faces, until there are photographs we like.</p>
      )}
      <Reveal as="ul" className={styles.claims}>
        {years ? (
          <li>
            <b>{years.value}</b>{' '}
            <span>
              <EvidenceOf>{years.label}</EvidenceOf>
            </span>
          </li>
        ) : null}
        {rating ? (
          <li>
            <b>{rating.value}</b>{' '}
            <span>
              <EvidenceOf>{`star ${rating.label}`}</EvidenceOf>
            </span>
          </li>
        ) : null}
      </Reveal>
    </section>
  )
}

interface PortraitProps {
  src: string
  alt: string
  first: boolean
}

/** A picture over a ruled placeholder, with a crossed-out frame if it fails to load. */
function Portrait({ src, alt, first }: PortraitProps) {
  return (
    <div className={styles.portrait} data-may-fail>
      <img
        src={src}
        alt={alt}
        width={660}
        height={620}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
      />
      <div className={styles.missing} hidden>
        <p className="mono">Image unavailable</p>
      </div>
    </div>
  )
}
