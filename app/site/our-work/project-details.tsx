import { Photograph } from '../../ui/photograph.tsx'
import type { Project } from '../content/our-work.ts'

const SIZES = '(min-width: 1280px) 650px, (min-width: 768px) 54vw, calc(100vw - 4rem)'
const EXTRA_SIZES = {
  wide: '(min-width: 1280px) 840px, (min-width: 768px) 68vw, calc(100vw - 4rem)',
  tall: '(min-width: 1280px) 270px, (min-width: 768px) 22vw, 12rem',
}

/** Everything a project has to say. Parts it does not have are left out. */
export function ProjectDetails({ project, titleId }: { project: Project; titleId: string }) {
  return (
    <div className="project-details">
      <h2 id={titleId}>{project.title}</h2>
      <Evidence {...project} />
      <Story {...project} />
      <ExtraScreenshots {...project} />
      <Film {...project} />
    </div>
  )
}

function Evidence({ image, results, technologies }: Project) {
  return (
    <div className="project-evidence">
      <Photograph picture={image.picture} alt={image.alt} sizes={SIZES} />
      <h3>Results Achieved</h3>
      <ul className="project-results">
        {results.map(({ figure, text }) => (
          <li key={text}>
            <b>{figure}</b> {text}
          </li>
        ))}
      </ul>
      <h3>Technologies Used</h3>
      <ul className="technologies">
        {technologies.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  )
}

function Story({ challenge, solution, testimonial, client }: Project) {
  return (
    <div className="project-story">
      <h3>Challenge</h3>
      <p>{challenge}</p>
      <h3>Our Solution</h3>
      <p>{solution}</p>
      {testimonial ? (
        <figure>
          <blockquote>“{testimonial}”</blockquote>
          <figcaption className="mono muted">{client}</figcaption>
        </figure>
      ) : null}
    </div>
  )
}

function ExtraScreenshots({ additionalImages }: Project) {
  if (!additionalImages) return null
  return (
    <div className="project-screens">
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
      className="project-film"
      src={video.src}
      controls
      preload="none"
      aria-label={`A film of the ${client} site`}
    >
      <track kind="captions" src={video.captions} srcLang="en" label="English" default />
    </video>
  )
}
