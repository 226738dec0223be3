import { useId, useState } from 'react'
import type { Member } from './team.api.ts'
import { DayOf, MomentOf } from '../../web/ui/date-time.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { isExpired } from './invitation-state.ts'
import { MemberDetails } from './member-details.tsx'
import { RoleChoice } from './role-choice.tsx'
import { memberName } from './use-team.ts'

/** A person in one line, which opens for everything else. */
export function MemberItem({ member }: { member: Member }) {
  const [open, setOpen] = useState(false)
  const details = useId()
  const name = memberName(member)
  return (
    <li className="member" data-open={open || undefined}>
      <div className="member-line">
        <p className="member-name">
          <b>{name}</b>
          {name === member.email ? null : <span>{member.email}</span>}
        </p>
        <RoleChoice member={member} />
        <p className="member-seen">
          <LastSeen member={member} />
        </p>
        <p className="member-marks">
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
    <span className="chip chip-yes">Two-factor</span>
  ) : (
    <span className="chip chip-no">Password only</span>
  )
}
