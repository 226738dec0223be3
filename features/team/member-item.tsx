import { useId, useState } from 'react'
import { type Member, listMemberDevices } from './team.api.ts'
import { DayOf, MomentOf } from '../../web/ui/date-time.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { isExpired, roleNotes } from './team.ts'
import { RoleChoice } from './role-choice.tsx'
import { memberName } from './use-team.ts'
import { MemberActions } from './member-actions.tsx'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../web/api/session.ts'
import { FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { DeviceList } from '../../web/workspace/device-list.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import styles from './team.module.css'

/** A team member in one line, with a fold for details. */
export function MemberItem({ member }: { member: Member }) {
  const [open, setOpen] = useState(false)
  const details = useId()
  const name = memberName(member)
  return (
    <li className={styles.member} data-open={open || undefined}>
      <div className={styles.memberLine}>
        <p className={styles.memberName}>
          <b>{name}</b>
          {name === member.email ? null : <span>{member.email}</span>}
        </p>
        <RoleChoice member={member} />
        <p className={styles.memberSeen}>
          <LastSeen member={member} />
        </p>
        <p className={styles.memberMarks}>
          <Marks member={member} />
        </p>
        <ToolButton aria-expanded={open} aria-controls={details} onClick={() => setOpen(!open)}>
          {open ? 'Close' : 'Manage'}
          <span className="visually-hidden"> {name}</span>
        </ToolButton>
      </div>
      <div id={details}>{open ? <MemberDetails member={member} /> : null}</div>
    </li>
  )
}

function LastSeen({ member: { invitation, lastSignInAt } }: { member: Member }) {
  if (lastSignInAt !== null) {
    return (
      <>
        Signed in <MomentOf at={lastSignInAt} />
      </>
    )
  }
  if (invitation === null) return 'Never signed in'
  return (
    <>
      Invited <DayOf at={invitation.sentAt} />
    </>
  )
}

function Marks({ member }: { member: Member }) {
  const { disabled, invitation, twoFactor, confirmed } = member
  if (disabled) return <span className="chip chip-no">Disabled</span>
  if (invitation) {
    return isExpired(invitation) ? (
      <span className="chip chip-unread">Invitation expired</span>
    ) : (
      <span className="chip chip-no">Invited</span>
    )
  }
  if (!confirmed) return <span className="chip chip-no">Not confirmed</span>
  return twoFactor ? (
    <span className="chip chip-yes">Two-step</span>
  ) : (
    <span className="chip chip-no">Password only</span>
  )
}

/** Role note, devices and actions of a member. */
function MemberDetails({ member }: { member: Member }) {
  return (
    <div className={styles.memberDetails}>
      <p className="panel-text">
        {member.disabled ? 'Cannot sign in. ' : `${roleNotes[member.role]} `}
        <InvitationNote invitation={member.invitation} />
      </p>
      {member.sessions > 0 ? <MemberDevices member={member} /> : null}
      <MemberActions member={member} />
    </div>
  )
}

function InvitationNote({ invitation }: Pick<Member, 'invitation'>) {
  if (invitation === null) return null
  if (isExpired(invitation) || invitation.expiresAt === null)
    return 'The link in the mail does not work any more.'
  return (
    <>
      The link in the mail works until <DayOf at={invitation.expiresAt} />.
    </>
  )
}

/** Devices a member is signed in on. */
function MemberDevices({ member: { email } }: { member: Member }) {
  const backend = useClient()
  const { data, isError, refetch } = useQuery({
    queryKey: [...keys.team, 'devices', email],
    queryFn: () => listMemberDevices(backend, email),
  })
  if (data) return <DeviceList devices={data} />
  if (isError) return <FailedList onRetry={() => void refetch()}>The devices could not be read.</FailedList>
  return <LoadingList label="Loading devices..." />
}
