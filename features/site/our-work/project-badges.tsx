import type { Project } from '../content/our-work.ts'
import styles from './project-badges.module.css'

/** The client's name, with the logo if there is one. */
export function ClientBadge({ client, logo }: Pick<Project, 'client' | 'logo'>) {
  return (
    <span className={`badge ${styles.client}`}>
      {logo ? <img src={logo} width={14} height={14} alt="" loading="lazy" /> : null}
      {client}
    </span>
  )
}

/** Who the project was for, and whether it is made up. */
export function ProjectBadges({ project }: { project: Pick<Project, 'client' | 'logo' | 'sample'> }) {
  return (
    <span className={styles.badges}>
      <ClientBadge {...project} />
      {project.sample ? <span className="sample-badge">Sample project</span> : null}
    </span>
  )
}

/** Attributes for links to clients' sites, which open in a new tab. */
export const newTab = { target: '_blank', rel: 'noopener' } as const

/** Completes the accessible name of a link or button outside the context of its card. */
export function OfClient({ client, opensTab = false }: Pick<Project, 'client'> & { opensTab?: boolean }) {
  return <span className="visually-hidden">{` of ${client}${opensTab ? ' (opens in a new tab)' : ''}`}</span>
}

/** Shown instead of a link if the site is not public. */
export function NoLiveSite() {
  return <span className="mono-tiny muted">Private platform</span>
}
