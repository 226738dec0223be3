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
