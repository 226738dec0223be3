import type { Project } from '../content/our-work.ts'

/** Whose project it is: the client's name, after the logo if there is one. */
export function ClientBadge({ client, logo }: Pick<Project, 'client' | 'logo'>) {
  return (
    <span className="badge client-badge">
      {logo ? <img src={logo} width={14} height={14} alt="" /> : null}
      {client}
    </span>
  )
}

/** A client's own site opens beside ours; the link's name says so. */
export const newTab = { target: '_blank', rel: 'noopener' } as const

/** Completes a link's or button's name for those who hear it without the card around it. */
export function OfClient({ client, opensTab = false }: Pick<Project, 'client'> & { opensTab?: boolean }) {
  return (
    <span className="visually-hidden">
      of {client} {opensTab ? '(opens in a new tab)' : ''}
    </span>
  )
}

/** Stands where the link would be when the site is not open to the public. */
export function NoLiveSite() {
  return <span className="mono-tiny muted">Private platform</span>
}
