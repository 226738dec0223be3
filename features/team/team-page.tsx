import { type ReactNode, useState } from 'react'
import { isAdmin, useProfile } from '../../web/api/session.ts'
import { Panel } from '../../web/workspace/panel.tsx'
import { SidePage } from '../../web/workspace/side-page.tsx'
import { AuditLog } from './audit-log.tsx'
import segments from '../../web/ui/segments.module.css'
import styles from './team.module.css'
import type { Member } from './team.api.ts'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { TextLink } from '../../web/ui/text-link.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useAddress } from '../../web/workspace/url-state.ts'
import { InviteForm } from './invite-form.tsx'
import { MemberItem } from './member-item.tsx'
import { isStaff, useTeam } from './use-team.ts'

const groups = { staff: 'Staff', clients: 'Clients' } as const
type Group = keyof typeof groups

/** Team members and their roles, for admins. `children` is rendered between the members and the audit log. */
export function TeamPage({ children }: { children: ReactNode }) {
  const { role } = useProfile()
  return (
    <SidePage title="Team" tools={<TextLink to="?view=results">Results</TextLink>}>
      {isAdmin(role) ? (
        <>
          <People />
          {children}
          <AuditLog />
        </>
      ) : (
        <Panel title="Access Denied" level={3}>
          <p className="list-state">You need admin privileges to access this page.</p>
        </Panel>
      )}
    </SidePage>
  )
}

/** Staff, and clients without a staff role. */
function People() {
  const { params, change } = useAddress()
  const [inviting, setInviting] = useState(false)
  const group: Group = params.get('people') === 'clients' ? 'clients' : 'staff'
  const { data, isError, refetch } = useTeam()
  const shown = data?.members.filter((member) => isStaff(member) === (group === 'staff'))
  return (
    <Panel
      title="People"
      level={3}
      aside={
        data?.invites === false ? null : (
          <ToolButton
            variant={inviting ? 'plain' : 'primary'}
            icon={inviting ? 'close' : 'plus'}
            aria-expanded={inviting}
            onClick={() => setInviting(!inviting)}
          >
            {inviting ? 'Close' : 'Invite somebody'}
          </ToolButton>
        )
      }
    >
      {data?.invites === false ? (
        <p className={`${styles.peopleNote} panel-text`}>
          The hosted project keeps the accounts: invite people in its dashboard, under Authentication. They
          appear here as clients, and you give them their role.
        </p>
      ) : null}
      {inviting ? <InviteForm onDone={() => setInviting(false)} /> : null}
      <fieldset className={`${segments.segments} ${styles.groups}`}>
        <legend className="visually-hidden">Show</legend>
        {Object.entries(groups).map(([id, label]) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === group}
            onClick={() => change({ people: id === 'staff' ? null : id }, { replace: true })}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {!shown && !isError ? <LoadingList label="Loading people..." /> : null}
      {!shown && isError ? (
        <FailedList onRetry={() => void refetch()}>The people could not be read.</FailedList>
      ) : null}
      {shown ? <MemberList members={shown} group={group} /> : null}
    </Panel>
  )
}

function MemberList({ members, group }: { members: Member[]; group: Group }) {
  if (members.length === 0) {
    return (
      <EmptyList>
        {group === 'staff' ? 'Nobody yet.' : 'Nobody has created an account without being invited.'}
      </EmptyList>
    )
  }
  return (
    <ul>
      {members.map((member) => (
        <MemberItem key={member.id} member={member} />
      ))}
    </ul>
  )
}
