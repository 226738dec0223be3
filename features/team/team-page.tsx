import type { ReactNode } from 'react'
import { isAdmin, useProfile } from '../../web/api/session.ts'
import { Panel } from '../../web/workspace/panel.tsx'
import { SidePage } from '../../web/workspace/side-page.tsx'
import { People } from './people.tsx'
import { Trail } from './audit-log.tsx'
import './team.css'

/** Who works here and what they may do; for admins. `children` stands between the people and what they did. */
export function TeamPage({ children }: { children: ReactNode }) {
  const { role } = useProfile()
  return (
    <SidePage title="Team">
      {isAdmin(role) ? (
        <>
          <People />
          {children}
          <Trail />
        </>
      ) : (
        <Panel title="Access Denied" level={3}>
          <p className="list-state">You need admin privileges to access this page.</p>
        </Panel>
      )}
    </SidePage>
  )
}
