import { ButtonLink } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { Icon } from '../../../web/ui/icon.tsx'
import { Neatline } from '../../../web/ui/neatline.tsx'
import { TextLink } from '../../../web/ui/text-link.tsx'
import type { Project } from '../content/our-work.ts'
import { newTab, NoLiveSite, OfClient, ProjectBadges } from './project-badges.tsx'
import { findSite } from './project-rules.ts'
import { ProjectDetails } from './project-details.tsx'
import styles from './project-dialog.module.css'

/** Full details of a project in a dialog with fixed head and foot. */
export function ProjectDialog({ id, project }: { id: string; project: Project }) {
  const titleId = `${id}-title`
  return (
    <Dialog id={id} labelledBy={titleId} className={styles.dialog}>
      <Neatline sheetClass="dialog-sheet">
        <form className={styles.head} method="dialog">
          <ProjectBadges project={project} />
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- takes effect only when the dialog opens */}
          <button autoFocus className="square-button" aria-label="Close project details">
            <Icon name="close" />
          </button>
        </form>
        <ProjectDetails project={project} titleId={titleId} />
        <form className={styles.foot} method="dialog">
          <TextLink to={`/our-work/${project.id}`}>
            Read the case
            <OfClient client={project.client} />
          </TextLink>
          <LiveSite project={project} />
          <button className="text-link">Close</button>
        </form>
      </Neatline>
    </Dialog>
  )
}

function LiveSite({ project }: { project: Project }) {
  const site = findSite(project)
  if (site === '') return <NoLiveSite />
  return (
    <ButtonLink to={site} variant="signal" small icon="out" {...newTab}>
      View Live Site
      <OfClient client={project.client} opensTab />
    </ButtonLink>
  )
}
