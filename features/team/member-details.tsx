import type { Member } from './team.api.ts'
import { DayOf } from '../../web/ui/date-time.tsx'
import { isExpired } from './invitation-state.ts'
import { MemberActions } from './member-actions.tsx'
import { MemberDevices } from './member-devices.tsx'
import { roleNotes } from './team.ts'

/** Everything about one person: what their role means, their devices, and what can be done. */
export function MemberDetails({ member }: { member: Member }) {
  return (
    <div className="member-details">
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
