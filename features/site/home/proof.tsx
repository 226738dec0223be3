import { ButtonLink } from '../../../web/ui/button.tsx'
import { capitalize } from '../../../web/ui/capitalize.ts'
import { Link } from '../../../web/ui/link.tsx'
import { Photograph } from '../../../web/ui/photograph.tsx'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { spellNumber } from '../../../web/ui/spell-number.ts'
import { TextLink } from '../../../web/ui/text-link.tsx'
import { projects } from '../content/our-work.ts'
import type { listWorksAtHome } from '../our-work/works-at-home.ts'
import styles from './proof.module.css'
import section from '../../../web/site/section-head.module.css'

export type ShownWork = ReturnType<typeof listWorksAtHome>[number]

const all = spellNumber(projects.length)
const madeUp = projects.every(({ sample }) => sample !== undefined)

/** Up to two works with the figure each page counts, and what the client of the first says. Nothing without works. */
export function Proof({ works }: { works: readonly ShownWork[] }) {
  const [first] = works
  if (!first) return null
  const count = capitalize(spellNumber(works.length))
  return (
    <Reveal className={`section ${styles.band} on-dark`}>
      <div className="wrap">
        <Ruler label="Work" note={`${count} of ${all}`} />
        <div className={section.head}>
          <h2>
            {count} {works.length === 1 ? 'piece' : 'pieces'} of work, open to the&nbsp;public.
          </h2>
          <p className="lede">
            Walk around in them. Each has a page that says what was wrong, what we did, and how the result was
            counted.
          </p>
        </div>
        <div className={styles.works}>
          {works.map((work) => (
            <Work key={work.id} {...work} />
          ))}
          {first?.testimonial ? (
            <figure>
              <blockquote>“{first.testimonial}”</blockquote>
              <figcaption className="mono">
                {first.client}
                {first.sample ? ', sample project. A client’s own words replace this line at launch.' : null}
              </figcaption>
            </figure>
          ) : null}
        </div>
        <div className={styles.foot}>
          {madeUp ? <p>All {all} are sample projects, built to show how we work.</p> : null}
          <ButtonLink to="/our-work" variant="salt">
            See all {all}
          </ButtonLink>
        </div>
      </div>
    </Reveal>
  )
}

function Work({ id, title, client, sample, image, site, result }: ShownWork) {
  const page = `/our-work/${id}`
  return (
    <article>
      <Link to={page} tabIndex={-1} aria-hidden="true" className={styles.shot}>
        <Photograph picture={image.picture} alt="" sizes="(min-width: 768px) 56vw, 100vw" />
      </Link>
      <p className={styles.badges}>
        <span className="badge">{client}</span>
        {sample ? <span className={`badge ${styles.sample}`}>Sample project</span> : null}
      </p>
      <h3>
        <Link to={page}>{title}</Link>
      </h3>
      {result ? (
        <p className={styles.result}>
          <b>{result.figure}</b>
          <span>
            {result.text}. <Link to={`${page}#measured`}>How it was counted</Link>
          </span>
        </p>
      ) : null}
      {site ? (
        <TextLink to={site} icon="out" target="_blank" rel="noopener">
          Visit Site
          <span className="visually-hidden"> of {client} (opens in a new tab)</span>
        </TextLink>
      ) : null}
    </article>
  )
}
