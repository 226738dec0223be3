import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { changeMember, resendInvitation, type Member } from './team.api.ts'
import { useBackend } from '../../web/api/session.ts'
import { ConfirmDialog } from '../../web/ui/confirm-dialog.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { invited } from './invite-form.tsx'
import { memberActions, possibleActions, type Action } from './possible-actions.ts'
import { memberName } from './use-team.ts'
import { useTeamChanges } from './use-team-changes.ts'

/** What can be done with an account as it stands. Whatever shuts somebody out asks first. */
export function MemberActions({ member }: { member: Member }) {
  const [asked, setAsked] = useState<Action | null>(null)
  const { run, pending } = useMemberAction(member)
  const name = memberName(member)
  return (
    <div className="actions">
      {possibleActions(member).map((action) => (
        <ToolButton
          key={action}
          busy={pending === action}
          onClick={() => (memberActions[action].question ? setAsked(action) : run(action))}
        >
          {memberActions[action].label}
          <span className="visually-hidden">: {name}</span>
        </ToolButton>
      ))}
      <ConfirmDialog
        open={asked !== null}
        question={(asked && memberActions[asked].question?.(name)) ?? ''}
        detail={asked ? memberActions[asked].detail : undefined}
        confirm={asked ? memberActions[asked].label : ''}
        onConfirm={() => {
          if (asked) run(asked)
          setAsked(null)
        }}
        onCancel={() => setAsked(null)}
      />
    </div>
  )
}

function useMemberAction(member: Member) {
  const backend = useBackend()
  const toast = useToast()
  const team = useTeamChanges()
  const { email } = member
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (action: Action) => {
      if (action === 'resend-invitation') return resendInvitation(backend, email)
      await changeMember(backend, email, action)
      return true
    },
    onSuccess: (mailed, action) => {
      if (action === 'resend-invitation') return toast(invited(email, mailed))
      return toast({ title: 'Success', text: `${memberName(member)}: ${memberActions[action].done}` })
    },
    onError: team.showError('Failed to change the account. Please try again.'),
    onSettled: team.readAgain,
  })
  return { run: mutate, pending: isPending ? variables : null }
}
