import { ButtonLink } from '../../../web/ui/button.tsx'
import { Icon } from '../../../web/ui/icon.tsx'
import { Link } from '../../../web/ui/link.tsx'
import { Neatline } from '../../../web/ui/neatline.tsx'
import { Photograph } from '../../../web/ui/photograph.tsx'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { ClosingBand } from '../../../web/site/closing-band.tsx'
import { PageHead } from '../../../web/site/page-head.tsx'
import type { CaseStudy, Project, Result } from '../content/our-work.ts'
import { newTab, OfClient } from './project-badges.tsx'
import { findPrintedResult, findSite } from './project-rules.ts'
import styles from './case-page.module.css'

const SIZES = {
  head: '(min-width: 1536px) 1420px, calc(100vw - 3rem)',
  wide: '(min-width: 1536px) 830px, (min-width: 1024px) 54vw, calc(100vw - 2rem)',
  tall: '(min-width: 1536px) 345px, (min-width: 1024px) 23vw, 60vw',
}

interface CasePageProps {
  project: Project
  study: CaseStudy
  next: Pick<Project, 'id' | 'title'>
}

/** One project: the problem, the work, and how the result was counted. */
export function CasePage({ project, study, next }: CasePageProps) {
  const result = findPrintedResult(study)
  return (
    <>
      <Head project={project} facts={study.facts} />
      <Problem {...study} />
      <Steps steps={study.steps} />
      <Screens project={project} note={study.note} />
      {result ? <Measured result={result} sample={project.sample !== undefined} /> : null}
      <section className="section">
        <div className="wrap">
          <Quote project={project} />
          <Link to={`/our-work/${next.id}`} className={styles.next}>
            <span className="mono">Next</span>
            <b>{next.title}</b>
            <Icon name="right" size={28} />
          </Link>
        </div>
      </section>
      <ClosingBand title={study.closing.title}>
        <p className="lede">{study.closing.text}</p>
        <ButtonLink to="/contact">Start Your Project</ButtonLink>
        <ButtonLink to="/schedule" variant="outline" icon="calendar">
          Pick a time
        </ButtonLink>
      </ClosingBand>
    </>
  )
}

function Head({ project, facts }: { project: Project; facts: CaseStudy['facts'] }) {
  const { title, client, description, image, sample } = project
  const site = findSite(project)
  return (
    <>
      <PageHead
        long
        label={
          <>
            <Link to="/our-work">Our Work</Link> / {client}
          </>
        }
        note={sample ? 'Sample project' : undefined}
        title={title}
      >
        <p className="lede">{description}</p>
        {site ? (
          <ButtonLink to={site} variant="signal" icon="out" {...newTab}>
            Visit Site
            <OfClient client={client} opensTab />
          </ButtonLink>
        ) : null}
      </PageHead>
      <div className="wrap">
        <Neatline className={styles.capture}>
          <Photograph picture={image.picture} alt={image.alt} sizes={SIZES.head} first />
        </Neatline>
        <dl className={styles.facts}>
          {facts.map(({ name, text }) => (
            <div key={name}>
              <dt className="mono">{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}

function Problem({ lede, problem }: CaseStudy) {
  return (
    <Reveal className="section">
      <div className="wrap">
        <Ruler label="Challenge" note="Before we started" />
        <div className={styles.halves}>
          <h2>What was wrong.</h2>
          <div className={styles.problem}>
            <p className="lede">{lede}</p>
            <p>{problem}</p>
          </div>
        </div>
      </div>
    </Reveal>
  )
}

function Steps({ steps }: Pick<CaseStudy, 'steps'>) {
  return (
    <section className="section band-glass">
      <Reveal className="wrap">
        <Ruler label="Our Solution" note={`${steps.length} moves`} />
        <h2 className={styles.title}>What we did, in&nbsp;order.</h2>
        <ol className={styles.course}>
          {steps.map(({ time, name, text }) => (
            <li key={time}>
              <span className="mono">{time}</span>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </Reveal>
    </section>
  )
}

function Screens({ project, note }: { project: Project; note: string | undefined }) {
  const { additionalImages = [], technologies } = project
  return (
    <Reveal className="section">
      <div className="wrap">
        <Ruler label="Screens" note="As built" />
        <div className={styles.screens}>
          {additionalImages.map(({ picture, alt }) => {
            const wide = picture.width > picture.height
            return (
              <figure key={picture.path} className={wide ? styles.wide : styles.tall}>
                <Photograph picture={picture} alt={alt} sizes={wide ? SIZES.wide : SIZES.tall} />
                <figcaption className="mono muted">
                  {wide ? 'Further down the page, 1600 px' : 'On a phone, 390 px'}
                </figcaption>
              </figure>
            )
          })}
          <div className={styles.words}>
            <h2>Technologies Used</h2>
            <ul className="technologies">
              {technologies.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
            {note ? <p className="muted">{note}</p> : null}
          </div>
        </div>
      </div>
    </Reveal>
  )
}

function Measured({ result, sample }: { result: Result; sample: boolean }) {
  const { figure, text, counted, before, after, byWhom, notCounted } = result
  const rows = [
    { name: 'Counted', value: counted },
    { name: 'Before', value: before },
    { name: 'After', value: after },
    { name: 'By whom', value: byWhom },
    { name: 'Not counted', value: notCounted },
  ]
  return (
    <section className="section band-sand" id="measured">
      <Reveal className="wrap">
        <Ruler label="Results Achieved" note="How it was counted" />
        <div className={styles.halves}>
          <h2 className={styles.figure}>
            <b>{figure}</b> {text}
          </h2>
          <dl className={styles.counted}>
            {rows.map(({ name, value }) =>
              value ? (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ) : null,
            )}
          </dl>
        </div>
        {sample ? (
          <p className={`mono ${styles.sample}`}>
            Sample figures for a sample project. A real case carries the client’s name and permission.
          </p>
        ) : null}
      </Reveal>
    </section>
  )
}

function Quote({ project: { testimonial, client, sample } }: { project: Project }) {
  if (!testimonial) return null
  return (
    <figure className={styles.quote}>
      <blockquote>“{testimonial}”</blockquote>
      <figcaption className="mono muted">{sample ? `${client}, sample project` : client}</figcaption>
    </figure>
  )
}
