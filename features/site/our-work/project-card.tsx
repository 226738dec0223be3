import { DialogButton } from '../../../web/ui/dialog.tsx'
import { Photograph } from '../../../web/ui/photograph.tsx'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { TextLink } from '../../../web/ui/text-link.tsx'
import type { Project } from '../content/our-work.ts'
import { newTab, NoLiveSite, OfClient, ProjectBadges } from './project-badges.tsx'
import { findSite } from './project-rules.ts'
import { ProjectDialog } from './project-dialog.tsx'
import styles from './project-card.module.css'

const SHOWN_TECHNOLOGIES = 3
const SIZES = '(min-width: 1536px) 696px, (min-width: 768px) 46vw, calc(100vw - 2rem)'

/** A project in the grid, with its dialog. */
export function ProjectCard({ project, first }: { project: Project; first: boolean }) {
  const { id, title, client, description, image, cardResult } = project
  const site = findSite(project)
  return (
    <Reveal as="article" className={styles.card}>
      <div className={styles.shot}>
        <Photograph picture={image.picture} alt={image.alt} sizes={SIZES} first={first} />
      </div>
      <div className={styles.words}>
        <div className={styles.client}>
          <ProjectBadges project={project} />
          <span className="mono-tiny muted">{cardResult}</span>
        </div>
        <h3>{title}</h3>
        <p>{description}</p>
        <FirstTechnologies names={project.technologies} />
        <div className={styles.actions}>
          <DialogButton opens={`project-${id}`} icon="plus" className={styles.open}>
            View Details
            <OfClient client={client} />
          </DialogButton>
          <TextLink to={`/our-work/${id}`}>
            Read the case
            <OfClient client={client} />
          </TextLink>
          {site ? (
            <TextLink to={site} icon="out" {...newTab}>
              Visit Site
              <OfClient client={client} opensTab />
            </TextLink>
          ) : (
            <NoLiveSite />
          )}
        </div>
      </div>
      <ProjectDialog id={`project-${id}`} project={project} />
    </Reveal>
  )
}

function FirstTechnologies({ names }: { names: readonly string[] }) {
  const more = names.length - SHOWN_TECHNOLOGIES
  return (
    <ul className="technologies" aria-label="Technologies">
      {names.slice(0, SHOWN_TECHNOLOGIES).map((name) => (
        <li key={name}>{name}</li>
      ))}
      {more > 0 ? <li className="more">{`+${more} more`}</li> : null}
    </ul>
  )
}
