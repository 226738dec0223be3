import { Photograph } from '../../../web/ui/photograph.tsx'
import type { Project } from '../content/our-work.ts'
import styles from './project-details.module.css'

const SIZES = '(min-width: 1280px) 650px, (min-width: 768px) 54vw, calc(100vw - 4rem)'
const EXTRA_SIZES = {
  wide: '(min-width: 1280px) 840px, (min-width: 768px) 68vw, calc(100vw - 4rem)',
  tall: '(min-width: 1280px) 270px, (min-width: 768px) 22vw, 12rem',
}

/** All details of a project, in the specification's order. Missing parts are left out. */
export function ProjectDetails({ project, titleId }: { project: Project; titleId: string }) {
  const { image } = project
  return (
    <div className={styles.details}>
      <div>
        <h2 id={titleId}>{project.title}</h2>
        <p className="lede">{project.description}</p>
      </div>
      <Photograph picture={image.picture} alt={image.alt} sizes={SIZES} />
      <ExtraScreenshots {...project} />
      <Film {...project} />
      <Story {...project} />
      <Evidence {...project} />
      <Testimonial {...project} />
    </div>
  )
}

function Story({ challenge, solution }: Project) {
  return (
    <>
      <div>
        <h3>Challenge</h3>
        <p>{challenge}</p>
      </div>
      <div>
        <h3>Our Solution</h3>
        <p>{solution}</p>
      </div>
    </>
  )
}

function Evidence({ results, technologies }: Project) {
  return (
    <>
      <div>
        <h3>Technologies Used</h3>
        <ul className="technologies">
          {technologies.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </div>
      <div>
        <h3>Results Achieved</h3>
        <ul className={styles.results}>
          {results.map(({ figure, text }) => (
            <li key={text}>
              <b>{figure}</b> {text}
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

function Testimonial({ testimonial, client }: Project) {
  if (!testimonial) return null
  return (
    <figure>
      <blockquote>“{testimonial}”</blockquote>
      <figcaption className="mono muted">{client}</figcaption>
    </figure>
  )
}

function ExtraScreenshots({ additionalImages }: Project) {
  if (!additionalImages) return null
  return (
    <div className={styles.screens}>
      {additionalImages.map(({ picture, alt }) => (
        <Photograph
          key={picture.path}
          picture={picture}
          alt={alt}
          sizes={picture.width > picture.height ? EXTRA_SIZES.wide : EXTRA_SIZES.tall}
        />
      ))}
    </div>
  )
}

function Film({ client, video }: Project) {
  if (!video) return null
  return (
    <video
      className={styles.film}
      src={video.src}
      controls
      preload="none"
      aria-label={`A film of the ${client} site`}
    >
      <track kind="captions" src={video.captions} srcLang="en" label="English" default />
    </video>
  )
}
